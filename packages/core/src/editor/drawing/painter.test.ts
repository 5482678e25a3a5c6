import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { templates } from '../../template/contract.ts'
import type { ShownScene } from '../../template/scene.ts'
import type { Shaper } from '../../template/shaper.ts'
import { refusal } from '../../testing/answers.ts'
import { aShaper } from '../../testing/aShaper.ts'
import { delayAnswerOnce } from '../../testing/aShop.ts'
import { anImage, aPictureUuid, aTemplate, PRODUCT } from '../../testing/aTemplate.ts'
import { anEditorPage, saying, sceneOf } from '../../testing/editorAnswers.ts'
import { performAction } from '../actions/action.ts'
import { writeText } from '../actions/writeText.ts'
import { contentOf, createInstance, type EditorInstance, setResource } from '../design/instance.ts'
import { createTextShapers } from '../input/textShapers.ts'
import { createPainter } from './painter.ts'
import type { Typesetter } from './typesetter.ts'

const NEXT_YEAR = 2027
/** After two seconds the painter reports a missing answer and requests it again. */
const LATE_MS = 2000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const later = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

/** Emma's card on the stage of an editor whose fonts arrive when the test lets them. */
function at(change: Parameters<typeof anEditorPage>[0] = {}) {
  const page = anEditorPage(change)
  const fonts: PromiseWithResolvers<Shaper>[] = []
  const loaded: { shaper?: Shaper } = {}
  const typesetter: Typesetter = {
    now: () => loaded.shaper,
    fonts: () => Promise.reject(new Error('The list is not needed')),
    ready() {
      fonts.push(Promise.withResolvers())
      return fonts.at(-1)?.promise as Promise<Shaper>
    },
  }
  const typing = createTextShapers(page.shop, typesetter, () => {})
  const content = saying('Emma')
  const stage = {
    instance: createInstance(aTemplate(), PRODUCT, 'emma', contentOf(content.resources, null)) as EditorInstance | null,
    /** The texts shown so far, and what was shown together with the last one. */
    texts: [] as string[],
    scene: undefined as ShownScene | undefined,
    unset: undefined as readonly string[] | null | undefined,
    refusals: [] as string[],
    access: [] as unknown[],
  }
  const painter = createPainter(page.shop, typing, {
    instance: () => stage.instance,
    show(scene) {
      stage.scene = scene
      stage.texts.push(nameOn(scene)?.text ?? '')
    },
    wait(unset) {
      stage.unset = unset
    },
    onRefusal: (refused) => stage.refusals.push(refused),
    updateAccess: (pictures, lost) => stage.access.push([pictures, lost]),
  })
  painter.take(sceneOf(content), content)
  const current = () => stage.instance as EditorInstance
  return {
    page,
    stage,
    painter,
    fonts,
    scenes: () => page.sent.filter((name) => name === templates.scenes.name).length,
    /** From now on the fonts are loaded. */
    async loadFonts() {
      const loading = typing.shaperFor(current(), ['front.name'])
      loaded.shaper = aShaper()
      fonts.pop()?.resolve(loaded.shaper)
      await loading
    },
    write(text: string) {
      stage.instance = performAction(current(), writeText, { fullId: 'front.name', text })
      painter.paint()
    },
    place(picture: number) {
      stage.instance = setResource(current(), anImage('front.large', { uuid: aPictureUuid(picture) }))
      painter.paint()
    },
    /** Another year has to be laid out by the server. */
    turnTo(year: number) {
      stage.instance = { ...current(), content: { ...current().content, year } }
      painter.paint()
    },
  }
}

const nodesOf = (scene: ShownScene | undefined) => scene?.scene.parts.flatMap(({ nodes }) => nodes) ?? []
function nameOn(scene: ShownScene | undefined) {
  return nodesOf(scene).find((node) => node.kind === 'glyphs' && node.id === 'front.name') as
    | { text: string; d: string }
    | undefined
}
const pictureOn = (scene: ShownScene | undefined) =>
  nodesOf(scene).flatMap((node) => (node.kind === 'picture' && node.picture ? [node.picture.uuid] : []))

