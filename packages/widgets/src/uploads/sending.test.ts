import { uploads } from '@portraitkit/core/uploads/contract.ts'
import { totalProgress } from '@portraitkit/core/uploads/queue.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  aLargePicture,
  allowOwnPictures,
  aPicture,
  choose,
  openFileChooser,
  own,
  slowLine,
  sourceOf,
  status,
} from '../testing/buildFiles.ts'
import { computer, eventually, type Person, phone, withPerson, withWorld } from '../testing/buildPerson.ts'
import { expectKeysInside } from '../testing/keyboard.ts'

// Files being sent, also over slow connections. In a real browser, against a real server.

const world = withWorld()
beforeAll(() => allowOwnPictures(world))

/** Everything that the dialog has shown of the files and the total, in order. */
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

it('[UPL-1] a failed file has not arrived, and a refused one is not waited for', () => {
  const file = { id: 1, name: 'a.jpg', bytes: 100, status: 1, progress: 0.5, retrying: false, refusal: null } as const
  const lost = { ...file, status: -1, progress: 1 } as const
  const refused = { ...lost, bytes: 900, refusal: { reason: 'uploads.too_large', text: '' } }
  expect(totalProgress([lost, file])).toBe(0.25)
  expect(totalProgress([lost, lost])).toBe(0)
  expect(totalProgress([refused, file])).toBe(0.5)
})

describe('uploading on a phone', () => {
  const hand = withPerson(world, 'preact', phone)

  it('[UPL-1] sends several pictures, two at once, shows the progress of each and of all, and leaves out other files', async () => {
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

    // 0 queued, 1 uploading, 2 done: two are being sent and the third waits for its turn
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

  it('continues while the card is edited, and stops on request; Back closes its window and leaves the screen', async () => {
    const person = await hand.editPicture()
    const { page } = person
    const startLength = await page.evaluate(() => history.length)
    await slowLine(page, 300_000)
    await choose(person, [await aLargePicture('a.jpg'), await aLargePicture('b.jpg')])
    await status(person).waitFor()
    await page.goBack()
    await status(person).waitFor({ state: 'detached' })
    expect(await person.heading()).toBe('Portrait')
    await sourceOf(person, 'Picture set').check()
    await person.press('Picture 1 of Emma Carter')
    await person.announces(/^Uploading: \d+ %/)
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
    expect([person.path(), await page.evaluate(() => history.length)]).toEqual([pathname, startLength])
    expect(await page.getByRole('dialog').count()).toBe(0)
    await person.closed()
  })
})

describe('uploading at a computer', () => {
  const hand = withPerson(world, 'react', computer)

  it('is shown on any screen, and closing its window leaves the focus where it was', async () => {
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
    await press(status(person).getByRole('button', { name: 'Continue editing' }))
    await press('Done')
    await page.getByRole('img', { name: /^Your card/ }).waitFor()
    await button(/^Uploading: \d+ %/).waitFor()
    await press('Preview')
    const preview = page.getByRole('dialog', { name: 'Preview' })
    await preview.waitFor()
    arrive()
    // Screen readers would not announce it under a window.
    await preview.getByRole('status').getByText('1 picture uploaded').waitFor({ state: 'attached' })
    await press(preview.getByRole('button', { name: 'Close' }))
    await press('Change photos')
    await sourceOf(person, 'My own').check()
    const chooser = await openFileChooser(person, () => button('Upload pictures').press('Enter'))
    await chooser.setFiles([{ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') }])
    const refused = page.getByRole('dialog', { name: 'Not every file can be used' })
    await refused.waitFor()
    await page.goBack()
    await refused.waitFor({ state: 'detached' })
    expect(await person.heading()).toBe('Portrait')
    await eventually(() => button('Upload pictures').evaluate((node) => node.matches(':focus'))).toBe(true)
    await person.closed()
  })
})
