import { readFile } from 'node:fs/promises'
import type { ImageResource, Resource } from '@portraitkit/core/template/design.ts'
import type { PictureNode, ShownScene } from '@portraitkit/core/template/scene.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { photographs } from '../../../scripts/photographs.ts'
import { compare, isAlike, LEAST_MEAN, LEAST_TILE, type Likeness } from './printTruth/measure.ts'
import { aStudioPortrait } from './printTruth/portraits.ts'
import { LANGUAGES, likeness, openStage, type ProviderKey, type Stage, type StageCustomer } from './printTruth/stage.ts'

const LONG = process.env.PROOFS === 'long'
const ARCHWAY = '7d2f5c10-6a0b-4b7e-9c55-1f0e8a7b0c01'
const THREE_MOMENTS = '7d2f5c10-6a0b-4b7e-9c55-1f0e8a7b0c02'
const THE_YEAR = '7d2f5c10-6a0b-4b7e-9c55-1f0e8a7b0c03'
const CARDS = { ARCHWAY, THREE_MOMENTS, THE_YEAR }

let stage: Stage
let portraits: Buffer[]

beforeAll(async () => {
  stage = await openStage()
  portraits = await Promise.all([1, 2, 3, 4].map((seed) => aStudioPortrait(seed)))
})
afterAll(() => stage.close())

function expectAlike(found: Map<string, Likeness>): void {
  for (const [part, measured] of found) {
    const said = `${part}: worst tile ${measured.worst.toFixed(4)} at ${measured.at.x},${measured.at.y}, mean ${measured.mean.toFixed(4)}`
    if (process.env.PROOFS) console.log(said)
    expect(measured.tiles).toBeGreaterThan(20)
    expect(measured.worst, said).toBeGreaterThanOrEqual(LEAST_TILE)
    expect(measured.mean, said).toBeGreaterThanOrEqual(LEAST_MEAN)
  }
}

/** Every picture turned, zoomed in and tinted in its own way, and every text in letters beyond Western Europe. */
function reworked({ scene }: ShownScene): Resource[] {
  const nodes = scene.parts.flatMap((part) => part.nodes)
  const slots = nodes.filter((node): node is PictureNode => node.kind === 'picture')
  const images = slots.flatMap(({ id, picture }, index): ImageResource[] => {
    if (!picture) return []
    const { uuid, width, height } = picture
    const rotation = ([90, 180, 270, 0] as const)[index % 4] ?? 0
    const overrideEffect = (['sepia', 'bw', 'original', 'sepia'] as const)[index % 4] ?? 'original'
    const cropRect = { x: 300, y: 250, width: 900 - index * 120, height: 900 - index * 120 }
    return [{ fullId: id, type: 'IMAGE', image: { uuid, width, height, rotation, cropRect, overrideEffect } }]
  })
  const texts = nodes.flatMap((node): Resource[] =>
    node.kind === 'glyphs' && !/year$/.test(node.id)
      ? [{ fullId: node.id, type: 'STRING', text: 'Łukasz Žižka-Ångström', overrideSize: 12, overrideColor: '#7a1f3d' }]
      : [],
  )
  return [...images, ...texts]
}

describe('what stands on the screen is what is printed', () => {
  it.each<[keyof typeof CARDS, ProviderKey, string]>([
    ['ARCHWAY', 'brightside', 'Emma Carter'],
    ['THREE_MOMENTS', 'nordlys', 'Nora Åsberg Sørensen'],
    ['THE_YEAR', 'brightside', 'Maximiliane-Alexandra Gräfin von Hohenberg'],
  ])('%s of %s, as the list shows it, with the name %s', async (card, key, name) => {
    const customer = await stage.customer(name, portraits, key)
    const language = LANGUAGES[key][0] as string
    const shown = await customer.scene({ template: CARDS[card], language })
    expectAlike(await likeness(stage, shown, key))
  })

  it.each(Object.keys(CARDS) as Array<keyof typeof CARDS>)(
    '%s with every picture turned, cropped and tinted, and Polish, Czech and Swedish letters',
    async (card) => {
      const customer = await stage.customer('Emma Carter', portraits, 'brightside')
      const start = await customer.scene({ template: CARDS[card], language: 'en' })
      const shown = await customer.scene({ template: CARDS[card], language: 'en', resources: reworked(start) })
      expect(shown.hash).not.toBe(start.hash)
      expectAlike(await likeness(stage, shown, 'brightside'))
    },
  )
})