describe('a change', () => {
  it('is shown at once if its fonts are loaded', async () => {
    const { stage, loadFonts, write, scenes } = at()
    await loadFonts()
    write('Noah')
    expect([stage.texts, stage.unset, scenes()]).toEqual([['Noah'], null, 0])
  })

  it('needs no fonts if only a picture changes', () => {
    const { stage, place, fonts } = at()
    place(2)
    expect([pictureOn(stage.scene), fonts.length]).toEqual([[aPictureUuid(2)], 0])
  })

  it('is shown when its fonts have arrived, unless a later change was shown first', async () => {
    const { stage, write, fonts, painter } = at()
    write('First')
    write('Second')
    expect(stage.texts).toEqual([])
    fonts[1]?.resolve(aShaper())
    await painter.settled()
    fonts[0]?.resolve(aShaper())
    await later(0)
    expect(stage.texts).toEqual(['Second'])
  })

  it('is laid out by the server if it is to another year, unless a later change is shown first', async () => {
    const { page, stage, turnTo, painter } = at()
    const slow = delayAnswerOnce(page, templates.scenes.name)
    turnTo(NEXT_YEAR)
    await slow.reached
    turnTo(NEXT_YEAR + 1)
    await painter.settled()
    slow.arrive()
    await later(0)
    expect([stage.texts, stage.refusals]).toEqual([['Emma'], ['', '']])
    // The scene of the first answer is known from now on.
    turnTo(NEXT_YEAR)
    expect(stage.texts).toHaveLength(2)
  })
})

describe('a text without its fonts', () => {
  it('is hidden after two seconds, and set by the server', async () => {
    const { page, stage, write, loadFonts } = at()
    write('Noah')
    await later(LATE_MS - 1)
    expect([stage.texts, stage.unset]).toEqual([[], undefined])
    const slow = delayAnswerOnce(page, templates.scenes.name)
    await later(1)
    expect([nameOn(stage.scene), stage.unset]).toMatchObject([{ text: 'Noah', d: '' }, ['front.name']])
    slow.arrive()
    await later(0)
    expect(stage.unset).toBeNull()
    expect(nameOn(stage.scene)?.d).toBe(nameOn(sceneOf(saying('Noah')))?.d)
    // Nothing waits for the next one.
    await loadFonts()
    write('Noah C')
    expect([nameOn(stage.scene)?.text, stage.unset]).toEqual(['Noah C', null])
  })

  it('is set by the server at once if they cannot be loaded', async () => {
    const { stage, write, fonts, painter } = at()
    write('Noah')
    fonts[0]?.reject(new Error('No fonts'))
    await painter.settled()
    expect([stage.texts, stage.unset]).toEqual([['Noah'], null])
  })

  it('is requested again until the server answers, however much is typed meanwhile', async () => {
    const { page, stage, write, fonts, painter, scenes } = at()
    page.isOnline = false
    write('N')
    fonts[0]?.reject(new Error('No fonts'))
    await painter.settled()
    expect([stage.unset, scenes()]).toEqual([['front.name'], 1])
    for (const text of ['No', 'Noa', 'Noah']) write(text)
    expect([nameOn(stage.scene)?.text, scenes()]).toEqual(['Noah', 1])
    page.isOnline = true
    await later(LATE_MS)
    fonts[1]?.reject(new Error('No fonts'))
    await painter.settled()
    expect([nameOn(stage.scene)?.text, stage.unset, scenes()]).toEqual(['Noah', null, 2])
    await later(10 * LATE_MS)
    expect(scenes()).toBe(2)
  })
})

