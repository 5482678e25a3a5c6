import type { ImageResource, Resource } from '@portraitkit/core/template/design.ts'
import type { PictureNode, ShownScene } from '@portraitkit/core/template/scene.ts'
import { startYear } from '@portraitkit/core/template/year.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  DEMO_TEMPLATES,
  type DemoTemplate,
  readDemoTemplate,
} from '../../../packages/server/src/demo/templates/seedTemplates.ts'
import { listBackgrounds } from '../../../packages/server/src/features/backgrounds/collection.ts'
import { importBackgrounds } from '../../../packages/server/src/features/backgrounds/importBackgrounds.ts'
import { aGreenScreenShot } from '../../../packages/server/src/testing/buildGreenScreen.ts'
import { photographs } from '../../../scripts/photographs.ts'
import { compare, isAlike, type Likeness, MAX_COLOUR, MIN_MEAN, MIN_TILE } from './printTruth/measure.ts'
import { aStudioPortrait, asPortrait } from './printTruth/portraits.ts'
import {
  compareWithPrint,
  LANGUAGES,
  likeness,
  openStage,
  type ProviderKey,
  type Stage,
  type StageCustomer,
  sentTemplate,
} from './printTruth/stage.ts'

type Card = DemoTemplate
// a gift's flat page is printed
const uuids = DEMO_TEMPLATES.map(async (name) => [name, ((await readDemoTemplate(name)) as { uuid: string }).uuid])
const CARDS: Readonly<Record<Card, string>> = Object.fromEntries(await Promise.all(uuids))
const isLong = process.env.PROOFS === 'long'
/** Milliseconds for a test that the long form runs in every language. */
const LONG = isLong ? 1_200_000 : undefined
const all = DEMO_TEMPLATES
/** The short form covers each kind of layer once: folds and long texts, tilted slots, drawings, transparency, masks. */
const cards: readonly Card[] = isLong ? all : ['three-moments', 'snapshots', 'garland', 'winter-light', 'confetti-mug']
/** Those that are also printed as a document. */
const documents: Card[] = ['snapshots', 'winter-light']
const calendars: Card[] = ['year-in-pictures', 'month-by-month']

let stage: Stage
let portraits: Buffer[]
let customers: Record<ProviderKey, StageCustomer>

beforeAll(async () => {
  ;[stage, portraits] = await Promise.all([openStage(), Promise.all([1, 2, 3, 4].map((seed) => aStudioPortrait(seed)))])
  customers = {
    brightside: await stage.customer('Maximiliane-Alexandra Gräfin von Hohenberg', portraits, 'brightside'),
    nordlys: await stage.customer('Nora Åsberg Sørensen', portraits, 'nordlys'),
  }
})
afterAll(() => stage.close())

function expectAlike(found: Map<string, Likeness>): void {
  for (const [part, { worst, at, mean, colour, tiles }] of found) {
    const measures = `${part}: worst tile ${worst.toFixed(4)} at ${at.x},${at.y}, mean ${mean.toFixed(4)}, colour ${colour.toFixed(1)}`
    expect(tiles).toBeGreaterThan(20)
    expect(worst, measures).toBeGreaterThanOrEqual(MIN_TILE)
    expect(mean, measures).toBeGreaterThanOrEqual(MIN_MEAN)
    expect(colour, measures).toBeLessThanOrEqual(MAX_COLOUR)
  }
}

function pictureNodes({ scene }: ShownScene): PictureNode[] {
  return scene.parts.flatMap(({ nodes }) => nodes.filter((node): node is PictureNode => node.kind === 'picture'))
}

/** The contents of a scene's picture slots, as in a design; `change` modifies them, slot by slot. */
function images(
  scene: ShownScene,
  change: (index: number, node: PictureNode) => Partial<NonNullable<ImageResource['image']>> = () => ({}),
): Resource[] {
  return pictureNodes(scene).map((node, index) => {
    const { id, picture } = node
    if (!picture) return { fullId: id, type: 'IMAGE', image: null }
    const { uuid, width, height, rotation, crop, effect } = picture
    const image = { uuid, width, height, rotation, cropRect: crop, overrideEffect: effect, ...change(index, node) }
    return { fullId: id, type: 'IMAGE', image }
  })
}

