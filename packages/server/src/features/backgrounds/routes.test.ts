import { backgrounds } from '@portraitkit/core/backgrounds/contract.ts'
import { editor } from '@portraitkit/core/editor/contract.ts'
import { pictureSets } from '@portraitkit/core/picture-sets/contract.ts'
import { templates } from '@portraitkit/core/template/contract.ts'
import type { DesignContent } from '@portraitkit/core/template/design.ts'
import { pictureKey } from '@portraitkit/core/template/pictureKey.ts'
import type { Scene } from '@portraitkit/core/template/scene.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { variantKey } from '../../imaging/derivatives/variant.ts'
import { aColour, buildBackgrounds } from '../../testing/buildBackgrounds.ts'
import { type BuiltCustomer, buildCustomer } from '../../testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPicture, buildPictureSet } from '../../testing/buildPictureSet.ts'
import { type BuiltTemplate, buildTemplate } from '../../testing/buildTemplate.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { revokeSubject } from '../access/grants.ts'
import { pictureAddresses } from '../access/pictureAddress.ts'
import { forgetDeliveredJobs, jobsOf } from '../jobs/collection.ts'
import type { DeliveredPicture } from '../jobs/picture.ts'
import { grantRights } from '../rights/collection.ts'
import type { StoredBackground } from './collection.ts'
import { importBackgrounds } from './importBackgrounds.ts'

let server: TestServer
let set: BuiltPictureSet
let mother: BuiltCustomer
let green: DeliveredPicture
let plain: DeliveredPicture
let template: BuiltTemplate
let known: Record<string, StoredBackground>
let elsewhere: Record<string, StoredBackground>

beforeAll(async () => {
  server = await startTestServer()
  const { app, provider } = server
  green = await buildPicture(app, provider, { greenscreen: true, keywords: ['favorite'] })
  plain = await buildPicture(app, provider)
  set = await buildPictureSet(app, provider, { pictures: [green, plain] })
  mother = await buildCustomer(server, { subjects: [set.subject.uuid] })
  template = await buildTemplate(app, provider)
  known = await buildBackgrounds(app, provider, { red: '#c02020', blue: '#2020c0', gold: '#c0a020' })
  elsewhere = await buildBackgrounds(app, server.other, { grey: '#808080' })
})
afterAll(() => server.close())

const uuidOf = (key: string) => known[key]?.uuid ?? ''
const ofPicture = (of = mother, uuid = green.uuid) => of.client.call(backgrounds.ofPicture, { uuid })
const ofJob = (of = mother, jobUuid = set.job.uuid) => of.client.call(backgrounds.ofJob, { jobUuid })
const open = async (path: string) => (await server.client().fetch(path)).bytes

/** The colour in the upper left corner, which the head in the middle leaves free. */
async function cornerOf(file: Buffer): Promise<string> {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
  const at = (4 * info.width + 4) * info.channels
  if (info.channels === 4 && data[at + 3] === 0) return 'nothing'
  const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
  if (Math.min(red, green, blue) > 245) return 'white'
  if (green > red + 60 && green > blue + 60) return 'green'
  return red > blue + 60 ? (green > 100 ? 'gold' : 'red') : 'blue'
}

/** What a design shows in its large slot. */
const contentWith = (image: object = {}, picture = green): DesignContent => ({
  template: { uuid: template.definition.uuid, version: template.definition.version },
  subject: set.subject.uuid,
  resources: [
    {
      fullId: 'front.large',
      type: 'IMAGE',
      image: {
        uuid: picture.uuid,
        width: picture.width,
        height: picture.height,
        rotation: 0,
        cropRect: { x: 0, y: 0, width: picture.width, height: picture.width },
        overrideEffect: 'original',
        ...image,
      },
    },
  ],
})
const pictureIn = ({ parts }: Scene) =>
  parts[0]?.nodes.flatMap((node) => (node.kind === 'picture' && node.id === 'front.large' ? [node.picture] : []))[0]

async function sceneOf(content: DesignContent, of = mother) {
  const { scenes } = await of.client.call(templates.scenes, { scenes: [content] })
  const [scene] = scenes
  if (!scene) throw new Error('No scene arrived')
  return scene
}

