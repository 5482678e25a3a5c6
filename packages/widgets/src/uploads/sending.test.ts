import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { uploads } from '@portraitkit/core/uploads/contract.ts'
import { totalProgress } from '@portraitkit/core/uploads/queue.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { startServer } from '../../../server/src/server.ts'
import {
  aLargePicture,
  aPicture,
  askedForFiles,
  type DeviceFile,
  slowLine,
  sourceOf,
  takeOwnPictures,
} from '../testing/buildFiles.ts'
import { computer, type Person, patiently, phone, withPerson, withWorld } from '../testing/buildPerson.ts'
import { expectKeysInside } from '../testing/keyboard.ts'

// Files on their way: over slow lines, broken ones, to a server that is gone. In a real browser, against a real server.

const world = withWorld()
beforeAll(() => takeOwnPictures(world))

const status = ({ page }: Person) => page.getByRole('dialog', { name: 'Upload status' })
const failed = ({ page }: Person) => page.getByRole('dialog', { name: 'Upload failed' })
const own = ({ page }: Person, number: number) => page.getByRole('button', { name: `Own picture ${number}` })

/** Chooses files in an empty inbox of one's own. */
async function choose(person: Person, files: DeviceFile[]): Promise<void> {
  const asked = await askedForFiles(person, () => sourceOf(person, 'My own').check())
  await asked.setFiles(files)
}

/** All that the dialog has shown of the files and of the whole, in its order. */
async function watch({ page }: Person): Promise<() => Promise<{ states: string[]; totals: number[] }>> {
  await page.evaluate(() => {
    const seen = { states: [] as string[], totals: [] as number[] }
    Object.assign(globalThis, { seen })
    const look = () => {
      const files = [...document.querySelectorAll<HTMLElement>('.pk-upload-files > li[data-status]')]
      if (files.length === 0) return
      const parts = files.map((file) => `${file.dataset.status} ${file.querySelector('.pk-upload-state')?.textContent}`)
      const state = parts.join(' | ')
      if (seen.states.at(-1) !== state) seen.states.push(state)
      const total = document.querySelector<HTMLProgressElement>('.pk-upload-total > progress')?.value ?? 0
      if (seen.totals.at(-1) !== total) seen.totals.push(total)
    }
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
  })
  return () => page.evaluate(() => (globalThis as unknown as { seen: { states: string[]; totals: number[] } }).seen)
}

it('[UPL-1] what has failed has not arrived, and what is refused is not waited for', () => {
  const file = { id: 1, name: 'a.jpg', bytes: 100, status: 1, progress: 0.5, retrying: false, refusal: null } as const
  const lost = { ...file, status: -1, progress: 1 } as const
  const refused = { ...lost, bytes: 900, refusal: { reason: 'uploads.too_large', text: '' } }
  expect(totalProgress([lost, file])).toBe(0.25)
  expect(totalProgress([lost, lost])).toBe(0)
  expect(totalProgress([refused, file])).toBe(0.5)
})