describe('another year without a connection', () => {
  it('is reported at once, and shown when the server answers again', async () => {
    const { page, stage, turnTo } = at()
    page.isOnline = false
    turnTo(NEXT_YEAR)
    await later(0)
    expect([stage.unset, stage.refusals]).toEqual([[], []])
    page.isOnline = true
    await later(LATE_MS)
    expect([stage.unset, stage.texts, stage.refusals]).toEqual([null, ['Emma'], ['']])
  })

  it('is reported after two seconds without an answer', async () => {
    const { page, stage, turnTo, scenes } = at()
    const slow = delayAnswerOnce(page, templates.scenes.name)
    turnTo(NEXT_YEAR)
    await later(LATE_MS)
    expect([stage.unset, stage.texts, scenes()]).toEqual([[], [], 1])
    slow.arrive()
    await later(0)
    expect([stage.unset, stage.texts]).toEqual([null, ['Emma']])
  })
})

describe('the scene fetched again', () => {
  const withAddresses = (addresses: ShownScene['addresses']) => ({
    [templates.scenes.name]: ({ scenes }: Record<string, unknown>) => ({
      scenes: (scenes as never[]).map((each) => ({ ...sceneOf(each), addresses })),
    }),
  })
  const FRESH = { one: { 100: 'fresh' } }

  it('has the new addresses of its pictures', async () => {
    const { stage, painter } = at(withAddresses(FRESH))
    await painter.renew()
    expect([stage.scene?.addresses, stage.access]).toEqual([FRESH, [[[aPictureUuid(1)], []]]])
  })

  it('has them also if something was changed meanwhile', async () => {
    const { page, stage, painter, place } = at(withAddresses(FRESH))
    const slow = delayAnswerOnce(page, templates.scenes.name)
    const renewing = painter.renew()
    await slow.reached
    place(2)
    slow.arrive()
    await renewing
    expect([stage.scene?.addresses, pictureOn(stage.scene)]).toEqual([FRESH, [aPictureUuid(2)]])
  })

  it('is requested every two seconds until the server answers', async () => {
    const { page, stage, painter, scenes } = at()
    page.isOnline = false
    await painter.renew()
    await later(2 * LATE_MS)
    expect([scenes(), stage.texts]).toEqual([3, []])
    page.isOnline = true
    await later(LATE_MS)
    expect([scenes(), stage.texts]).toEqual([4, ['Emma']])
    await later(10 * LATE_MS)
    expect(scenes()).toBe(4)
  })

  it('is requested once a minute while the server refuses it', async () => {
    const { painter, scenes } = at({ [templates.scenes.name]: () => refusal('any', 'Gone', 404) })
    await painter.renew()
    await later(59_000)
    expect(scenes()).toBe(1)
    await later(2_000)
    expect(scenes()).toBe(2)
  })

  it.each([
    [404, 'Gone', ['Gone', '']],
    [429, 'Too many', ['']],
    [500, 'Broken', ['']],
  ])('reports a refusal, but not a temporary failure: %i', async (status, text, refusals) => {
    let isRefused = true
    const { stage, painter } = at({
      [templates.scenes.name]: ({ scenes }) =>
        isRefused ? refusal('any', text, status) : { scenes: (scenes as never[]).map(sceneOf) },
    })
    await painter.renew()
    isRefused = false
    await painter.renew()
    expect(stage.refusals).toEqual(refusals)
  })
})

describe('a closed editor', () => {
  it('requests and shows nothing more', async () => {
    const { page, stage, painter, write, fonts, scenes } = at()
    page.isOnline = false
    await painter.renew()
    write('Noah')
    painter.close()
    fonts[0]?.resolve(aShaper())
    page.isOnline = true
    await later(10 * LATE_MS)
    painter.paint()
    for (const each of fonts) each.resolve(aShaper())
    await later(0)
    expect([stage.texts, scenes()]).toEqual([[], 1])
  })

  it('sends no further request even if an answer was on its way', async () => {
    const { page, painter, scenes } = at()
    const slow = delayAnswerOnce(page, templates.scenes.name)
    const renewing = painter.renew()
    await slow.reached
    painter.close()
    slow.lose()
    await renewing
    await later(10 * LATE_MS)
    expect(scenes()).toBe(1)
  })
})