/** Whether a customer may type it: years, months and days follow the calendar. */
function isWritten(id: string): boolean {
  return !/\.(year|month|days\..+)$/.test(id)
}

/** Every picture rotated, zoomed and tinted differently, every text in non-Western letters. */
function reworkContent(scene: ShownScene): Resource[] {
  const texts = scene.scene.parts.flatMap(({ nodes }) =>
    nodes.flatMap((node): Resource[] => {
      if (node.kind !== 'glyphs' || !isWritten(node.id)) return []
      return [
        { fullId: node.id, type: 'STRING', text: 'Łukasz Žižka-Ångström', overrideSize: 12, overrideColor: '#7a1f3d' },
      ]
    }),
  )
  // only as close as the copy on the screen stays sharp: 14 pixels per millimetre are 356 per inch
  const turned = images(scene, (index, { box }) => ({
    rotation: ([90, 180, 270, 0] as const)[index % 4] ?? 0,
    overrideEffect: (['sepia', 'bw', 'original'] as const)[index % 3] ?? 'original',
    cropRect: { x: 200, y: 250, width: box.width * 14, height: box.height * 14 },
  }))
  return [...turned, ...texts]
}

/** Their pictures are larger than the copies shown to a customer who has bought nothing. */
const printedLarger = new Set<Card>(['winter-light', ...calendars, 'star-cushion', 'framed-print', 'portrait-puzzle'])

/** The whole scene; for a calendar only one page, a month. */
function somePages(scene: ShownScene): ShownScene {
  const { parts } = scene.scene
  return parts.length > 2 ? { ...scene, scene: { ...scene.scene, parts: parts.slice(8, 9) } } : scene
}

/** The short form lays a calendar out in one language of a shop, because it has many pages. */
function languagesOf(card: Card, key: ProviderKey): string[] {
  return isLong || !calendars.includes(card) ? LANGUAGES[key] : LANGUAGES[key].slice(-1)
}

/** Every template at one of the shops; the short form omits those that are also tested in changed form. */
const shops = all.map((card, index): [Card, ProviderKey] => [card, index % 2 === 0 ? 'brightside' : 'nordlys'])
const TEMPLATES = shops.filter(([card]) => isLong || !cards.includes(card))

describe('the print equals the screen', () => {
  it.each(TEMPLATES)('%s of %s, as the list shows it', async (card, key) => {
    const language = LANGUAGES[key][0] as string
    const scene = await customers[key].scene({ template: CARDS[card], language })
    const sharp = printedLarger.has(card) ? await customers[key].bought(scene) : scene
    expectAlike(await likeness(stage, isLong ? sharp : somePages(sharp), key))
  })

  it.each(cards)('%s with every picture rotated, cropped and tinted, and Polish and Czech letters', async (card) => {
    const { brightside } = customers
    const request = { template: CARDS[card], language: 'en' }
    const scene = await brightside.bought(
      await brightside.scene({ ...request, resources: reworkContent(await brightside.scene(request)) }),
    )
    if (!isLong && !documents.includes(card)) return expectAlike(await likeness(stage, scene, 'brightside'))
    // the pages of the printer's document equal the sheets
    for (const { part, sheet, page } of await stage.printBoth(scene, 'brightside')) {
      expectAlike(new Map([[part, compare(await stage.screen(scene, part), sheet)]]))
      expectAlike(new Map([[`${part} of the document`, compare(page, sheet)]]))
    }
  })
})

