import { randomUUID } from 'node:crypto'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { type Design, editor } from '@portraitkit/core/editor/contract.ts'
import { templates } from '@portraitkit/core/template/contract.ts'
import type { DesignContent, Resource } from '@portraitkit/core/template/design.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltCustomer, buildCustomer } from '../../testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../testing/buildPictureSet.ts'
import { type BuiltTemplate, buildTemplate, letYearsPass } from '../../testing/buildTemplate.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { grantSubjects, revokeSubject } from '../access/grants.ts'
import { publishJob, unpublishJob } from '../jobs/publishing/publishJob.ts'

let server: TestServer
let set: BuiltPictureSet
let mother: BuiltCustomer
let father: BuiltCustomer
let card: BuiltTemplate

beforeAll(async () => {
  server = await startTestServer()
  set = await buildPictureSet(server.app, server.provider, { subject: { name: 'Emma Carter' } })
  mother = await buildCustomer(server, { subjects: [set.subject.uuid] })
  father = await buildCustomer(server, { subjects: [set.subject.uuid] })
  card = await buildTemplate(server.app, server.provider)
})
afterAll(() => server.close())

const aTemplateRequest = (subject: string | null = set.subject.uuid, template = card.definition.uuid) => ({
  template: { uuid: template },
  subject: { uuid: subject },
})

function aDesign(text = 'To Grandma', change: Partial<DesignContent> = {}): DesignContent {
  const { uuid, width, height } = set.pictures.first
  const cropRect = { x: 0, y: 0, width: 1040, height: 800 }
  return {
    template: { uuid: card.definition.uuid, version: 1 },
    subject: set.subject.uuid,
    resources: [
      {
        fullId: 'front.large',
        type: 'IMAGE',
        image: { uuid, width, height, rotation: 0, cropRect, overrideEffect: 'bw' },
      },
      { fullId: 'front.name', type: 'STRING', text },
    ],
    ...change,
  }
}

const aSave = (uuid: string, version: number, content = aDesign()) => ({
  uuid,
  version,
  product: card.product.uuid,
  content,
})

const saveDesign = async (uuid: string, { client } = mother) => (await client.call(editor.getDesign, { uuid })).design

async function read(uuid: string, who = mother): Promise<Design> {
  const design = await saveDesign(uuid, who)
  if (!design) throw new Error(`There is no design ${uuid}`)
  return design
}

describe('filling a template', () => {
  it('[API-1] puts the favourite pictures and the name of the subject into every slot', async () => {
    const { userResources, year } = await mother.client.call(editor.fillTemplate, aTemplateRequest())
    const images = userResources.flatMap((each) => (each.type === 'IMAGE' ? [each.image?.uuid] : []))
    expect(images).toEqual([set.pictures.favourite.uuid, set.pictures.first.uuid])
    expect(userResources).toContainEqual({ fullId: 'front.name', type: 'STRING', text: 'Emma Carter' })
    expect(year).toBeNull()
  })

  it('returns exactly the scene that the list has shown', async () => {
    const { userResources } = await mother.client.call(editor.fillTemplate, aTemplateRequest())
    const scene = { template: { uuid: card.definition.uuid }, subject: set.subject.uuid }
    const { scenes } = await mother.client.call(templates.scenes, {
      scenes: [scene, { ...scene, resources: userResources }],
    })
    expect(scenes[1]?.hash).toBe(scenes[0]?.hash)
  })

  it('leaves the slots empty without a subject, with the texts in the language of the request', async () => {
    const { userResources } = await server
      .client()
      .call(editor.fillTemplate, aTemplateRequest(null), { headers: { 'accept-language': 'de' } })
    expect(userResources.flatMap((each) => (each.type === 'IMAGE' ? [each.image] : []))).toEqual([null, null])
    expect(userResources).toContainEqual({ fullId: 'front.greeting', type: 'STRING', text: 'Erster Schultag' })
  })

  it('[API-2] is refused for an unknown template, and for the subject of somebody else', async () => {
    expect(
      await mother.client.fail(editor.fillTemplate, aTemplateRequest(set.subject.uuid, randomUUID())),
    ).toMatchObject({
      status: 404,
      reason: 'template.unknown',
    })
    const stranger = await buildCustomer(server)
    for (const client of [stranger.client, server.client()]) {
      expect(await client.fail(editor.fillTemplate, aTemplateRequest())).toMatchObject({
        reason: 'picture-sets.unknown',
      })
    }
    const elsewhere = server.client(server.other)
    expect(await elsewhere.fail(editor.fillTemplate, aTemplateRequest(null))).toMatchObject({
      reason: 'template.unknown',
    })
    expect(await mother.client.fail(editor.fillTemplate, { template: {}, subject: {} })).toMatchObject({
      status: 400,
      reason: 'input.invalid',
    })
  })
})

