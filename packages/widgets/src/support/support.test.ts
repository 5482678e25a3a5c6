import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { partsOf, recordingsOf } from '../../../server/src/features/support/collection.ts'
import { recordingsCommand } from '../../../server/src/features/support/command.ts'
import { buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../../server/src/testing/buildPictureSet.ts'
import { buildTemplate } from '../../../server/src/testing/buildTemplate.ts'
import type { TestServer } from '../../../server/src/testing/testServer.ts'
import { openShopInBrowser, type ShopInBrowser } from '../testing/shopInBrowser.ts'

// A support recording made by a visitor: the sources with the real recorder in a real browser, against a real server.

const CHILD = 'Wilhelmina Featherstone'
let shop: ShopInBrowser
let server: TestServer
let set: BuiltPictureSet
let page: Page
/** The scripts that the page has fetched. */
let fetched: string[]

beforeAll(async () => {
  const style = 'body{background:url(/images/0f0f0f0f-0000-4000-8000-000000000000?signature=x)}'
  const body = `<style>${style}</style><p title="${CHILD}">Hello ${CHILD}</p>`
  shop = await openShopInBrowser({}, { page: 'src/testing/pages/editorPage.tsx', title: CHILD, body })
  server = shop.server
  set = await buildPictureSet(server.app, server.provider, { subject: { name: CHILD } })
  await buildTemplate(server.app, server.provider)
})
afterEach(() => shop.leave())
afterAll(() => shop?.close())

const eventually = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: 15_000 })
const button = (name: string) => page.getByRole('button', { name, exact: true })

async function open(path: string, before?: (page: Page) => Promise<unknown>): Promise<void> {
  const customer = await buildCustomer(server, { subjects: [set.subject.uuid], name: 'Jordan Featherstone' })
  fetched = []
  page = await shop.visit(path, {
    customer,
    before: async (page) => {
      page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
      await before?.(page)
    },
  })
}

const start = async () => {
  await button('Start recording').click()
  await button('Stop recording').waitFor()
}
/** The script that continues a recording on the next page. */
const recorderCame = () => page.waitForResponse((response) => recorder().includes(new URL(response.url()).pathname))
const recorder = () => [...shop.scripts].filter(([, code]) => code.includes('rr_open_mode')).map(([path]) => path)
const stop = async () => {
  await button('Stop recording').click()
  await page.getByText('The recording has ended.').waitFor()
}
const uuidShown = async () => (await page.locator('.pk-recording-uuid').textContent()) ?? ''
const stored = async (uuid: string) => {
  const parts = await partsOf(server.app, server.provider.key).find({ recording: uuid }).sort({ part: 1 }).toArray()
  return parts.map(({ events }) => events).join('\n')
}
const recording = (uuid: string) => recordingsOf(server.app, server.provider.key).findOne({ _id: uuid })

