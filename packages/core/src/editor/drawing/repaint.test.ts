import { contentOf, createInstance, type EditorInstance } from '@portraitkit/core/editor/design/instance.ts'
import { createPainter } from '@portraitkit/core/editor/drawing/painter.ts'
import { repaint, type ServerScene } from '@portraitkit/core/editor/drawing/repaint.ts'
import { createTextInput } from '@portraitkit/core/editor/input/textInput.ts'
import { createShop } from '@portraitkit/core/shop.ts'
import { templates } from '@portraitkit/core/template/contract.ts'
import type { DesignContent, Resource } from '@portraitkit/core/template/design.ts'
import { FAMILIES } from '@portraitkit/core/template/fontList.ts'
import { fontTexts } from '@portraitkit/core/template/layOut.ts'
import { sceneHash } from '@portraitkit/core/template/sceneHash.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shaper } from '../../../../server/src/features/template/fonts/fonts.ts'
import { type BuiltCustomer, buildCustomer } from '../../../../server/src/testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../../../server/src/testing/buildPictureSet.ts'
import { type BuiltTemplate, buildTemplate } from '../../../../server/src/testing/buildTemplate.ts'
import { startTestServer, type TestServer } from '../../../../server/src/testing/testServer.ts'

// What the browser paints after a change is, to the byte, what the server would print.

let server: TestServer
let set: BuiltPictureSet
let mother: BuiltCustomer
let card: BuiltTemplate

beforeAll(async () => {
  server = await startTestServer()
  set = await buildPictureSet(server.app, server.provider, { subject: { name: 'Emma Carter' } })
  mother = await buildCustomer(server, { subjects: [set.subject.uuid] })
  card = await buildTemplate(server.app, server.provider)
})
afterAll(() => server.close())

function content(resources: Resource[]): DesignContent {
  return { template: { uuid: card.definition.uuid, version: 1 }, subject: set.subject.uuid, resources }
}

async function bake(resources: Resource[]): Promise<ServerScene> {
  const { template, subject } = content(resources)
  const { scenes } = await mother.client.call(templates.scenes, { scenes: [{ template, subject, resources }] })
  const [shownScene] = scenes
  if (!shownScene) throw new Error('The scene is missing')
  return { shownScene, content: content(resources) }
}

const text = (fullId: string) =>
  fc.record(
    {
      fullId: fc.constant(fullId),
      type: fc.constant('STRING' as const),
      text: fc.oneof(
        fc.constantFrom('Emma', 'Für Großmutter\nund Opa', 'Łucja Ørsted', 'Ωμέγα ✿'),
        fc.string({ maxLength: 40 }),
      ),
      overrideFamily: fc.constantFrom(...FAMILIES),
      overrideSize: fc.integer({ min: 12, max: 110 }),
      overrideHorizontalAlign: fc.constantFrom('left' as const, 'center' as const, 'right' as const),
    },
    { requiredKeys: ['fullId', 'type', 'text'] },
  )

const rotations = [0, 90, 180, 270] as const
const image = fc
  .record({
    uuid: fc.constant(''),
    rotation: fc.constantFrom(...rotations),
    cropRect: fc.record({
      x: fc.double({ min: 0, max: 500, noNaN: true }),
      y: fc.double({ min: 0, max: 500, noNaN: true }),
      width: fc.double({ min: 50, max: 1000, noNaN: true }),
      height: fc.double({ min: 50, max: 1000, noNaN: true }),
    }),
    overrideEffect: fc.constantFrom('original' as const, 'bw' as const, 'sepia' as const),
  })
  .map((placement) => (): Resource => {
    const { uuid, width, height } = set.pictures.first
    return { fullId: 'front.large', type: 'IMAGE', image: { ...placement, uuid, width, height } }
  })