describe('a green-screen picture', () => {
  it('[EDT-17] is printed with its background as it is shown, rotated, cropped and tinted, in sheets and documents', async () => {
    const { app, provider } = stage.server
    const files = new Map([
      ['wide.jpg', await aStudioPortrait(21, 2400, 1500)],
      ['high.jpg', await aStudioPortrait(22, 1500, 2600)],
    ])
    const documents = [...files.keys()].map((file) => ({ key: file.slice(0, 4), names: { en: file }, file }))
    await importBackgrounds(app, provider, documents, async (file) => files.get(file) ?? null)
    const stored = await listBackgrounds(app, provider.key)
    const shots = await Promise.all([1, 2, 3].map((seed) => aGreenScreenShot({ width: 1600, height: 2000, seed })))
    const customer = await stage.customer(
      'Mia',
      shots.map(({ jpeg }) => jpeg),
      'brightside',
      'key',
    )
    const request = { template: CARDS['three-moments'], language: 'en' }
    const start = await customer.scene(request)
    const resources = reworkContent(start).map((each, index) => {
      const background = stored[index % 2]?.uuid ?? null
      return each.type === 'IMAGE' && each.image ? { ...each, image: { ...each.image, background } } : each
    })
    const scene = await customer.bought(await customer.scene({ ...request, resources }))
    for (const { part, sheet, page } of await stage.printBoth(scene, 'brightside')) {
      expectAlike(new Map([[part, compare(await stage.screen(scene, part), sheet)]]))
      expectAlike(new Map([[`${part} of the document`, compare(page, sheet)]]))
    }
  })
})

describe('a browser', () => {
  it.each(isLong ? all : [...cards, 'year-in-pictures' as const])(
    'lays %s out to the same bytes as the server, in every language',
    async (card) => {
      for (const key of ['brightside', 'nordlys'] as const) {
        const { subject } = customers[key]
        for (const language of languagesOf(card, key)) {
          const { calendar, ...definition } = await sentTemplate(stage, { key, uuid: CARDS[card], language })
          const start = await customers[key].scene({ template: CARDS[card], language })
          const resources = reworkContent(start)
          const scene = await customers[key].scene({ template: CARDS[card], language, resources })
          const content = { template: scene.scene.template, subject, resources }
          const setting = { names: {}, language, defaultYear: startYear(definition, new Date()), calendar }
          const hash = await stage.pages.react.evaluate(
            ([template, design, given]) => window.hashOf(template, design, given),
            [definition, content, setting] as const,
          )
          expect(hash).toBe(scene.hash)
        }
      }
    },
  )

  it('shows the same with preact as with React', async () => {
    const request = { template: CARDS['three-moments'], language: 'nb' }
    const start = await customers.nordlys.scene(request)
    const scene = await customers.nordlys.scene({ ...request, resources: reworkContent(start) })
    for (const { id } of scene.scene.parts) {
      const measured = compare(await stage.screen(scene, id, 'preact'), await stage.screen(scene, id, 'react'))
      expect(measured).toMatchObject({ worst: 1, mean: 1, colour: 0 })
    }
  })

  it('reports a picture that does not load once, and shows it as soon as its new address works', async () => {
    const page = stage.pages.react
    const archway = await customers.brightside.scene({ template: CARDS.archway, language: 'en' })
    const [uuid = ''] = Object.keys(archway.addresses)
    const old = Object.entries(archway.addresses[uuid] ?? {}).map(([size, at]) => [
      size,
      at.replace(/signature=(.)/, (_, first) => `signature=${first === '_' ? '-' : '_'}`),
    ])
    const stale = { ...archway, addresses: { [uuid]: Object.fromEntries(old) } }
    const state = () => page.locator('[data-slot="front.portrait"]').getAttribute('data-state')
    const show = (given: ShownScene, keep: boolean) =>
      page.evaluate(([scene, same]) => window.showPart(scene, 'front', 300, same), [given, keep] as const)

    await page.evaluate(() => window.broken.splice(0))
    await show(stale, false)
    expect([await state(), await page.evaluate(() => window.broken)]).toEqual(['loading', [uuid]])
    await show(archway, true)
    expect([await state(), await page.evaluate(() => window.broken)]).toEqual(['shown', [uuid]])
  })

  it('names a card and its texts for screen readers', async () => {
    const scene = await customers.nordlys.scene({ template: CARDS['three-moments'], language: 'nb' })
    await stage.screen(scene, 'outside')
    const image = stage.pages.react.getByRole('img')
    expect(await image.getAttribute('aria-label')).toBe(
      `Card. ${new Date().getUTCFullYear()}. Tusen takk. NORA ÅSBERG SØRENSEN`,
    )
  })
})