describe('the backgrounds of a green-screen picture', () => {
  it('[EDT-17] are listed per picture and per job, the default one first, by their names', async () => {
    const list = await ofPicture()
    const rows = list.map(({ uuid, name, default: isDefault }) => [uuid, name, isDefault])
    const expected = [
      [uuidOf('red'), 'The red', true],
      [uuidOf('blue'), 'The blue', false],
      [uuidOf('gold'), 'The gold', false],
    ]
    expect(rows).toEqual(expected)
    expect((await ofJob()).map(({ uuid, name, default: isDefault }) => [uuid, name, isDefault])).toEqual(expected)
  })

  it('have addresses of the picture in front of each, and of each by itself', async () => {
    const list = await ofPicture()
    const colours = list.map(async ({ plain, src }) => [
      Object.keys(plain),
      await cornerOf(await open(plain['320'] ?? '')),
      await cornerOf(await open(src)),
    ])
    expect(await Promise.all(colours)).toEqual(
      ['red', 'blue', 'gold'].map((colour) => [['320', '640', '960'], colour, colour]),
    )
  })

  it('are those that the job names, the first being the default', async () => {
    const jobs = jobsOf(server.app, server.provider.key)
    await jobs.updateOne({ uuid: set.job.uuid }, { $set: { backgrounds: ['gold', 'red', 'gone'] } })
    forgetDeliveredJobs(server.app)
    expect((await ofJob()).map(({ name, default: isDefault }) => [name, isDefault])).toEqual([
      ['The gold', true],
      ['The red', false],
    ])
    await jobs.updateOne({ uuid: set.job.uuid }, { $set: { backgrounds: null } })
    forgetDeliveredJobs(server.app)
    expect((await ofJob()).map(({ name }) => name)).toEqual(['The red', 'The blue', 'The gold'])
  })

  it('are an empty list for a picture that is not a cut-out', async () => {
    expect(await ofPicture(mother, plain.uuid)).toEqual([])
  })

  it('[LOC-3] reveal nothing about the pictures of another customer or another provider', async () => {
    const stranger = await buildCustomer(server)
    const abroad = await buildCustomer(server, { provider: server.other, subjects: [set.subject.uuid] })
    for (const { client } of [stranger, abroad]) {
      const failures = [
        await client.fail(backgrounds.ofPicture, { uuid: green.uuid }),
        await client.fail(backgrounds.ofJob, { jobUuid: set.job.uuid }),
      ]
      for (const failure of failures) expect(failure).toMatchObject({ status: 404, reason: 'picture-sets.unknown' })
    }
  })

  it('end with the grant, need a session, and accept uuids only', async () => {
    const father = await buildCustomer(server, { subjects: [set.subject.uuid] })
    expect(await ofPicture(father)).toHaveLength(3)
    await revokeSubject(server.app, server.provider, father.customer._id, set.subject.uuid)
    expect(await father.client.fail(backgrounds.ofPicture, { uuid: green.uuid })).toMatchObject({ status: 404 })
    const visitor = server.client()
    expect(await visitor.fail(backgrounds.ofPicture, { uuid: green.uuid })).toMatchObject({ status: 401 })
    expect(await visitor.fail(backgrounds.ofJob, { jobUuid: set.job.uuid })).toMatchObject({ status: 401 })
    expect(await mother.client.fail(backgrounds.ofPicture, { uuid: '1 OR 1' })).toMatchObject({ status: 400 })
    expect(await mother.client.fail(backgrounds.ofJob, { jobUuid: 'x' })).toMatchObject({ status: 400 })
  })
})