it('a template whose years are all past is neither filled nor saved', async () => {
  const past = await buildTemplate(server.app, server.provider)
  await letYearsPass(server.app, server.provider, past)
  const { uuid } = past.definition
  const failure = { status: 404, reason: 'template.unknown' }
  expect(await mother.client.fail(editor.fillTemplate, aTemplateRequest(set.subject.uuid, uuid))).toMatchObject(failure)
  const design = { ...aSave(randomUUID(), 0), product: past.product.uuid }
  const content = aDesign('', { template: { uuid, version: 1 } })
  expect(await mother.client.fail(editor.saveDesign, { ...design, content })).toMatchObject(failure)
  expect(await saveDesign(design.uuid)).toBeNull()
})

describe('a saved design', () => {
  it('[API-1] is read back as it was saved, and counts its saves', async () => {
    const uuid = randomUUID()
    const { design } = await mother.client.call(editor.saveDesign, aSave(uuid, 0))
    expect(design).toMatchObject({ uuid, version: 1, product: card.product.uuid, content: aDesign() })
    expect(await read(uuid)).toEqual(design)
    const next = await mother.client.call(editor.saveDesign, aSave(uuid, 1, aDesign('To Grandpa')))
    expect(next.design.version).toBe(2)
    expect((await read(uuid)).content).toEqual(aDesign('To Grandpa'))
  })

  it('stores the texts as displayed', async () => {
    const uuid = randomUUID()
    await mother.client.call(editor.saveDesign, aSave(uuid, 0, aDesign(' To\u202e  Grandma ')))
    expect((await read(uuid)).content).toEqual(aDesign('To Grandma'))
  })

  it('[API-2] of a product other than its template’s, or with a slot filled twice, is refused', async () => {
    const uuid = randomUUID()
    const other = await buildTemplate(server.app, server.provider)
    for (const product of [randomUUID(), other.product.uuid]) {
      const failure = await mother.client.fail(editor.saveDesign, { ...aSave(uuid, 0), product })
      expect(failure).toMatchObject({ status: 400, reason: 'input.invalid', fields: { product: expect.any(String) } })
    }
    const { resources } = aDesign()
    const twice = aSave(uuid, 0, aDesign('', { resources: [...resources, ...resources.slice(1)] }))
    expect(await mother.client.fail(editor.saveDesign, twice)).toMatchObject({
      reason: 'input.invalid',
      fields: { 'front.name': 'It occurs twice' },
    })
    expect(await saveDesign(uuid)).toBeNull()
  })

  it('is stored with its pictures cropped as they are shown', async () => {
    const uuid = randomUUID()
    const resources = aDesign().resources.map((each) =>
      each.type === 'IMAGE' && each.image
        ? { ...each, image: { ...each.image, cropRect: { x: 5000, y: -1e9, width: 1e300, height: 1e-300 } } }
        : each,
    )
    await mother.client.call(editor.saveDesign, aSave(uuid, 0, aDesign('', { resources })))
    const [resource] = (await read(uuid)).content.resources
    const image = resource?.type === 'IMAGE' ? resource.image : null
    const { x = -1, y = -1, width = 0, height = 0 } = image?.cropRect ?? {}
    expect(x >= 0 && y === 0 && x + width <= (image?.width ?? 0) && height <= (image?.height ?? 0)).toBe(true)
    expect(width / height).toBeCloseTo(1.3, 2)
  })

  it('is deleted, the oldest first, when its customer starts very many', async () => {
    const busy = await buildCustomer(server, { subjects: [set.subject.uuid] })
    const uuids = Array.from({ length: 103 }, () => randomUUID())
    for (const uuid of uuids) await busy.client.call(editor.saveDesign, aSave(uuid, 0))
    const left = await server.app.db.collection('designs').countDocuments({ customer: busy.customer._id })
    expect(left).toBe(100)
    expect((await read(uuids.at(-1) ?? '', busy)).version).toBe(1)
  })

  it('is not overwritten by a window with an older version, which gets the stored one', async () => {
    const uuid = randomUUID()
    await mother.client.call(editor.saveDesign, aSave(uuid, 0))
    await mother.client.call(editor.saveDesign, aSave(uuid, 1, aDesign('the other window')))
    for (const version of [0, 1]) {
      const failure = await mother.client.fail(editor.saveDesign, aSave(uuid, version, aDesign('mine')))
      expect(failure).toMatchObject({ status: 409, reason: 'editor.design_changed' })
      expect((failure.data as Design).content).toEqual(aDesign('the other window'))
      expect((failure.data as Design).version).toBe(2)
    }
    expect((await read(uuid)).version).toBe(2)
  })

  it('of two windows that save at once lets exactly one win', async () => {
    const uuid = randomUUID()
    const windows = ['one', 'two', 'three', 'four'].map((text) =>
      mother.client.send(editor.saveDesign, aSave(uuid, 0, aDesign(text))),
    )
    const statuses = (await Promise.all(windows)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409])
  })

  it('stays deleted, and comes back only as a new one', async () => {
    const uuid = randomUUID()
    await mother.client.call(editor.saveDesign, aSave(uuid, 0))
    await mother.client.call(editor.deleteDesign, { uuid })
    expect(await saveDesign(uuid)).toBeNull()
    expect(await mother.client.fail(editor.deleteDesign, { uuid })).toMatchObject({ reason: 'editor.unknown_design' })
    const gone = await mother.client.fail(editor.saveDesign, aSave(uuid, 1))
    expect(gone).toMatchObject({ status: 404, reason: 'editor.unknown_design' })
    expect(await saveDesign(uuid)).toBeNull()
    const { design } = await mother.client.call(editor.saveDesign, aSave(uuid, 0))
    expect([design.version, (await read(uuid)).version]).toEqual([1, 1])
  })

  it('is deleted at the bought version only: a newer one is kept and returned', async () => {
    const uuid = randomUUID()
    await mother.client.call(editor.saveDesign, aSave(uuid, 0))
    await mother.client.call(editor.saveDesign, aSave(uuid, 1, aDesign('newer')))
    const failure = await mother.client.fail(editor.deleteDesign, { uuid, version: '1' })
    expect(failure).toMatchObject({ status: 409, reason: 'editor.design_changed', data: { version: 2 } })
    expect((await read(uuid)).content).toEqual(aDesign('newer'))
    const nonsense = await mother.client.fail(editor.deleteDesign, { uuid, version: 'latest' })
    expect(nonsense).toMatchObject({ status: 400, reason: 'input.invalid' })
    await mother.client.call(editor.deleteDesign, { uuid, version: '2' })
    expect(await saveDesign(uuid)).toBeNull()
  })

  it('[API-2] is refused with invalid input, and nothing is stored', async () => {
    const uuid = randomUUID()
    const unknownSlot: Resource[] = [{ fullId: 'front.none', type: 'STRING', text: '' }]
    const wrong = [
      { version: -1 },
      { content: { ...aDesign(), resources: [{ fullId: 'x', type: 'VIDEO' }] } },
      { content: { ...aDesign(), resources: unknownSlot } },
    ]
    for (const part of wrong) {
      const failure = await mother.client.fail(editor.saveDesign, { ...aSave(uuid, 0), ...part })
      expect(failure).toMatchObject({ status: 400, reason: 'input.invalid' })
    }
    const gone = aDesign('', { template: { uuid: card.definition.uuid, version: 7 } })
    expect(await mother.client.fail(editor.saveDesign, aSave(uuid, 0, gone))).toMatchObject({
      reason: 'template.unknown',
    })
    expect(await saveDesign(uuid)).toBeNull()
    expect(await mother.client.fail(editor.getDesign, { uuid: 'nonsense' })).toMatchObject({ status: 400 })
  })

  it('[API-2] with pictures of somebody else is refused', async () => {
    const stranger = await buildCustomer(server)
    const failure = await stranger.client.fail(editor.saveDesign, aSave(randomUUID(), 0))
    expect(failure).toMatchObject({ status: 404, reason: 'picture-sets.unknown' })
  })

  it('[API-1] [API-2] keeps a withdrawn picture in its slot, which is neither shown nor sold until it is back', async () => {
    const { app, provider } = server
    const sister = await buildPictureSet(app, provider)
    const { client, customer } = await buildCustomer(server, { subjects: [set.subject.uuid, sister.subject.uuid] })
    const uuid = randomUUID()
    const { resources } = aDesign()
    const hers = sister.pictures.first.uuid
    const withHers = (text: string, image: object = {}) => ({
      ...aDesign(text),
      resources: resources.map((each) =>
        each.type === 'IMAGE' && each.image ? { ...each, image: { ...each.image, uuid: hers, ...image } } : each,
      ),
    })
    const save = (version: number, content: DesignContent) =>
      client.call(editor.saveDesign, aSave(uuid, version, content))
    expect((await save(0, withHers(''))).withheld).toEqual([])
    const ways = [
      [() => unpublishJob(app, provider, sister.job.uuid), () => publishJob(app, provider, sister.job.uuid)],
      [
        () => revokeSubject(app, provider, customer._id, sister.subject.uuid),
        () => grantSubjects(app, provider, customer._id, [sister.subject.uuid]),
      ],
    ] as const
    for (const [turn, [withdraw, restore]] of ways.entries()) {
      const content = withHers(`Kept ${turn}`)
      await withdraw()
      expect((await save(turn + 1, content)).withheld).toEqual([hers])
      expect((await client.call(editor.getDesign, { uuid })).design?.content).toEqual(content)
      const refused = { status: 404, reason: 'picture-sets.unknown', data: [hers] }
      expect(await client.fail(templates.scenes, { scenes: [content] })).toMatchObject(refused)
      const templateData = { userResources: content.resources, year: null }
      const { template, subject } = content
      const line = { product: { uuid: card.product.uuid }, quantity: 1, template, subject, templateData, sceneHash: '' }
      expect(await client.fail(carts.addLines, { requestId: randomUUID(), lines: [line] })).toMatchObject(refused)
      // It is validated against the current data, as always.
      const wrong = await client.fail(editor.saveDesign, aSave(uuid, turn + 2, withHers('', { width: 7 })))
      expect(wrong).toMatchObject({ reason: 'input.invalid' })
      await restore()
      expect((await client.call(templates.scenes, { scenes: [content] })).scenes).toHaveLength(1)
    }
    // Pictures that were never the customer's are not kept.
    expect(await mother.client.fail(editor.saveDesign, aSave(uuid, 0, withHers('')))).toMatchObject({
      reason: 'picture-sets.unknown',
      data: [hers],
    })
  })

  it('[API-2] belongs to its customer only: another one can neither read, change nor delete it', async () => {
    const uuid = randomUUID()
    await mother.client.call(editor.saveDesign, aSave(uuid, 0))
    expect(await saveDesign(uuid, father)).toBeNull()
    expect(await father.client.fail(editor.deleteDesign, { uuid })).toMatchObject({ status: 404 })
    // The same uuid is a design of their own, not a conflict that would reveal mine.
    const { design } = await father.client.call(editor.saveDesign, aSave(uuid, 0, aDesign('mine')))
    expect(design.version).toBe(1)
    expect((await read(uuid)).content).toEqual(aDesign())
    expect((await read(uuid, father)).content).toEqual(aDesign('mine'))
  })

  it('[API-2] needs a signed-in customer of this shop', async () => {
    const uuid = randomUUID()
    await mother.client.call(editor.saveDesign, aSave(uuid, 0))
    const elsewhere = await buildCustomer(server, { provider: server.other })
    for (const call of [editor.getDesign, editor.deleteDesign, editor.saveDesign] as const) {
      const input = call === editor.saveDesign ? aSave(uuid, 0) : { uuid }
      expect(await server.client().fail(call, input)).toMatchObject({ status: 401, reason: 'session.required' })
      if (call !== editor.getDesign) expect((await elsewhere.client.fail(call, input)).status).toBe(404)
    }
    expect(await saveDesign(uuid, elsewhere)).toBeNull()
    expect((await read(uuid)).version).toBe(1)
  })

  it('[API-3] is neither saved nor deleted without the header x-provider', async () => {
    const uuid = randomUUID()
    const without = { headers: { 'x-provider': undefined } }
    await mother.client.call(editor.saveDesign, aSave(uuid, 0))
    for (const [call, input] of [
      [editor.saveDesign, aSave(uuid, 1, aDesign('forged'))],
      [editor.deleteDesign, { uuid }],
    ] as const) {
      const { status } = await mother.client.send(call, input, {
        ...without,
        path: `${call.path.replace(':uuid', uuid)}?provider=${server.provider.key}`,
      })
      expect(status).toBe(403)
    }
    expect((await read(uuid)).content).toEqual(aDesign())
  })
})
