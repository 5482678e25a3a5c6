import { isShopError } from '../../errors.ts'
import type { Shop } from '../../shop.ts'
import type { DesignContent } from '../../template/design.ts'
import type { Scene, ShownScene } from '../../template/scene.ts'
import { designOf, type EditorInstance } from '../design/instance.ts'
import { pictureIds, savedDesignOf } from '../design/withheldPictures.ts'
import type { TextInput } from '../input/textInput.ts'
import { fetchVisibleScene } from './fetchScene.ts'
import { layoutSetting, sceneAddresses } from './layoutSetting.ts'
import { changedTexts, repaint, type ServerScene, type TextNodeCache, withoutTexts } from './stage.ts'

/** Keeps what the customer sees the scene of what the customer has made. */
export type Painter = {
  /** Takes a scene of the server's. In the shop's language, unless it was asked for in another one. */
  take(shown: ShownScene, content: DesignContent, language?: string): void
  /** Shows the scene of the instance; a later change overtakes an earlier one. */
  paint(): void
  /** Fetches the scene anew: pictures did not come, or the server knows better. */
  renew(): Promise<void>
  /** When what is shown is what was made, as far as it can be had. */
  settled(): Promise<void>
  close(): void
}

type PainterHost = {
  instance(): EditorInstance | null
  show(shown: ShownScene): void
  /** What was made cannot be shown yet: which texts, none where it is another year or language; null where all is shown. */
  wait(unset: readonly string[] | null): void
  /** Why the server lays it out no more; empty where it does. */
  tell(refusal: string): void
  /** Of these pictures those that are lost may not be seen now. */
  see(pictures: readonly string[], lost: readonly string[]): void
}

/** After so many milliseconds what does not come is told, and asked for again. */
const RETRY_MS = 2000

export function createPainter(
  shop: Shop,
  typing: Pick<TextInput, 'shaperFor' | 'shaperNow'>,
  held: PainterHost,
): Painter {
  const bakes = new Map<string, ServerScene>()
  const setTexts = new Map<string, TextNodeCache>()
  let painting = 0
  let current: Promise<void> = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined
  let renewal: ReturnType<typeof setTimeout> | undefined
  let late: ReturnType<typeof setTimeout> | undefined
  let isWaiting = false
  let isClosed = false
  let fetching = 0

  function take(shown: ShownScene, content: DesignContent, language: string = shop.locale.language): void {
    bakes.set(keyOf(content, language), { shown, content })
  }

  function textsIn(language: string): TextNodeCache {
    const texts = setTexts.get(language) ?? new WeakMap()
    setTexts.set(language, texts)
    return texts
  }

  async function run(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const order = ++painting
    const instance = held.instance()
    if (!instance || isClosed) return
    late ??= setTimeout(() => {
      current = lag()
    }, RETRY_MS)
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
      const scene = repaint(baked, instance.definition, content, layoutSetting(shop, instance.subject), shaper, known)
      if (scene) show(baked, scene, null)
    } catch {
      // Without fonts the server sets the text, a moment later.
      if (order === painting) await fetchScene(order)
    }
  }

  function show({ shown }: ServerScene, scene: Scene, unset: readonly string[] | null): void {
    clearTimeout(late)
    late = undefined
    held.show({ hash: '', scene, addresses: sceneAddresses(shop, shown), gift: shown.gift })
    isWaiting = unset !== null
    held.wait(unset)
  }

  /** Fonts that take their time are not waited for. */
  async function lag(): Promise<void> {
    late = undefined
    if (!waits()) return
    clearTimeout(timer)
    timer = undefined
    if (fetching === 0) await fetchScene(painting)
  }

  /** Whether something cannot be laid out yet. It is not shown as it was before, as if that were printed, and asked for again. */
  function waits(): boolean {
    const instance = held.instance()
    if (!instance) return false
    const content = designOf(instance)
    const { language } = shop.locale
    const baked = bakes.get(keyOf(content, language))
    if (baked) {
      const setting = layoutSetting(shop, instance.subject)
      const { scene, unset } = withoutTexts(baked, instance.definition, content, setting, textsIn(language))
      if (unset.length === 0) return false
      show(baked, scene, unset)
    } else held.wait([])
    isWaiting = true
    timer ??= setTimeout(() => {
      current = run()
    }, RETRY_MS)
    return true
  }

  /** Another template or another year is laid out by the server. */
  async function fetchScene(order: number, isRenewal = false): Promise<void> {
    clearTimeout(renewal)
    const instance = held.instance()
    if (!instance) return
    // With all that was chosen: what was withheld may be seen again.
    const content = savedDesignOf(instance)
    const { language } = shop.locale
    let refusal = ''
    fetching += 1
    const seen = await fetchVisibleScene(shop, content)
      .catch((error: unknown) => {
        refusal = refusalOf(error)
        return undefined
      })
      .finally(() => {
        fetching -= 1
      })
    if (seen || refusal) held.tell(refusal)
    if (seen) {
      take(seen.shown, content, language)
      held.see(pictureIds(content), seen.lost)
    } else if (isRenewal) renewal = setTimeout(renew, RETRY_MS)
    if (order !== painting) return
    if (seen) await run()
    else waits()
  }

  function paint(): void {
    // Nobody asks at every stroke what is asked again anyway.
    if (!isWaiting || !waits()) current = run()
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
      isClosed = true
      painting += 1
      clearTimeout(timer)
      clearTimeout(renewal)
      clearTimeout(late)
    },
  }
}

/** The server has looked at it and said no; no answer, an overload or a fault may pass. */
function refusalOf(error: unknown): string {
  return isShopError(error) && error.status >= 400 && error.status < 500 && error.status !== 429 ? error.message : ''
}

/** What pictures and typed texts are painted onto: a template with its year, in a language. */
function keyOf({ template, year }: DesignContent, language: string): string {
  return `${template.uuid} ${template.version} ${year ?? ''} ${language}`
}
