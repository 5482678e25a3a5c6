import { randomUUID } from 'node:crypto'
import { editor } from '@portraitkit/core/editor/contract.ts'
import type { Layer } from '@portraitkit/core/template/definition.ts'
import type { DesignContent } from '@portraitkit/core/template/design.ts'
import { designId } from '@portraitkit/core/template/designId.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltCustomer, buildCustomer } from '../../testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../testing/buildPictureSet.ts'
import { type BuiltTemplate, buildTemplate } from '../../testing/buildTemplate.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { picturesOf } from '../jobs/collection.ts'

let server: TestServer
let set: BuiltPictureSet
let mother: BuiltCustomer
let card: BuiltTemplate

beforeAll(async () => {
  server = await startTestServer()
  set = await buildPictureSet(server.app, server.provider, { subject: { name: 'Emma Carter', group: '4B' } })
  mother = await buildCustomer(server, { subjects: [set.subject.uuid] })
  const box = { x: 10, y: 10, width: 60, height: 60 }
  const look = {
    family: 'Lora',
    size: 20,
    color: '#000000',
    horizontalAlign: 'left',
    verticalAlign: 'top',
  } as const
  const layers: Layer[] = [
    { kind: 'image', id: 'class', box },
    { kind: 'text', id: 'group', box, texts: { en: 'Class' }, fill: 'group', ...look },
    { kind: 'text', id: 'name', box, texts: { en: 'Name' }, fill: 'name', ...look },
    { kind: 'text', id: 'seal', box, texts: { en: 'Class' }, fill: 'group', disableEdit: true, ...look },
  ]
  card = await buildTemplate(server.app, server.provider, {
    definition: { parts: [{ id: 'front', descriptions: { en: 'Front' }, layers }] },
  })
})
afterAll(() => server.close())

function contentWithText(text: string): DesignContent {
  return {
    template: { uuid: card.definition.uuid, version: 1 },
    subject: set.subject.uuid,
    resources: [{ fullId: 'front.name', type: 'STRING', text }],
  }
}

describe('the own templates of a product', () => {
  const listed = (who: BuiltCustomer, productUuid = card.product.uuid) =>
    who.client.call(editor.ownTemplates, { productUuid })

  it('[API-1] [EDT-17] are the unfinished designs, the latest first, with their content', async () => {
    const designs = [randomUUID(), randomUUID()]
    for (const [index, uuid] of designs.entries()) {
      const content = contentWithText(`number ${index}`)
      await mother.client.call(editor.saveDesign, { uuid, version: 0, product: card.product.uuid, content })
      server.wait(1000)
    }
    const items = await listed(mother)
    expect(items.map(({ design }) => design)).toEqual(designs.toReversed())
    expect(items[0]).toMatchObject({
      version: 1,
      template: { uuid: card.definition.uuid, version: 1, name: 'Square card' },
      subject: { uuid: set.subject.uuid },
      userResources: contentWithText('number 1').resources,
      year: null,
    })
  })

  it('[API-2] are the customer’s own, and of this product only', async () => {
    const father = await buildCustomer(server, { subjects: [set.subject.uuid] })
    expect(await listed(father)).toEqual([])
    expect(await listed(mother, randomUUID())).toEqual([])
    const failure = await mother.client.fail(editor.ownTemplates, { productUuid: 'nonsense' })
    expect(failure).toMatchObject({ status: 400, reason: 'input.invalid' })
  })
})

describe('the unfinished designs', () => {
  it('[API-1] are of all products, the latest first, and name the template that each started with', async () => {
    const father = await buildCustomer(server, { subjects: [set.subject.uuid] })
    const { app, provider } = server
    const original = await buildTemplate(app, provider)
    const other = await buildTemplate(app, provider, {
      definition: { names: { en: 'The other one' }, product: original.product.uuid },
      product: original.product,
    })
    const subject = set.subject.uuid
    const save = async (product: string, template: string, content: DesignContent) => {
      const uuid = await designId({ customer: father.customer._id, product, template, subject })
      await father.client.call(editor.saveDesign, { uuid, version: 0, product, content })
      server.wait(1000)
    }
    await save(card.product.uuid, card.definition.uuid, contentWithText('first'))
    // It was continued in a different template of its product.
    const gone = { ...contentWithText('second'), template: { uuid: other.definition.uuid, version: 1 }, resources: [] }
    await save(original.product.uuid, original.definition.uuid, gone)

    const items = await father.client.call(editor.unfinished, {})
    expect(items).toMatchObject([
      { name: 'The other one', type: 'CARDS', product: original.product.uuid, openedWith: original.definition.uuid },
      { name: 'Square card', product: card.product.uuid, openedWith: card.definition.uuid },
    ])
    expect(items[1]?.content).toEqual(contentWithText('first'))
    expect(await (await buildCustomer(server)).client.call(editor.unfinished, {})).toEqual([])
  })
})

describe('the texts of a picture', () => {
  const inputWith = (change: object = {}) => ({
    subject: { uuid: set.subject.uuid },
    template: { uuid: card.definition.uuid },
    picture: { uuid: set.pictures.group.uuid },
    resource: { id: 'front.class' },
    ...change,
  })

  it('[API-1] [EDT-11] name the groups of a group picture, wherever a customer could write them', async () => {
    const pictures = picturesOf(server.app, server.provider.key)
    await pictures.updateOne({ uuid: set.pictures.group.uuid }, { $set: { 'assignment.groups': ['4B', '4A'] } })
    const { userStringResources } = await mother.client.call(editor.fillUserStrings, inputWith())
    expect(userStringResources).toEqual([{ fullId: 'front.group', type: 'STRING', text: '4B, 4A' }])
  })

  it('are empty for a portrait', async () => {
    const answer = await mother.client.call(editor.fillUserStrings, inputWith({ picture: set.pictures.first }))
    expect(answer).toEqual({ userStringResources: [] })
  })

  it('[API-2] are refused for a missing picture, or one of another customer', async () => {
    const refusal = async (change: object, who = mother) =>
      (await who.client.fail(editor.fillUserStrings, inputWith(change))).reason
    expect(await refusal({ template: { uuid: randomUUID() } })).toBe('template.unknown')
    expect(await refusal({ resource: { id: 'front.group' } })).toBe('editor.unknown_slot')
    expect(await refusal({ picture: { uuid: randomUUID() } })).toBe('picture-sets.unknown')
    expect(await refusal({}, await buildCustomer(server))).toBe('picture-sets.unknown')
    expect(await refusal({ picture: {} })).toBe('input.invalid')
  })
})