it('the scene that the browser paints after any change has the server’s hash', async () => {
  const start: Resource[] = [
    { fullId: 'front.name', type: 'STRING', text: 'Emma' },
    { fullId: 'front.greeting', type: 'STRING', text: 'First day' },
  ]
  const baked = await bake(start)
  const setting = { names: { name: 'Emma Carter', group: '4B' }, language: 'en' }
  await fc.assert(
    fc.asyncProperty(image, text('front.name'), fc.boolean(), async (picture, name, isTextChanged) => {
      const changed = [picture(), isTextChanged ? name : (start[0] as Resource), start[1] as Resource]
      const next = content(changed)
      await shaper().prepare(fontTexts(card.definition, next, setting))
      const scene = repaint(baked, card.definition, next, setting, isTextChanged ? shaper() : undefined)
      if (!scene) throw new Error('It was not painted')
      expect(await sceneHash(scene)).toBe((await bake(changed)).shownScene.hash)
    }),
    { numRuns: 40 },
  )
})

it('a repaint waits for the fonts if a text has changed, and for nothing if only a picture has', async () => {
  const start: Resource[] = [{ fullId: 'front.name', type: 'STRING', text: 'Emma' }]
  const baked = await bake(start)
  const setting = { names: {}, language: 'en' }
  const typed = content([{ fullId: 'front.name', type: 'STRING', text: 'Emm' }])
  expect(repaint(baked, card.definition, typed, setting, undefined)).toBeUndefined()
  expect(repaint(baked, card.definition, content(start), setting, undefined)).toEqual(baked.shownScene.scene)
})

it('a stroke is set, fitted and painted at once when its fonts are loaded, and nothing unchanged is computed again', async () => {
  const { first } = set.pictures
  const cropRect = { x: 0, y: 0, width: 100, height: 100 }
  const picture: Resource = {
    fullId: 'front.large',
    type: 'IMAGE',
    image: {
      uuid: first.uuid,
      width: first.width,
      height: first.height,
      rotation: 0,
      cropRect,
      overrideEffect: 'original',
    },
  }
  const start: Resource[] = [picture, { fullId: 'front.name', type: 'STRING', text: 'Emma' }]
  const baked = await bake(start)
  const shop = createShop({ api: '', provider: server.provider.key })
  let instance: EditorInstance = createInstance(
    card.definition,
    card.product.uuid,
    set.subject.uuid,
    contentOf(start, null),
  )
  const shows: Array<ServerScene['shownScene']> = []
  const host = {
    instance: () => instance,
    show: (scene: ServerScene['shownScene']) => shows.push(scene),
    onRefusal() {},
    wait() {},
    updateAccess() {},
  }
  const fonts = {
    async ready(writings: Parameters<ReturnType<typeof shaper>['prepare']>[0]) {
      await shaper().prepare(writings)
      return shaper()
    },
    now: (writings: Parameters<ReturnType<typeof shaper>['prepare']>[0]) =>
      shaper().isPrepared(writings) ? shaper() : undefined,
    fonts: () => Promise.reject(new Error('The list is not needed')),
  }
  let sets = 0
  const typing = createTextInput(shop, fonts, {
    ...host,
    onFontsStatus() {},
    set(next) {
      if (next === instance) return
      instance = next
      sets += 1
      painter.paint()
    },
  })
  const painter = createPainter(shop, typing, host)
  painter.take(baked.shownScene, baked.content)
  await typing.type('front.name', 'Emma C')
  await painter.settled()

  sets = 0
  shows.splice(0)
  const strokes = ['Emma Ca', 'Emma Carter and everybody who came to the last day of school in the summer of this year']
  for (const stroke of strokes) void typing.type('front.name', stroke)
  // without a wait between them
  expect([sets, shows.length]).toEqual([2, 2])
  const nodesOf = ({ scene }: ServerScene['shownScene']) => scene.parts.flatMap(({ nodes }) => nodes)
  const [before, after] = shows.map(nodesOf) as [ReturnType<typeof nodesOf>, ReturnType<typeof nodesOf>]
  const written = after.find((node) => node.kind === 'glyphs' && node.id === 'front.name')
  expect(written).toMatchObject({ text: expect.stringMatching(/this\syear$/) })
  expect(written).not.toHaveProperty('overflow')
  expect(after.filter((node, index) => node !== before[index])).toEqual([written])
  expect(instance.history.past).toHaveLength(1)
  painter.close()
})
