import { randomUUID } from 'node:crypto'
import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import { aTemplate } from '@portraitkit/core/testing/aTemplate.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTemplate } from '../../testing/buildTemplate.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { saveProduct } from '../products/collection.ts'
import { checkProduct } from './checks/checkProduct.ts'
import { newestTemplates, saveTemplate, templateOf } from './collection.ts'

let server: TestServer
let product: string

beforeAll(async () => {
  server = await startTestServer()
  product = (await buildTemplate(server.app, server.provider)).product.uuid
})
afterAll(() => server.close())

const save = (given: unknown) => saveTemplate(server.app, server.provider.key, given)

type Json = Record<string, unknown>

/** A template with one thing changed in its JSON. */
function changedTemplate(change: (json: Json) => void): TemplateDefinition {
  const json = structuredClone(aTemplate({ uuid: randomUUID(), product }))
  change(json)
  return json
}

const front = (json: Json) => (json.parts as Json[])[0] as Json
const layer = (json: Json, index: number) => (front(json).layers as Json[])[index] as Json

describe('a template', () => {
  it('keeps every version as it was saved; saving the same version again changes nothing', async () => {
    const first = aTemplate({ uuid: randomUUID(), product })
    await save(first)
    await save(structuredClone(first))
    await expect(save({ ...first, bleed: 5 })).rejects.toThrow('version: Version 1 is stored with another content')
    const second = { ...first, version: 2, bleed: 5 }
    await save(second)
    const of = (version?: number) => templateOf(server.app, server.provider.key, first.uuid, version)
    expect(await of(1)).toEqual(first)
    expect(await of()).toEqual(second)
    expect(await of(3)).toBeNull()
    const newest = await newestTemplates(server.app, server.provider.key, 'CARDS')
    expect(newest.filter(({ uuid }) => uuid === first.uuid)).toEqual([second])
    expect(await templateOf(server.app, server.other.key, first.uuid)).toBeNull()
  })

  it('is refused with every error at once, of all kinds', async () => {
    const given = changedTemplate((json) => {
      const view = { part: 'nowhere', picture: 'mug.png', size: { width: 100, height: 100 }, face: { kind: 'cone' } }
      Object.assign(json, { product: randomUUID(), colour: 'red', version: 0, gift: { views: [view] } })
      Object.assign(layer(json, 0), { color: 'red' })
      Object.assign(layer(json, 1), { box: { x: 400, y: 0, width: 10, height: 10 } })
      Object.assign(layer(json, 3), { family: 'Comic Sans', familly: 'Lora' })
    })
    const problems = await save(given).then(
      () => [],
      (error: { problems?: Array<{ path: string }> }) => error.problems?.map(({ path }) => path),
    )
    expect(problems?.toSorted()).toEqual([
      'colour',
      'gift',
      'gift.views.0.face.kind',
      'gift.views.0.part',
      'gift.views.0.picture',
      'parts.0.layers.0.color',
      'parts.0.layers.1.box',
      'parts.0.layers.3.familly',
      'parts.0.layers.3.family',
      'product',
      'version',
    ])
  })

  it.each<[string, string, (json: Json) => void]>([
    ['another format', 'format: ', (json) => Object.assign(json, { format: 2 })],
    ['lines without a height', 'lineHeight: ', (json) => Object.assign(layer(json, 3), { lineHeight: 0 })],
    ['an endless name', 'names.en: It is longer', (json) => Object.assign(json, { names: { en: 'x'.repeat(101) } })],
    [
      'a name with a change of direction',
      'names.en: It contains invisible characters',
      (json) => Object.assign(json, { names: { en: 'Card\u202e' } }),
    ],
    [
      'a name with a control character',
      'names.en: It contains invisible characters',
      (json) => Object.assign(json, { names: { en: 'A\u0000' } }),
    ],
    [
      'a text with an invisible character',
      'parts.0.layers.3.texts.en: It contains invisible characters',
      (json) => Object.assign(layer(json, 3), { texts: { en: 'Em\u0000ma' } }),
    ],
    [
      'a page with a change of direction',
      'parts.0.descriptions.en: It contains invisible characters',
      (json) => Object.assign(front(json), { descriptions: { en: '\u2066Front' } }),
    ],
    [
      'an endless text',
      'parts.0.layers.3.texts.en: It is longer than 500',
      (json) => Object.assign(layer(json, 3), { texts: { en: 'x'.repeat(501) } }),
    ],
    [
      'an invalid language',
      'names.English: Not a language',
      (json) => Object.assign(json, { names: { en: 'A', English: 'A' } }),
    ],
    [
      'a product of another type',
      'type: It is CALENDAR, but its product is CARDS',
      (json) => Object.assign(json, { type: 'CALENDAR' }),
    ],
    [
      'a product of another size',
      'trimBox: It is 150 x 155 mm, but its product is 15x15',
      (json) => Object.assign(json, { trimBox: { width: 150, height: 155 } }),
    ],
    [
      'a colour by name',
      'parts.0.layers.0.color: A colour must be written #rrggbb',
      (json) => Object.assign(layer(json, 0), { color: 'red' }),
    ],
    [
      'an unknown font',
      'parts.0.layers.3.family: There is no font family Comic Sans',
      (json) => Object.assign(layer(json, 3), { family: 'Comic Sans' }),
    ],
    [
      'a text that does not fit',
      'parts.0.layers.3.texts.en: The text does not fit into its box at 28 points',
      (json) => Object.assign(layer(json, 3), { texts: { en: 'Emma '.repeat(20) } }),
    ],
    [
      'a character that no font has',
      'parts.0.layers.3.texts.en: No font contains 漢',
      (json) => Object.assign(layer(json, 3), { texts: { en: '漢' } }),
    ],
    [
      'a repeated id',
      'parts.0.layers: The id large occurs twice',
      (json) => Object.assign(layer(json, 2), { id: 'large' }),
    ],
    [
      'a slot outside the sheet',
      'parts.0.layers.1.box: It is outside the sheet',
      (json) => Object.assign(layer(json, 1), { box: { x: 154, y: 0, width: 10, height: 10 } }),
    ],
    [
      'a mask that is not a path',
      'parts.0.layers.1.mask: Not a path',
      (json) => Object.assign(layer(json, 1), { mask: 'url(#x)' }),
    ],
    [
      'a mask whose command lacks its numbers',
      'parts.0.layers.1.mask: Not a path: "Q" is not a command with its numbers',
      (json) => Object.assign(layer(json, 1), { mask: 'M0 0 Q' }),
    ],
    [
      'a mask that encloses nothing',
      'parts.0.layers.1.mask: The path encloses nothing',
      (json) => Object.assign(layer(json, 1), { mask: 'M0 0 Z' }),
    ],
    ['a name of spaces only', 'names.en: It is empty', (json) => Object.assign(json, { names: { en: '  ' } })],
    [
      'a missing language',
      'parts.0.descriptions.en: The text in this language is missing',
      (json) => Object.assign(front(json), { descriptions: { de: 'Vorne' } }),
    ],
    [
      'no product',
      'product: There is no product with this uuid',
      (json) => Object.assign(json, { product: randomUUID() }),
    ],
    ['a fold outside the page', 'foldAt: The fold is outside the page', (json) => Object.assign(json, { foldAt: 150 })],
  ])('is refused with %s, naming path and reason', async (_what, message, change) => {
    const given = changedTemplate(change)
    await expect(save(given)).rejects.toThrow(message)
    expect(await templateOf(server.app, server.provider.key, given.uuid)).toBeNull()
  })

  it('is refused with all of its errors at once', async () => {
    const given = changedTemplate((json) => {
      Object.assign(layer(json, 3), { family: 'Comic Sans' })
      Object.assign(json, { foldAt: 500 })
    })
    const error = await save(given).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ problems: [{ path: 'foldAt' }, { path: 'parts.0.layers.3.family' }] })
  })
})

