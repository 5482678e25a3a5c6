import { randomUUID } from 'node:crypto'
import { templates } from '@portraitkit/core/template/contract.ts'
import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import type { ImageResource, Resource, TextResource } from '@portraitkit/core/template/design.ts'
import { FAMILIES, familiesOf, fontList } from '@portraitkit/core/template/fontList.ts'
import type { PictureNode, Scene } from '@portraitkit/core/template/scene.ts'
import { sceneHash } from '@portraitkit/core/template/sceneHash.ts'
import { aTemplate } from '@portraitkit/core/testing/aTemplate.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltCustomer, buildCustomer } from '../../testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../testing/buildPictureSet.ts'
import { type BuiltTemplate, buildTemplate } from '../../testing/buildTemplate.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { revokeSubject } from '../access/grants.ts'
import { saveTemplate } from './collection.ts'
import { layOutDesign } from './scenes/layOutDesign.ts'
import { showScene } from './scenes/showScene.ts'

let server: TestServer
let set: BuiltPictureSet
let mother: BuiltCustomer
let square: BuiltTemplate
let small: BuiltTemplate

beforeAll(async () => {
  server = await startTestServer()
  set = await buildPictureSet(server.app, server.provider, { subject: { name: 'Emma Carter' } })
  mother = await buildCustomer(server, { subjects: [set.subject.uuid] })
  small = await buildTemplate(server.app, server.provider, {
    product: { names: { en: 'Card 10x15' }, sortOrder: 0 },
    definition: { names: { en: 'Small' }, trimBox: { width: 150, height: 151 }, categories: ['small', 'portrait'] },
  })
  square = await buildTemplate(server.app, server.provider)
})
afterAll(() => server.close())

const cards = (client = server.client()) => client.call(templates.list, { type: 'cards' })

async function sceneOf(
  change: Record<string, unknown> = {},
  client = mother.client,
): Promise<{ scene: Scene; hash: string; addresses: Record<string, Record<string, string>> }> {
  const scene = { template: { uuid: square.definition.uuid }, ...change }
  const { scenes } = await client.call(templates.scenes, { scenes: [scene] })
  return scenes[0] as { scene: Scene; hash: string; addresses: Record<string, Record<string, string>> }
}

function picturesOf(scene: Scene): Array<string | undefined> {
  const nodes = scene.parts.flatMap((part) => part.nodes)
  return nodes.filter((node): node is PictureNode => node.kind === 'picture').map(({ picture }) => picture?.uuid)
}

function textOf(scene: Scene, id: string): string | undefined {
  const node = scene.parts.flatMap((part) => part.nodes).find((each) => each.kind === 'glyphs' && each.id === id)
  return node?.kind === 'glyphs' ? node.text : undefined
}

function withImage(change: Partial<NonNullable<ImageResource['image']>> = {}): Resource[] {
  const { uuid, width, height } = set.pictures.first
  const cropRect = { x: 0, y: 0, width: 1040, height: 800 }
  const image = { uuid, width, height, rotation: 0 as const, cropRect, overrideEffect: 'original' as const, ...change }
  return [{ fullId: 'front.large', type: 'IMAGE', image }]
}

