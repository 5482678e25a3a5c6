import type { Shop } from '../shop.ts'
import type { DesignContent } from '../template/design.ts'
import type { ShownScene } from '../template/scene.ts'
import { designOf, type Instance } from './instance.ts'
import { sceneOf } from './opening.ts'
import { type Baked, changedTexts, repaint, type SetTexts } from './stage.ts'
import { addressesOf, settingOf } from './subject.ts'
import type { Typing } from './typing.ts'

/** Keeps what the customer sees the scene of what the customer has made. */
export type Painter = {
  /** Takes a scene of the server's. */
  /** In the shop's language, unless it was asked for in another one. */
  take(shown: ShownScene, content: DesignContent, language?: string): void
  /** Shows the scene of the instance; a later change overtakes an earlier one. */
  paint(): void
  /** Fetches the scene anew: pictures did not come, or the server knows better. */
  renew(): Promise<void>
  /** When what is shown is what was made, as far as it can be had. */
  settled(): Promise<void>
  close(): void
}

type Held = { instance(): Instance | null; show(shown: ShownScene): void }

/** Without a connection the scene is asked for again after so many milliseconds. */
const retry = 2000

export function createPainter(shop: Shop, typing: Pick<Typing, 'shaperFor' | 'shaperNow'>, held: Held): Painter {
  const bakes = new Map<string, Baked>()
  const setTexts = new Map<string, SetTexts>()
  let painting = 0
  let current: Promise<void> = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined
  let renewal: ReturnType<typeof setTimeout> | undefined

  function take(shown: ShownScene, content: DesignContent, language: string = shop.locale.language): void {
    bakes.set(keyOf(content, language), { shown, content })
  }

  function textsIn(language: string): SetTexts {
    const texts = setTexts.get(language) ?? new WeakMap()
    setTexts.set(language, texts)
    return texts
  }

  async function run(): Promise<void> {
    clearTimeout(timer)
    const order = ++painting
    const instance = held.instance()
    if (!instance) return
    const content = designOf(instance)
    const { language } = shop.locale
    const baked = bakes.get(keyOf(content, language))
    if (!baked) return fetchScene(order)
    try {
      const known = textsIn(language)
      const texts = changedTexts(baked.content, content).flatMap((each) => (known.has(each) ? [] : [each.fullId]))
      // Nothing is waited for that is there: what was done and how it looks are one change of the screen.
      const shaper =
        texts.length > 0 ? (typing.shaperNow(instance, texts) ?? (await typing.shaperFor(instance, texts))) : undefined
      if (order !== painting) return
      const scene = repaint(baked, instance.definition, content, settingOf(shop, instance.subject), shaper, known)
      const addresses = addressesOf(shop, baked.shown)
      if (scene) held.show({ hash: '', scene, addresses, gift: baked.shown.gift })
    } catch {
      // Without fonts the server sets the text, a moment later.
      if (order === painting) await fetchScene(order)
    }
  }

  /** Another template or another year is laid out by the server. */
  async function fetchScene(order: number, isRenewal = false): Promise<void> {
    clearTimeout(renewal)
    const instance = held.instance()
    if (!instance) return
    const content = designOf(instance)
    const { language } = shop.locale
    const shown = await sceneOf(shop, content).catch(() => undefined)
    if (shown) take(shown, content, language)
    else if (isRenewal) renewal = setTimeout(renew, retry)
    if (order !== painting) return
    if (shown) await run()
    else if (!bakes.has(keyOf(content, language))) timer = setTimeout(paint, retry)
  }

  function paint(): void {
    current = run()
  }

  function renew(): Promise<void> {
    painting += 1
    current = fetchScene(painting, true)
    return current
  }

  return {
    take,
    paint,
    renew,
    settled: () => current,
    close() {
      painting += 1
      clearTimeout(timer)
      clearTimeout(renewal)
    },
  }
}

/** What pictures and typed texts are painted onto: a template with its year, in a language. */
function keyOf({ template, year }: DesignContent, language: string): string {
  return `${template.uuid} ${template.version} ${year ?? ''} ${language}`
}