describe('the measure of likeness detects', () => {
  let original: ShownScene
  let isAlikeBeside: (changed: ShownScene, part: string) => Promise<boolean>

  beforeAll(async () => {
    original = await customers.brightside.scene({ template: CARDS['three-moments'], language: 'en' })
    const prints = await stage.print(original, 'brightside')
    isAlikeBeside = async (changed, part) => isAlike(await compareWithPrint(stage, changed, part, prints))
  })

  function withPictureNodes(change: (node: PictureNode) => PictureNode): ShownScene {
    const parts = original.scene.parts.map((part) => ({
      ...part,
      nodes: part.nodes.map((node) => (node.kind === 'picture' ? change(node) : node)),
    }))
    return { ...original, scene: { ...original.scene, parts } }
  }

  it('no difference if nothing is changed', async () => {
    expect(await isAlikeBeside(original, 'outside')).toBe(true)
    expect(await isAlikeBeside(original, 'inside')).toBe(true)
  })

  it('a missing word', async () => {
    const text = 'Thank you for every story,\nevery walk and every\nHow lucky we are to have you.'
    const resources: Resource[] = [...images(original), { fullId: 'inside.message', type: 'STRING', text }]
    const request = { template: CARDS['three-moments'], language: 'en', resources }
    expect(await isAlikeBeside(await customers.brightside.scene(request), 'inside')).toBe(false)
  })

  it('a slot shifted by one millimetre', async () => {
    const moved = withPictureNodes((node) => {
      return node.id === 'outside.left' ? { ...node, box: { ...node.box, x: node.box.x + 1 } } : node
    })
    expect(await isAlikeBeside(moved, 'outside')).toBe(false)
  })

  it('two swapped pictures', async () => {
    const [left, right] = ['outside.left', 'outside.right'].map((id) => {
      return pictureNodes(original).find((node) => node.id === id)?.picture ?? null
    })
    const swapped = withPictureNodes((node) => {
      if (node.id === 'outside.left') return { ...node, picture: right ?? null }
      return node.id === 'outside.right' ? { ...node, picture: left ?? null } : node
    })
    expect(await isAlikeBeside(swapped, 'outside')).toBe(false)
  })

  it('a missing effect', async () => {
    const faded = withPictureNodes((node) => {
      const picture = node.picture && { ...node.picture, effect: 'bw' as const }
      return node.id === 'inside.large' ? { ...node, picture } : node
    })
    expect(await isAlikeBeside(faded, 'inside')).toBe(false)
  })
})

const cardsOfProviders = all.flatMap((card) => (['brightside', 'nordlys'] as const).map((key) => [card, key] as const))

/** Three kinds of files as delivered; the short form uses the last of them, in one language. */
async function fixtures() {
  const small = await Promise.all([5, 6, 7, 8].map((seed) => aStudioPortrait(seed, 640, 800)))
  if (!isLong) return { 'small pictures': small }
  const real = (await photographs()).slice(0, 4)
  return {
    portraits,
    photographs: await Promise.all(real.map(({ file }) => asPortrait(file))),
    'small pictures': small,
  }
}

describe('with photographs and small pictures, in every language', () => {
  it.each(isLong ? cardsOfProviders : cardsOfProviders.slice(0, 1))(
    '%s of %s',
    async (card, key) => {
      for (const [name, files] of Object.entries(await fixtures())) {
        const customer = await stage.customer(`Zoë Wiśniewska, ${name}`, files, key)
        for (const language of isLong ? LANGUAGES[key] : LANGUAGES[key].slice(-1)) {
          const request = { template: CARDS[card], language }
          const start = await customer.scene(request)
          expectAlike(await likeness(stage, somePages(await customer.bought(start)), key))
          const reworked = await customer.scene({ ...request, resources: reworkContent(start) })
          expectAlike(await likeness(stage, somePages(await customer.bought(reworked)), key))
        }
      }
    },
    LONG,
  )
})