describe('the templates of a shop', () => {
  it('[API-1] [API-3] [BRW-9] are listed with the fields of the specification, 15x15 first', async () => {
    const list = await cards()
    expect(list.map(({ uuid }) => uuid)).toEqual([square.definition.uuid, small.definition.uuid])
    expect(list[0]).toMatchObject({
      version: 1,
      name: 'Square card',
      product: { uuid: square.product.uuid, name: 'Card 15x15', sortOrder: 1 },
      width: 156,
      height: 156,
      trimBox: { width: 150, height: 150 },
      categories: ['portrait'],
      fromPrice: 249,
      numUserImages: 2,
      hasUserText: true,
      numUserParts: 1,
    })
    expect(list[0]?.userResources).toContainEqual({ fullId: 'front.name', type: 'STRING', text: 'Emma' })
    expect(await server.client().call(templates.list, { type: 'calendars' })).toEqual([])
  })

  it('[API-1] have a preview below /templates/all/', async () => {
    const [first] = await cards()
    const got = await server.client().fetch(`/templates/all/${first?.preview.large}`)
    expect([got.status, got.headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8'])
    expect(got.headers['content-security-policy']).toContain("default-src 'none'")
    expect(got.text).toContain('viewBox="0 0 150 150"')
    const unknown = first?.preview.large.replace(/_1_/, '_2_')
    expect((await server.client().fetch(`/templates/all/${unknown}`)).status).toBe(404)
    expect((await server.client().fetch('/templates/all/..%2f..%2fetc')).status).toBe(404)
  })

  it('[API-1] are found by category, and the categories are listed', async () => {
    const client = server.client()
    const { categories, defaultCategory } = await client.call(templates.cardCategories, {})
    expect([categories, defaultCategory]).toEqual([['portrait', 'small'], 'portrait'])
    const found = await client.call(templates.listByCategory, { type: 'cards', category: 'small' })
    expect(found.map(({ name }) => name)).toEqual(['Small'])
  })

  it('[API-1] are listed for a subject only if its pictures can fill them', async () => {
    const definition = withRules({ pictureTypes: ['MGP'] })
    const siblings = await buildTemplate(server.app, server.provider, { definition })
    const query = { type: 'cards' as const, category: 'portrait', subjectUuid: set.subject.uuid }
    const found = await mother.client.call(templates.listForSubject, query)
    expect(found.map(({ uuid }) => uuid)).not.toContain(siblings.definition.uuid)
    expect(found.map(({ uuid }) => uuid)).toContain(square.definition.uuid)
    const stranger = await buildCustomer(server)
    expect(await stranger.client.fail(templates.listForSubject, query)).toMatchObject({
      status: 404,
      reason: 'picture-sets.unknown',
    })
    expect(await server.client().fail(templates.listForSubject, query)).toMatchObject({ status: 401 })
  })

  it('[API-1] are found by uuid, the newest or any version, and only in their own shop', async () => {
    const { definition } = await buildTemplate(server.app, server.provider)
    const next = { ...definition, version: 2, names: { en: 'Square card, again' } }
    await saveTemplate(server.app, server.provider.key, next)
    const { uuid } = definition
    expect(await mother.client.call(templates.byUuid, { uuid })).toEqual(next)
    expect(await mother.client.call(templates.byUuidAndVersion, { uuid, version: '1' })).toEqual(definition)
    expect(await mother.client.fail(templates.byUuidAndVersion, { uuid, version: '3' })).toMatchObject({ status: 404 })
    expect(await server.client(server.other).fail(templates.byUuid, { uuid })).toMatchObject({
      reason: 'template.unknown',
    })
    expect((await cards()).filter((each) => each.uuid === uuid).map(({ version }) => version)).toEqual([2])
  })

  it('[API-2] refuse invalid input with the reason', async () => {
    expect(await mother.client.fail(templates.byUuid, { uuid: 'nonsense' })).toMatchObject({
      status: 400,
      reason: 'input.invalid',
    })
    expect(await mother.client.fail(templates.scenes, { scenes: [] })).toMatchObject({ status: 400 })
    const many = (count: number) => ({ scenes: Array(count).fill({ template: { uuid: square.definition.uuid } }) })
    expect(await mother.client.fail(templates.scenes, many(25))).toMatchObject({ status: 400 })
    expect(await server.client().fail(templates.scenes, many(13))).toMatchObject({ status: 400, data: ['scenes'] })
    const full = Array(401).fill({ fullId: 'front.name', type: 'STRING', text: '' })
    const overfull = { template: { uuid: square.definition.uuid }, resources: full }
    expect(await server.client().fail(templates.scenes, { scenes: [overfull] })).toMatchObject({ status: 400 })
    const unknown = { template: { uuid: randomUUID() } }
    expect(await mother.client.fail(templates.scenes, { scenes: [unknown] })).toMatchObject({
      reason: 'template.unknown',
    })
  })
})

function withRules(rules: { pictureTypes: Array<'IP' | 'MGP' | 'GP'> }): Partial<TemplateDefinition> {
  const { parts } = aTemplate()
  const ruled = parts.map((part) => ({
    ...part,
    layers: part.layers.map((layer) => (layer.kind === 'image' ? { ...layer, rules } : layer)),
  }))
  return { parts: ruled }
}

describe('a scene', () => {
  it("shows a template with the subject's favourite, name and addresses that open", async () => {
    const { scene, hash, addresses } = await sceneOf({ subject: set.subject.uuid })
    const { favourite, first } = set.pictures
    expect(picturesOf(scene)).toEqual([favourite.uuid, first.uuid])
    expect(textOf(scene, 'front.name')).toBe('Emma Carter')
    expect(hash).toBe(await sceneHash(scene))
    expect(Object.keys(addresses).sort()).toEqual([favourite.uuid, first.uuid].sort())
    const got = await mother.client.fetch(addresses[favourite.uuid]?.['640'] ?? '')
    expect([got.status, got.headers['content-type']]).toEqual([200, 'image/jpeg'])
    // not bought: none larger than 960
    expect(Object.keys(addresses[favourite.uuid] ?? {})).toEqual(['320', '640', '960'])
  })

  it('is empty for a visitor', async () => {
    const { scene, addresses } = await sceneOf({}, server.client())
    expect(picturesOf(scene)).toEqual([undefined, undefined])
    expect(textOf(scene, 'front.name')).toBe('Emma')
    expect(addresses).toEqual({})
  })

  it('is refused for a subject or a picture of somebody else, and reveals nothing about them', async () => {
    const stranger = await buildCustomer(server)
    const request = { template: { uuid: square.definition.uuid } }
    const foreign = [{ subject: set.subject.uuid }, { resources: withImage() }]
    for (const part of foreign) {
      for (const client of [stranger.client, server.client()]) {
        const failure = await client.fail(templates.scenes, { scenes: [{ ...request, ...part }] })
        expect(failure).toMatchObject({ status: 404, reason: 'picture-sets.unknown' })
      }
    }
  })

  it('shows the customer’s content', async () => {
    const resources: Resource[] = [...withImage(), { fullId: 'front.name', type: 'STRING', text: 'To Grandma' }]
    const { scene } = await sceneOf({ resources, subject: set.subject.uuid })
    expect(picturesOf(scene)).toEqual([set.pictures.first.uuid, undefined])
    expect(textOf(scene, 'front.name')).toBe('To Grandma')
  })

  it('follows a changed picture while the texts stay the same', async () => {
    const cropOf = async (x: number) => {
      const resources = withImage({ cropRect: { x, y: 0, width: 520, height: 400 } })
      const { scene } = await sceneOf({ resources, subject: set.subject.uuid })
      const node = scene.parts[0]?.nodes.find((each) => each.kind === 'picture')
      return node?.kind === 'picture' ? node.picture?.crop.x : undefined
    }
    expect([await cropOf(0), await cropOf(100)]).toEqual([0, 100])
  })

  it.each<[string, () => Resource[]]>([
    ['an unknown slot', () => [{ fullId: 'front.none', type: 'STRING', text: '' }]],
    ['a picture in a text', () => withImage().map((each) => ({ ...each, fullId: 'front.name' }))],
    ['a picture with a wrong size', () => withImage({ width: 9999 })],
    ['an invalid size', () => [{ fullId: 'front.name', type: 'STRING', text: 'x', overrideSize: 8 }]],
    ['a size too large', () => [{ fullId: 'front.name', type: 'STRING', text: 'x', overrideSize: 111 }]],
    ['an endless text', () => [{ fullId: 'front.name', type: 'STRING', text: 'x'.repeat(501) }]],
    ['an unknown font', () => [{ fullId: 'front.name', type: 'STRING', text: 'x', overrideFamily: 'Comic Sans' }]],
  ])('[API-2] is refused with %s', async (_what, resources) => {
    const request = { template: { uuid: square.definition.uuid }, resources: resources() }
    const failure = await mother.client.fail(templates.scenes, { scenes: [request] })
    expect(failure).toMatchObject({ status: 400, reason: 'input.invalid' })
    expect(Object.keys(failure.fields ?? {})).toHaveLength(1)
  })

  it('[API-2] is refused with a picture that the rules of the slot do not allow', async () => {
    const { definition } = await buildTemplate(server.app, server.provider, {
      definition: withRules({ pictureTypes: ['GP'] }),
    })
    const request = { template: { uuid: definition.uuid }, resources: withImage() }
    expect(await mother.client.fail(templates.scenes, { scenes: [request] })).toMatchObject({
      fields: { 'front.large': 'This picture is not allowed here' },
    })
  })

  it("[API-2] keeps the template's own text if it may not be changed", async () => {
    const parts = aTemplate().parts.map((part) => ({
      ...part,
      layers: part.layers.map((layer) => (layer.kind === 'text' ? { ...layer, disableEdit: true } : layer)),
    }))
    const { definition } = await buildTemplate(server.app, server.provider, { definition: { parts } })
    const ask = (text: Partial<TextResource>) => ({
      scenes: [
        {
          template: { uuid: definition.uuid },
          subject: set.subject.uuid,
          resources: [{ fullId: 'front.name', type: 'STRING' as const, text: set.subject.name, ...text }],
        },
      ],
    })
    await mother.client.call(templates.scenes, ask({ overrideSize: 20 }))
    await mother.client.call(templates.scenes, ask({ text: 'Emma' }))
    for (const change of [{ text: 'For sale' }, { overrideColor: '#ff0000' }, { overrideSize: 40 }]) {
      expect(await mother.client.fail(templates.scenes, ask(change))).toMatchObject({
        status: 400,
        fields: { 'front.name': 'This text cannot be changed' },
      })
    }
  })

  it('is laid out the same for the list, the cart and the printer, and loses its pictures with the grant', async () => {
    const father = await buildCustomer(server, { subjects: [set.subject.uuid] })
    const resources = withImage()
    const before = await sceneOf({ resources, subject: set.subject.uuid }, father.client)
    const content = {
      template: { uuid: square.definition.uuid, version: 1 },
      subject: set.subject.uuid,
      resources,
    }
    const scene = await layOutDesign(server.app, server.provider, content, 'en')
    expect(await sceneHash(scene)).toBe(before.hash)
    await revokeSubject(server.app, server.provider, father.customer._id, set.subject.uuid)
    const later = await showScene(server.app, server.provider, father.customer._id, scene)
    expect(later).toEqual({ hash: before.hash, scene, addresses: {} })
  })

  it('shrinks a long name until it fits', async () => {
    const long = await buildPictureSet(server.app, server.provider, {
      subject: { name: 'Maximiliane-Alexandra von Hohenberg-Sárközy' },
    })
    const guardian = await buildCustomer(server, { subjects: [long.subject.uuid] })
    const { scene } = await sceneOf({ subject: long.subject.uuid }, guardian.client)
    const node = scene.parts[0]?.nodes.find((each) => each.kind === 'glyphs' && each.id === 'front.name')
    expect(node).toMatchObject({ text: 'Maximiliane-Alexandra von\nHohenberg-Sárközy' })
    expect(node).not.toHaveProperty('overflow')
  })
})

describe('the fonts of the editor', () => {
  it('are listed with their hashes and served byte for byte', async () => {
    const client = server.client()
    const list = fontList().parse((await client.fetch('/template-fonts/list.json')).json())
    expect(familiesOf(list)).toEqual(FAMILIES)
    expect(list.fallback).toEqual(['Roboto', 'Noto Emoji'])
    const file = list.families['Playfair Display']?.[0]
    const got = await client.fetch(file?.address ?? '')
    expect(got.headers['access-control-allow-origin']).toBe('*')
    const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(got.bytes))
    expect(Buffer.from(digest).toString('hex')).toBe(file?.hash)
    expect((await client.fetch(file?.address.replace(/[^/]+$/, 'other.woff2') ?? '')).status).toBe(404)
  })
})