it.each([
  ['15x15 folded', { trimBox: { width: 300, height: 150 }, foldAt: 150 }],
  ['10x15', { trimBox: { width: 150, height: 100 } }],
  ['A4', { trimBox: { width: 297, height: 210 } }],
  ['200x85', { trimBox: { width: 200, height: 85 } }],
  ['5x7 in', { trimBox: { width: 127, height: 178 } }],
  ['Large', {}],
])('a page matches the format %s', (formatSize, change) => {
  expect(checkProduct(aTemplate(change), { type: 1, formatSize })).toEqual([])
  const other = aTemplate({ trimBox: { width: 93, height: 33 } })
  expect(checkProduct(other, { type: 1, formatSize })).toHaveLength(formatSize === 'Large' ? 0 : 1)
})

describe('a product', () => {
  const aProduct = {
    uuid: randomUUID(),
    names: { en: 'Card' },
    type: 1,
    producttype: 'card',
    sortOrder: 1,
    formatSize: '15x15',
    minorderpartquantity: 1,
    subproducts: [],
    productprices: [{ quantity: 1, price: 399, campaignprice: null, type: 0 }],
    campaignrequirement: '',
  }

  it.each([
    [
      'a price that is not in whole minor units',
      'productprices.0.price',
      { productprices: [{ quantity: 1, price: 3.99, campaignprice: null, type: 0 }] },
    ],
    [
      'no price for the first piece',
      'productprices: The first piece needs a price',
      { productprices: [{ quantity: 2, price: 399, campaignprice: null, type: 0 }] },
    ],
    ['no name', 'names: A name is missing', { names: {} }],
  ])('is refused with %s', async (_what, message, change) => {
    const saving = saveProduct(server.app, server.provider.key, { ...aProduct, ...change })
    await expect(saving).rejects.toThrow(message)
  })
})