describe('/debug', () => {
  it('[PUB-6] fetches the recorder when a recording is started, and not before', async () => {
    expect(recorder()).toHaveLength(1)
    await open('/debug')
    await button('Start recording').waitFor()
    expect(fetched.filter((path) => recorder().includes(path))).toEqual([])
    await start()
    expect(fetched.filter((path) => recorder().includes(path))).toEqual(recorder())
    await stop()
    expect((await recording(await uuidShown()))?.ended).not.toBeNull()
  })

  it('[PUB-6] records over page loads, but no typed text, name or picture', async () => {
    await open('/debug')
    await start()
    const uuid = await uuidShown()
    const seen: string[] = []
    page.on('request', (request) => request.url().includes('/images/') && seen.push(request.url()))

    // typed text, in the code field, by keys and by script
    await page.goto(shop.address('/enter-code?code=SECRET77'))
    const field = page.locator('input[data-look=code]')
    await field.fill('')
    await field.pressSequentially('ORCHID')
    await field.evaluate((one, name) => {
      const input = document.createElement('input')
      input.value = name
      const area = document.createElement('textarea')
      area.value = `Dear ${name}`
      area.placeholder = name
      one.after(input, area)
    }, CHILD)

    // a page full of pictures and names
    await Promise.all([recorderCame(), page.goto(shop.address('/my-account/picture-sets'))])
    await page.getByRole('heading', { name: CHILD }).waitFor()
    await Promise.all([recorderCame(), page.goto(shop.address('/products/cards'))])
    await page.locator('img, svg image').first().waitFor()
    await page.goto(shop.address('/debug'))
    await stop()
    expect(await uuidShown()).toBe(uuid)

    const film = await stored(uuid)
    const pages = film.match(/"href":"[^"]*"/g)?.map((one) => new URL(JSON.parse(`{${one}}`).href).pathname)
    expect(new Set(pages)).toEqual(new Set(['/debug', '/enter-code', '/my-account/picture-sets', '/products/cards']))
    expect(['Stop recording', '******'].map((words) => film.includes(words))).toEqual([true, true])
    expect(seen.length).toBeGreaterThan(0)
    for (const secret of ['ORCHID', 'SECRET77', ...CHILD.split(' '), 'Jordan', 'images/', 'signature', 'data:image'])
      expect(film.toLowerCase().includes(secret.toLowerCase()), secret).toBe(false)
    for (const address of seen) {
      const [, uuid = address] = address.match(/images\/([0-9a-f-]{36})/) ?? []
      expect(film.includes(uuid), address).toBe(false)
    }
  })

  it('[PUB-6] stops for the visitor whatever the server answers: a failed stop shows an alert and is reported', async () => {
    await open('/debug')
    await start()
    const uuid = await uuidShown()
    await page.evaluate(() => {
      document.addEventListener('pk-error', (event) => {
        document.body.dataset.told = (event as CustomEvent<{ reason: string }>).detail.reason
      })
    })
    await page.route('**/debug-recording**', (route) => route.abort())
    await button('Stop recording').click()
    await page.getByRole('alert').getByText('Error stopping debug mode').waitFor()
    expect(await page.evaluate(() => document.body.dataset.told)).toBe('network')
    await page.unroute('**/debug-recording**')

    // nothing more is recorded, not even on the next page
    const before = (await recording(uuid))?.parts
    await page.reload()
    await page.getByRole('alert').getByText('Error stopping debug mode').waitFor()
    await page.mouse.move(50, 50)
    expect((await recording(uuid))?.parts).toBe(before)
    await stop()
    expect((await recording(uuid))?.ended).not.toBeNull()
  })

  it('[PUB-6] ends by itself after half an hour, even if the page slept meanwhile', async () => {
    await open('/debug', (to) => to.clock.install())
    await start()
    const uuid = await uuidShown()
    await eventually(async () => {
      await page.clock.runFor(4000)
      return (await recording(uuid))?.parts
    }).toBeGreaterThan(0)
    const { parts } = (await recording(uuid)) ?? {}
    await page.clock.fastForward(31 * 60_000)
    await page.getByText('The recording has ended by itself.').waitFor()
    await page.mouse.move(70, 70)
    await page.clock.runFor(10_000)
    expect((await recording(uuid))?.parts).toBe(parts)
    await button('Start recording').waitFor()
  })

  it('[PUB-6] ends when the server reports that its time is over', async () => {
    await open('/debug', (to) => to.clock.install())
    await start()
    server.wait(31 * 60_000)
    await page.mouse.move(90, 90)
    await page.clock.runFor(10_000)
    await page.getByText('The recording has ended by itself.').waitFor()
  })

  it("[PUB-6] says 'Cookies are not enabled' if they are not", async () => {
    await open('/debug', (to) =>
      to.addInitScript(() => Object.defineProperty(navigator, 'cookieEnabled', { get: () => false })),
    )
    await page.getByText('Cookies are not enabled').waitFor()
    expect(await button('Start recording').count()).toBe(0)
  })
})

it('[PUB-6] the file of a recording replays it without a network', async () => {
  await open('/debug')
  await start()
  const uuid = await uuidShown()
  await page.mouse.move(200, 200)
  await stop()
  const file = join(tmpdir(), `pk-film-${uuid}.html`)
  expect(await recordingsCommand(['html', uuid, file], server.app)).toBe(0)
  const context = await shop.browser.newContext({ offline: true })
  try {
    const film = await context.newPage()
    const [requests, problems]: [string[], string[]] = [[], []]
    film.on('request', (request) => requests.push(request.url()))
    film.on('pageerror', (error) => problems.push(error.message))
    await film.goto(pathToFileURL(file).href)
    await film.frameLocator('#stage iframe').getByText('What support gets to see').waitFor()
    await film
      .locator('#clock')
      .getByText(/0:\d\d \/ 0:\d\d/)
      .waitFor()
    await film.getByRole('button', { name: /Play|Pause/ }).click()
    expect(requests.filter((address) => !/^(?:file:|data:|about:|blob:null)/.test(address))).toEqual([])
    expect(problems).toEqual([])
  } finally {
    await context.close()
    await rm(file, { force: true })
  }
})
