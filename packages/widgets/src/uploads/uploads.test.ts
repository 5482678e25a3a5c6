import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uploads } from '@portraitkit/core/uploads/contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { saveProvider } from '../../../server/src/platform/provider/collection.ts'
import { buildUpload } from '../../../server/src/testing/buildUpload.ts'
import { expectAccessibleLayout } from '../testing/appearance.ts'
import { allowOwnPictures, aPicture, openFileChooser, sourceOf } from '../testing/buildFiles.ts'
import {
  boxOf,
  computer,
  eventually,
  isLong,
  type Person,
  smallPhone,
  testedDevices,
  withPerson,
  withWorld,
} from '../testing/buildPerson.ts'

// Own pictures as customers add them: files of a phone or a computer, in a real browser, against a real server.

const world = withWorld()
beforeAll(() => allowOwnPictures(world))

const own = ({ page }: Person, number: number) => page.getByRole('button', { name: `Own picture ${number}` })
const recent = ({ client }: Awaited<ReturnType<typeof world.guardian>>) => client.call(uploads.recent, {})

describe.each(testedDevices)('own pictures on %s, %s', (engine, _how, device) => {
  const hand = withPerson(world, engine, device)
  const once = hand.onlyOnce(it)

  it('[EDT-6] open the file chooser by themselves if the inbox is empty, and can be chosen after the upload', async () => {
    const person = await hand.editPicture()
    const { page, press } = person
    const chooser = await openFileChooser(person, () => sourceOf(person, 'My own').check())
    expect(chooser.isMultiple()).toBe(true)
    await page.getByText('The image inbox is empty').waitFor()
    await page.evaluate(() => {
      const seen = new Set<string>()
      Object.assign(globalThis, { seen })
      const look = () => seen.add(document.querySelector('.pk-upload-total > p')?.textContent ?? '')
      new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
    })
    await chooser.setFiles([await aPicture()])
    await own(person, 1).waitFor()
    await person.announces('1 picture uploaded')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const counts = await page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen])
    expect(counts.filter((text) => text.includes('of 0'))).toEqual([])
    await press(own(person, 1))
    await eventually(() => own(person, 1).getAttribute('aria-pressed')).toBe('true')
    const [uploaded] = await recent(person.customer)
    await eventually(() => page.locator('.pk-crop-window img').getAttribute('src')).toContain(uploaded?.uuid)
    await sourceOf(person, 'Picture set').check()
    await page.getByRole('button', { name: 'Picture 1 of Emma Carter' }).waitFor()
    // An inbox with pictures does not open the file chooser.
    let isChooserOpen = false
    page.on('filechooser', () => {
      isChooserOpen = true
    })
    await sourceOf(person, 'My own').check()
    await own(person, 1).waitFor()
    expect(isChooserOpen).toBe(false)
    await press('Done')
    await page.getByRole('img', { name: /^Your card/ }).waitFor()
    await person.closed()
  })

  it('can be deleted, after a question', async () => {
    const person = await hand.edit()
    const { page, press } = person
    const first = await buildUpload(person.customer.client, world.server.provider)
    await buildUpload(person.customer.client, world.server.provider)
    await press('Change photos')
    await sourceOf(person, 'My own').check()
    await press('Delete pictures')
    await press('Delete own picture 1')
    const question = page.getByRole('dialog', { name: 'Delete this picture?' })
    await press(question.getByRole('button', { name: 'Cancel' }))
    await press('Delete own picture 1')
    await question.waitFor()
    await page.goBack()
    await question.waitFor({ state: 'detached' })
    expect(await recent(person.customer)).toHaveLength(2)
    await press('Delete own picture 1')
    await press(question.getByRole('button', { name: 'Delete' }))
    await person.announces('Picture deleted')
    await page.getByRole('button', { name: 'Delete own picture 2' }).waitFor({ state: 'detached' })
    await press('Stop deleting')
    await own(person, 1).waitFor()
    expect((await recent(person.customer)).map(({ uuid }) => uuid)).toEqual([first.uuid])
    await person.closed()
  })

  once('are not offered if the shop does not accept them', async () => {
    const { app, provider } = world.server
    await saveProvider(app, provider)
    const person = await hand.editPicture()
    await allowOwnPictures(world)
    await person.page.getByRole('button', { name: 'Picture 1 of Emma Carter' }).waitFor()
    expect(await person.page.getByRole('radio').count()).toBe(0)
    expect(await person.page.locator('input[type=file]').count()).toBe(0)
    await person.closed()
  })

  once('[UPL-4] appear in the inbox as thumbnails of 320', async () => {
    const person = await hand.edit()
    await buildUpload(person.customer.client, world.server.provider)
    await person.press('Change photos')
    const sizes = () =>
      person.page.locator('.pk-inbox-picture .pk-picture-sharp').evaluateAll((all) =>
        all.map((image) => {
          const { currentSrc } = image as HTMLImageElement
          return new URL(currentSrc, location.href).searchParams.get('size')
        }),
      )
    await eventually(sizes).toEqual(['320', '320', '320'])
    await sourceOf(person, 'My own').check()
    await eventually(sizes).toEqual(['320'])
    await person.closed()
  })

  once('require a signed-out visitor to sign in', async () => {
    const person = await hand.come()
    await person.go(world.single)
    await person.press(person.page.getByRole('button', { name: /^Portrait/ }).first())
    await sourceOf(person, 'My own').check()
    await person.page.getByText('Sign in to use pictures of your own.').waitFor()
    await person.press('Sign in')
    await eventually(person.path).toBe('/login')
    await person.closed()
  })
})

