import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../../server/src/testing/testServer.ts'
import { createShop } from '../../shop.ts'
import { aTemplate } from '../../testing/aTemplate.ts'
import { performAction } from '../actions/action.ts'
import { undo } from '../actions/undo.ts'
import { contentOf, createInstance, textOf } from '../design/instance.ts'
import { createTypesetter } from '../drawing/typesetter.ts'
import { createTextInput } from './textInput.ts'
import type { FontsStatus } from './textShapers.ts'

// With the server's own fonts. The box of the name is 85 by 16 millimetres, its size 28 points.

const NAME = 'front.name'
const LONG = 'Emma Carter and everybody who came to the last day of school'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
afterEach(() => vi.unstubAllGlobals())

/** The text screen of a card, and whether its fonts can be fetched. */
function at() {
  const network = { isOnline: true, way: Promise.resolve() }
  const send = globalThis.fetch
  vi.stubGlobal('fetch', async (...sent: Parameters<typeof fetch>) => {
    await network.way
    if (!network.isOnline) throw new TypeError('fetch failed')
    return send(...sent)
  })
  const shop = createShop({ api: server.url, provider: server.provider.key })
  const definition = aTemplate()
  const content = contentOf([{ fullId: NAME, type: 'STRING', text: 'Emma' }], null)
  let instance = createInstance(definition, definition.product, null, content)
  const statuses: FontsStatus[] = []
  const input = createTextInput(shop, createTypesetter(shop), {
    instance: () => instance,
    set(next) {
      instance = next
    },
    onFontsStatus: (status) => void statuses.push(status),
  })
  return {
    network,
    statuses,
    input,
    text: () => textOf(instance.content, NAME)?.text,
    /** In points; that of the template if none is stored. */
    size: () => textOf(instance.content, NAME)?.overrideSize ?? 28,
    family: () => textOf(instance.content, NAME)?.overrideFamily,
    steps: () => instance.history.past.length,
    undo() {
      instance = performAction(instance, undo, {})
    },
  }
}

describe('[TXT-2] a typed text', () => {
  it('shrinks until it fits its box, not below 12, and grows again up to the selected size', async () => {
    const { input, size } = at()
    await input.type(NAME, LONG)
    const small = size()
    expect([small >= 12, small < 28]).toEqual([true, true])
    await input.type(NAME, `${LONG} `.repeat(8))
    expect(size()).toBe(12)
    await input.type(NAME, 'Emma')
    expect(size()).toBe(28)
  })

  it('[TXT-5] is stored without unwanted space, trimmed when its field is left', async () => {
    const { input, text } = at()
    await input.type(NAME, ' Emma   Carter ')
    expect(text()).toBe(' Emma Carter ')
    await input.leave(NAME)
    expect(text()).toBe('Emma Carter')
  })

  it('is one undo step as long as there is no pause, and leaving the field belongs to it', async () => {
    const { input, steps, text, undo } = at()
    for (const stroke of ['Emma C', 'Emma Ca', `${LONG} `]) await input.type(NAME, stroke)
    await input.leave(NAME)
    expect([steps(), text()]).toEqual([1, LONG])
    undo()
    expect(text()).toBe('Emma')
  })

  it('shrinks when its editor opens if it does not fit, and stays the same otherwise', async () => {
    const { input, size, network } = at()
    network.isOnline = false
    await input.type(NAME, LONG)
    network.isOnline = true
    await input.open(NAME, false)
    expect(size()).toBe(28)
    await input.open(NAME, true)
    expect(size()).toBeLessThan(28)
  })
})

describe('[TXT-3] a size and a family', () => {
  it('are applied if the text fits, and rejected if it does not', async () => {
    const { input, size } = at()
    expect([await input.trySize(NAME, 33), size()]).toEqual([true, 33])
    expect([await input.trySize(NAME, 110), size()]).toEqual([false, 33])
  })

  it('limit how far the text grows', async () => {
    const { input, size } = at()
    await input.trySize(NAME, 20)
    await input.type(NAME, LONG)
    expect(size()).toBeLessThan(20)
    await input.type(NAME, 'Emma')
    expect(size()).toBe(20)
  })

  it('reset the size to that of the template if the text does not fit in the family', async () => {
    const { input, family, size } = at()
    await input.type(NAME, 'Emma Carter 4B')
    await input.tryFont(NAME, 'Oswald')
    expect(await input.trySize(NAME, 30)).toBe(true)
    await input.tryFont(NAME, 'Bebas Neue')
    expect([family(), size()]).toEqual(['Bebas Neue', 30])
    await input.tryFont(NAME, 'Montserrat')
    expect([family(), size()]).toEqual(['Montserrat', 28])
  })
})

describe('fonts that fail to load', () => {
  it('do not prevent typing, and the next key stroke tries again', async () => {
    const { input, network, size, statuses, text } = at()
    network.isOnline = false
    await input.type(NAME, LONG)
    expect([text(), size(), statuses]).toEqual([LONG, 28, ['loading', 'failed']])
    expect(await input.trySize(NAME, 30)).toBe(true)
    network.isOnline = true
    await input.type(NAME, `${LONG}!`)
    expect(size()).toBeLessThan(28)
    expect(statuses.at(-1)).toBe('ready')
  })

  it('do not determine the size of a text that has changed meanwhile', async () => {
    const { input, network, size, text } = at()
    const way = Promise.withResolvers<void>()
    network.way = way.promise
    const first = input.type(NAME, `${LONG} `.repeat(8))
    const second = input.type(NAME, 'Emma')
    way.resolve()
    await Promise.all([first, second])
    expect([text(), size()]).toEqual(['Emma', 28])
  })
})