describe('the measure sees', () => {
  let customer: StageCustomer
  let shown: ShownScene
  let prints: Awaited<ReturnType<Stage['print']>>

  beforeAll(async () => {
    customer = await stage.customer('Emma Carter', portraits, 'brightside')
    shown = await customer.scene({ template: THREE_MOMENTS, language: 'en' })
    prints = await stage.print(shown, 'brightside')
  })

  /** The print as it was ordered beside a screen with one thing changed. */
  async function beside(changed: ShownScene, part: string): Promise<Likeness> {
    const print = prints.get(part)
    if (!print) throw new Error(`${part} was not printed`)
    return compare(await stage.screen(changed, part), print)
  }

  function withNodes(change: (node: PictureNode) => PictureNode): ShownScene {
    const parts = shown.scene.parts.map((part) => ({
      ...part,
      nodes: part.nodes.map((node) => (node.kind === 'picture' ? change(node) : node)),
    }))
    return { ...shown, scene: { ...shown.scene, parts } }
  }

  it('nothing where nothing is changed', async () => {
    expect(isAlike(await beside(shown, 'outside'))).toBe(true)
  })

  it('a word that is missing', async () => {
    const text = 'Thank you for every story,\nevery walk and every\nHow lucky we are to have you.'
    const { scene } = shown
    const resources = scene.parts.flatMap((part) =>
      part.nodes.flatMap((node): Resource[] => (node.kind === 'picture' ? [imageOf(node)] : [])),
    )
    const fewer = await customer.scene({
      template: THREE_MOMENTS,
      language: 'en',
      resources: [...resources, { fullId: 'inside.message', type: 'STRING', text }],
    })
    expect(isAlike(await beside(fewer, 'inside'))).toBe(false)
  })

  it('a slot that stands one millimetre beside its place', async () => {
    const moved = withNodes((node) =>
      node.id === 'outside.left' ? { ...node, box: { ...node.box, x: node.box.x + 1 } } : node,
    )
    expect(isAlike(await beside(moved, 'outside'))).toBe(false)
  })

  it('two pictures that changed places', async () => {
    const nodes = shown.scene.parts.flatMap((part) => part.nodes)
    const pictureOf = (id: string) => nodes.find((node) => node.kind === 'picture' && node.id === id) as PictureNode
    const swapped = withNodes((node) => {
      if (node.id === 'outside.left') return { ...node, picture: pictureOf('outside.right').picture }
      return node.id === 'outside.right' ? { ...node, picture: pictureOf('outside.left').picture } : node
    })
    expect(isAlike(await beside(swapped, 'outside'))).toBe(false)
  })
})

function imageOf({ id, picture }: PictureNode): ImageResource {
  if (!picture) return { fullId: id, type: 'IMAGE', image: null }
  const { uuid, width, height, rotation, crop, effect } = picture
  return { fullId: id, type: 'IMAGE', image: { uuid, width, height, rotation, cropRect: crop, overrideEffect: effect } }
}

describe.runIf(LONG)('with real photographs and every language', () => {
  it.each(
    (Object.keys(CARDS) as Array<keyof typeof CARDS>).flatMap((card) =>
      (['brightside', 'nordlys'] as const).map((key) => [card, key] as const),
    ),
  )('%s of %s', async (card, key) => {
    const real = await photographs()
    const sets = {
      portraits,
      photographs: await Promise.all(real.slice(0, 4).map(({ file }) => readFile(file))),
      small: await Promise.all([5, 6, 7, 8].map((seed) => aStudioPortrait(seed, 480, 600))),
    }
    for (const [name, files] of Object.entries(sets)) {
      const customer = await stage.customer(`Zoë ${name} Wiśniewska`, files, key)
      for (const language of LANGUAGES[key]) {
        const start = await customer.scene({ template: CARDS[card], language })
        expectAlike(await likeness(stage, start, key))
        const shown = await customer.scene({ template: CARDS[card], language, resources: reworked(start) })
        expectAlike(await likeness(stage, shown, key))
      }
    }
  })
})