describe('uploading on a phone', () => {
  const hand = withPerson(world, 'preact', phone)

  it('[UPL-1] sends several pictures, two at once, tells how far each and all are, and leaves out what is no picture', async () => {
    const person = await hand.editPicture()
    await slowLine(person.page, 700_000)
    const seen = await watch(person)
    const letter = { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }
    await choose(person, [
      await aLargePicture('a.jpg'),
      letter,
      await aLargePicture('b.jpg'),
      await aLargePicture('c.jpg'),
    ])
    await status(person).waitFor()
    await status(person).getByText('0 of 3 uploaded').waitFor()
    await own(person, 3).waitFor()
    const { states, totals } = await seen()

    // 0 queued, 1 uploading, 2 done: two are on their way and the third waits for its turn
    const numbers = states.map((state) => state.split(' | ').map((file) => Number(file.split(' ')[0])))
    expect(numbers).toContainEqual([1, 1, 0])
    expect(numbers.every((three) => three.filter((each) => each === 1).length <= 2)).toBe(true)
    expect(states[0]).toMatch(/0 Waiting$/)
    for (const index of [0, 1, 2]) {
      const percents = states.flatMap((state) => {
        const [, percent] = /^1 (\d+) %$/.exec(state.split(' | ')[index] ?? '') ?? []
        return percent === undefined ? [] : [Number(percent)]
      })
      expect(percents.length).toBeGreaterThan(2)
      expect(percents).toEqual(percents.toSorted((one, other) => one - other))
    }
    expect(totals.length).toBeGreaterThan(5)
    expect(totals).toEqual(totals.toSorted((one, other) => one - other))

    const left = person.page.getByRole('dialog', { name: 'Not every file can be used' })
    await left.getByText('letter.pdf').waitFor()
    await person.press(left.getByRole('button', { name: 'Ok' }))
    expect(await person.customer.client.call(uploads.recent, {})).toHaveLength(3)
    await person.closed()
  })

  it('goes on while the card is edited, and stops when it is told to; Back closes its window and leaves the screen', async () => {
    const person = await hand.editPicture()
    const { page } = person
    const begun = await page.evaluate(() => history.length)
    await slowLine(page, 300_000)
    await choose(person, [await aLargePicture('a.jpg'), await aLargePicture('b.jpg')])
    await status(person).waitFor()
    await page.goBack()
    await status(person).waitFor({ state: 'detached' })
    expect(await person.heading()).toBe('Portrait')
    await sourceOf(person, 'Picture set').check()
    await person.press('Picture 1 of Emma Carter')
    await person.said(/^Uploading: \d+ %/)
    await person.press('Done')
    await person.page.getByRole('img', { name: /^Your card/ }).waitFor()
    const { pathname } = new URL(page.url())
    const pill = person.button(/^Uploading: \d+ %/)
    await person.press(pill)
    await status(person).waitFor()
    await page.goBack()
    await status(person).waitFor({ state: 'detached' })
    await person.press(pill)
    await person.press(status(person).getByRole('button', { name: 'Stop' }))
    await status(person).waitFor({ state: 'detached' })
    await page.getByRole('img', { name: /^Your card/ }).waitFor()
    expect([person.path(), await page.evaluate(() => history.length)]).toEqual([pathname, begun])
    expect(await page.getByRole('dialog').count()).toBe(0)
    await person.closed()
  })

  it('[UPL-2] tries a file again five times, five seconds apart, then says what to do and takes it when told to', async () => {
    const person = await hand.edit()
    const { page, press } = person
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/user/images')) sent.push(request.url())
    })
    const listed = page.waitForResponse(/\/recent-images/)
    await press('Change photos')
    await (await listed).finished()
    await page.clock.install()
    await page.clock.pauseAt(new Date(Date.now() + 1000))
    await page.context().setOffline(true)
    const asked = await askedForFiles(person, () => sourceOf(person, 'My own').check())
    await asked.setFiles([await aPicture('lost.jpg')])
    for (let tries = 1; tries <= 6; tries++) {
      await patiently(() => sent.length).toBe(tries)
      if (tries === 6) break
      await status(person).getByRole('status').getByText('Retrying...').waitFor()
      await page.clock.runFor(4900)
      expect(sent.length).toBe(tries)
      await page.clock.runFor(200)
    }
    await failed(person)
      .getByText("At least one of the files couldn't be uploaded due to an issue with your Internet connection.")
      .waitFor()
    await failed(person).getByText('Please check your connection and try again.').waitFor()
    await page.clock.runFor(60_000)
    expect(sent.length).toBe(6)
    await failed(person).getByText('lost.jpg').waitFor()

    await page.context().setOffline(false)
    await page.clock.resume()
    await press(failed(person).getByRole('button', { name: 'Try again' }))
    await own(person, 1).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await person.closed()
  })

  it('[UPL-2] says so when one of several has failed, keeps the others, and Ok leads back', async () => {
    const person = await hand.edit()
    const { page, press } = person
    await press('Change photos')
    await sourceOf(person, 'My own').waitFor()
    await page.clock.install()
    await page.route('**/api/webshop/user/images', (route) =>
      route.request().postDataBuffer()?.includes('bad.jpg')
        ? route.fulfill({ status: 502, body: '' })
        : route.continue(),
    )
    const asked = await askedForFiles(person, () => sourceOf(person, 'My own').check())
    await asked.setFiles([await aPicture('bad.jpg'), await aPicture('good.jpg')])
    const row = status(person).locator('li').getByText('Retrying...')
    await row.waitFor()
    await status(person).getByText('1 of 2 uploaded').waitFor()
    await press(status(person).getByRole('button', { name: 'Go on editing' }))
    await person.said('Retrying...')
    await press(/^Uploading: \d+ % Retrying\.\.\.$/)
    for (let tries = 1; tries <= 5; tries++) {
      await row.waitFor()
      await page.clock.fastForward(5100)
    }
    await press(failed(person).getByRole('button', { name: 'Ok' }))
    await own(person, 1).waitFor()
    expect(await own(person, 2).count()).toBe(0)
    await person.closed()
  })

  it('tells at once what the server refuses, and does not send it again', async () => {
    const person = await hand.editPicture()
    let sent = 0
    person.page.on('request', (request) => {
      if (request.url().endsWith('/user/images')) sent += 1
    })
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const whole = await aPicture('half.jpg')
    await choose(person, [
      { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) },
      { ...whole, buffer: whole.buffer.subarray(0, 3000) },
      await aPicture('whole.jpg'),
    ])
    const dialog = person.page.getByRole('dialog', { name: 'Not every file can be used' })
    await dialog.getByText('This is not a JPEG, PNG or WebP picture.').waitFor()
    await dialog.getByText('This picture is damaged or not complete.').waitFor()
    await person.press(dialog.getByRole('button', { name: 'Ok' }))
    await own(person, 1).waitFor()
    expect(sent).toBe(3)
    await person.closed()
  })

  it('does not lay it on the file that its session has ended', async () => {
    const person = await hand.editPicture()
    await person.page.context().clearCookies()
    await choose(person, [await aPicture()])
    const dialog = person.page.getByRole('dialog', { name: 'Upload failed' })
    await dialog.getByText('Please sign in first.').waitFor()
    await person.press(dialog.getByRole('button', { name: 'Ok' }))
    await person.closed()
  })
})