describe('a background by itself', () => {
  const at = (query: string) => server.client().fetch(`/system/gsbackground.php?${query}`)
  const own = () => `uuid=${uuidOf('red')}&provider=${server.provider.key}`

  it('is visible to anybody, on every page, permanently; rotated and in black and white on request', async () => {
    const got = await at(`${own()}&rotation=0&effect=original`)
    expect(got.status).toBe(200)
    expect(got.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(await cornerOf(got.bytes)).toBe('red')
    const turned = await sharp((await at(`${own()}&rotation=90&effect=bw`)).bytes).metadata()
    expect([turned.width, turned.height]).toEqual([640, 960])
  })

  it('is rendered once in each form, whoever requests it and however often', async () => {
    const form = { size: 960, rotation: 180, effect: 'sepia', watermark: null, background: null } as const
    const key = variantKey({ provider: server.provider.key, uuid: uuidOf('red') ?? '' }, form)
    expect(await server.app.blobs.head(key)).toBeNull()
    const first = await at(`${own()}&rotation=180&effect=sepia`)
    expect(await server.app.blobs.get(key)).toEqual(first.bytes)
    expect((await at(`${own()}&rotation=180&effect=sepia`)).bytes).toEqual(first.bytes)
  })

  it('is not found if it is another shop’s or does not exist, and refused if the request is invalid', async () => {
    const other = `uuid=${elsewhere.grey?.uuid}&provider=${server.provider.key}`
    expect((await at(other)).status).toBe(404)
    expect((await at(`uuid=${green.uuid}&provider=${server.provider.key}`)).status).toBe(404)
    for (const bad of ['&rotation=45', '&effect=neon', '&uuid=x']) expect((await at(own() + bad)).status).toBe(400)
    expect((await at(`uuid=../../etc&provider=${server.provider.key}`)).status).toBe(400)
  })
})

describe('a green-screen picture in the shop', () => {
  it('has the default background in its picture set, and never shows green', async () => {
    const { pictureSet } = await mother.client.call(pictureSets.get, { subjectUuid: set.subject.uuid })
    const [first, second] = pictureSet.pictures
    expect([first?.greenscreen, first?.background]).toEqual([true, uuidOf('red')])
    expect([second?.greenscreen, second?.background]).toEqual([false, undefined])
    for (const address of [first?.plain['640'], first?.display['640']]) {
      expect(await cornerOf(await open(address ?? ''))).toBe('red')
    }
    expect(first?.placeholder).toMatch(/^data:image\/webp/)
    expect(second?.plain['640']).not.toContain('background')
  })

  it('has addresses for signed parameters only', async () => {
    const { app, provider } = server
    const seen = { uuid: green.uuid, version: null, subject: set.subject.uuid }
    const addressOf = (background?: string, { customer } = mother) =>
      pictureAddresses(app, provider, customer._id, seen, {
        use: 'plain',
        bought: false,
        ...(background !== undefined && { background }),
      })['640'] ?? ''
    expect(await cornerOf(await open(addressOf()))).toBe('white')
    expect(await cornerOf(await open(addressOf(uuidOf('blue'))))).toBe('blue')
    const buyer = await buildCustomer(server, { subjects: [set.subject.uuid] })
    await grantRights(app, provider, { customer: buyer.customer._id, targets: [green.uuid], order: 'one' })
    expect(await cornerOf(await open(addressOf('transparent', buyer)))).toBe('nothing')
    expect((await server.client().fetch(addressOf('transparent'))).status).toBe(404)
    for (const changed of [
      addressOf(uuidOf('blue')).replace(uuidOf('blue'), uuidOf('red')),
      addressOf(uuidOf('blue')).replace(uuidOf('blue'), 'transparent'),
      addressOf(uuidOf('blue')).replace(/&background=[^&]*/, ''),
      `${addressOf()}&background=${uuidOf('red')}`,
    ]) {
      expect((await server.client().fetch(changed)).status).toBe(404)
    }
  })

  it('[EDT-17] fills a template with its default background', async () => {
    const filled = await mother.client.call(editor.fillTemplate, {
      template: { uuid: template.definition.uuid },
      subject: { uuid: set.subject.uuid },
    })
    const images = filled.userResources.flatMap((each) => (each.type === 'IMAGE' && each.image ? [each.image] : []))
    expect(images.map(({ uuid, background }) => [uuid, background])).toEqual([
      [green.uuid, uuidOf('red')],
      [plain.uuid, undefined],
    ])
  })

  it('has in a scene the selected background, white, or the default one', async () => {
    const withBlue = await sceneOf(contentWith({ background: uuidOf('blue') }))
    expect(pictureIn(withBlue.scene)?.background).toBe(uuidOf('blue'))
    const key = pictureKey({ uuid: green.uuid, background: uuidOf('blue') })
    expect(await cornerOf(await open(withBlue.addresses[key]?.['640'] ?? ''))).toBe('blue')
    const white = await sceneOf(contentWith({ background: null }))
    expect(pictureIn(white.scene)).not.toHaveProperty('background')
    expect(await cornerOf(await open(white.addresses[green.uuid]?.['640'] ?? ''))).toBe('white')
    expect(pictureIn((await sceneOf(contentWith())).scene)?.background).toBe(uuidOf('red'))
  })

  it('is refused with anything but a background of this shop, and other pictures are refused with one', async () => {
    for (const content of [
      contentWith({ background: elsewhere.grey?.uuid }),
      contentWith({ background: green.uuid }),
      contentWith({ background: uuidOf('red') }, plain),
    ]) {
      expect(await mother.client.fail(templates.scenes, { scenes: [content] })).toMatchObject({
        status: 400,
        fields: { 'front.large': expect.stringContaining('background') },
      })
    }
  })

  it('keeps a background that was hidden or replaced meanwhile', async () => {
    const names = { en: 'Gold' }
    const document = { key: 'gold', names, file: 'gold.png' }
    const { app, provider } = server
    await importBackgrounds(app, provider, [document], () => aColour('#b09010'))
    expect((await ofPicture()).map(({ uuid }) => uuid)).not.toContain(uuidOf('gold'))
    await importBackgrounds(app, provider, [{ ...document, hidden: true }], () => aColour('#b09010'))
    expect(await ofPicture()).toHaveLength(2)
    const withGold = await sceneOf(contentWith({ background: uuidOf('gold') }))
    const key = pictureKey({ uuid: green.uuid, background: uuidOf('gold') })
    expect(await cornerOf(await open(withGold.addresses[key]?.['640'] ?? ''))).toBe('gold')
  })
})