describe('at a computer', () => {
  const hand = withPerson(world, 'preact', computer)

  it('[UPL-3] are loaded again when another customer signs in; if that fails the old ones stay', async () => {
    const person = await hand.edit()
    const { page, customer } = person
    await buildUpload(customer.client, world.server.provider)
    await person.press('Change photos')
    await sourceOf(person, 'My own').check()
    await own(person, 1).waitFor()

    // In another tab the same customer signs out and in again; this tab cannot fetch the list.
    await page.route('**/api/webshop/user/recent-images*', (route) => route.abort())
    const listRequest = page.waitForRequest(/recent-images/)
    const other = await page.context().newPage()
    const signIn = async ({ email }: { email: string }, password: string) => {
      await other.goto(`${world.origin}/login`)
      await other.getByLabel('Email address').fill(email)
      await other.getByLabel('Password', { exact: true }).fill(password)
      await other.keyboard.press('Enter')
      await other.getByRole('button', { name: 'Log out' }).first().waitFor()
    }
    const signOut = async () => {
      await other.getByRole('button', { name: 'Log out' }).first().click()
      await page.getByText('Sign in to use pictures of your own.').waitFor()
    }
    await other.goto(`${world.origin}/products/cards`)
    await signOut()
    await signIn(customer.customer, customer.password)
    await listRequest
    await own(person, 1).waitFor()
    await page.unroute('**/api/webshop/user/recent-images*')

    const father = await world.guardian()
    await buildUpload(father.client, world.server.provider)
    await buildUpload(father.client, world.server.provider)
    await signOut()
    await signIn(father.customer, father.password)
    await own(person, 2).waitFor()
    await person.closed()
  })

  it('can be dropped on the inbox as files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pk-drop-'))
    const files = [join(folder, 'one.jpg'), join(folder, 'two.jpg')]
    for (const file of files) await writeFile(file, (await aPicture()).buffer)
    const person = await hand.editPicture()
    const { x, y, width } = await boxOf(person.page.locator('.pk-inbox'))
    const mouse = await person.page.context().newCDPSession(person.page)
    const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
      mouse.send('Input.dispatchDragEvent', {
        type,
        x: x + width / 2,
        y: y + 200,
        data: { items: [], files, dragOperationsMask: 1 },
      })
    await drag('dragEnter')
    await drag('dragOver')
    await person.page.getByText('Drop your pictures here').waitFor()
    await drag('drop')
    await own(person, 2).waitFor()
    expect(await person.page.getByText('Drop your pictures here').count()).toBe(0)
    expect(await recent(person.customer)).toHaveLength(2)
    await rm(folder, { recursive: true })
    await person.closed()
  })

  it('can be added and chosen by keyboard alone', async () => {
    const person = await hand.editPicture()
    const { page, heading } = person
    // The screen that has just opened takes the focus first.
    const isAtTitle = () => page.evaluate(() => document.activeElement?.matches('[data-title]') ?? false)
    await eventually(isAtTitle).toBe(true)
    expect(await heading()).toBe('Portrait')
    const chooser = await openFileChooser(person, () => sourceOf(person, 'Picture set').press('ArrowRight'))
    await chooser.setFiles([await aPicture()])
    await own(person, 1).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await own(person, 1).press('Enter')
    await eventually(() => own(person, 1).getAttribute('aria-pressed')).toBe('true')
    const again = await openFileChooser(person, () => person.button('Upload pictures').press('Enter'))
    await again.setFiles([await aPicture()])
    await own(person, 2).waitFor()
    await person.closed()
  })
})

const sizes = [
  ['360 px', smallPhone],
  ['1280 px', computer],
] as const

describe.each(isLong ? sizes : sizes.slice(0, 1))('the inbox of own pictures at %s', (size, device) => {
  const hand = withPerson(world, 'react', device)

  it('fits, and axe reports nothing', async () => {
    const person = await hand.edit()
    const { page, press } = person
    await press('Change photos')
    const chooser = await openFileChooser(person, () => sourceOf(person, 'My own').check())
    await expectAccessibleLayout(person, `${size}-empty`)
    await chooser.setFiles([await aPicture(), await aPicture('b.jpg', 1200, 800)])
    await own(person, 2).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expectAccessibleLayout(person, `${size}-some`)
    await press('Delete pictures')
    await expectAccessibleLayout(person, `${size}-deleting`)
    await press('Stop deleting')
    const more = await openFileChooser(person, () => press('Upload pictures'))
    const heic = Buffer.from('\0\0\0\x24ftypheic\0\0\0\0mif1heic', 'latin1')
    await more.setFiles([{ name: 'IMG_0002.HEIC', mimeType: 'image/heic', buffer: heic }])
    await page.getByRole('dialog', { name: 'Not every file can be used' }).waitFor()
    await expectAccessibleLayout(person, `${size}-refused`)
    await person.closed()
  })
})