describe('uploading at a computer', () => {
  const hand = withPerson(world, 'react', computer)

  it('is told on whatever screen the customer stands, and a window that closes leaves the focus where it was', async () => {
    const person = await hand.editPicture()
    const { page, press, button } = person
    let arrive = () => {}
    const way = new Promise<void>((open) => {
      arrive = open
    })
    await page.route('**/api/webshop/user/images', async (route) => {
      await way
      await route.continue()
    })
    await choose(person, [await aPicture()])
    await expectKeysInside(status(person), 'uploads/UploadStatus')
    await press(status(person).getByRole('button', { name: 'Go on editing' }))
    await press('Done')
    await page.getByRole('img', { name: /^Your card/ }).waitFor()
    await button(/^Uploading: \d+ %/).waitFor()
    await press('Preview')
    const preview = page.getByRole('dialog', { name: 'Preview' })
    await preview.waitFor()
    arrive()
    // Under a window nobody would hear it.
    await preview.getByRole('status').getByText('1 picture uploaded').waitFor({ state: 'attached' })
    await press(preview.getByRole('button', { name: 'Close' }))
    await press('Change photos')
    await sourceOf(person, 'My own').check()
    const asked = await askedForFiles(person, () => button('Upload pictures').press('Enter'))
    await asked.setFiles([{ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') }])
    const refused = page.getByRole('dialog', { name: 'Not every file can be used' })
    await refused.waitFor()
    await page.goBack()
    await refused.waitFor({ state: 'detached' })
    expect(await person.heading()).toBe('Portrait')
    await patiently(() => button('Upload pictures').evaluate((node) => node.matches(':focus'))).toBe(true)
    await person.closed()
  })
})

/** The connections of the server. One that is ended in order finishes an upload that is under way; one that dies does not. */
const lines = new Set<Socket>()
subscribe('net.server.socket', (message) => lines.add((message as { socket: Socket }).socket))

describe('a server that is lost during an upload', () => {
  const hand = withPerson(world, 'react', computer)

  it('[UPL-2] is waited for, and gets the file when it is back', async () => {
    const person = await hand.editPicture()
    await slowLine(person.page, 250_000)
    await person.page.clock.install()
    await choose(person, [await aLargePicture('a.jpg')])
    await status(person)
      .getByText(/[1-9]\d? %/)
      .waitFor()
    const { env } = world.server.app
    const closing = world.server.server.close()
    for (const line of lines) line.destroy()
    await status(person).locator('li').getByText('Retrying...').waitFor()
    await closing
    const again = await startServer({ env, staticFolders: { site: '/nowhere', widgets: '/nowhere' } })
    world.server = { ...world.server, app: again.app, server: again }
    await slowLine(person.page, -1)
    await person.page.clock.fastForward(5000)
    await own(person, 1).waitFor()
    expect(await person.customer.client.call(uploads.recent, {})).toHaveLength(1)
    await person.closed()
  })
})
