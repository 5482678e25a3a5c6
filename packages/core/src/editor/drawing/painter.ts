import type { Shop } from '../../shop.ts'
import type { DesignContent } from '../../template/design.ts'
import type { Scene, ShownScene } from '../../template/scene.ts'
import type { EditorInstance } from '../design/instance.ts'
import type { TextInput } from '../input/textInput.ts'
import { sceneAddresses } from './layoutSetting.ts'
import { createServerScenes, fetchServerScene, type ServerSceneHost } from './serverScenes.ts'

/** Keeps the visible scene up to date with the customer's design. */
export type Painter = {
  /** Takes a scene of the server. It is in the shop's language, unless it was requested in another one. */
  take(scene: ShownScene, content: DesignContent, language?: string): void
  /** Shows the scene of the instance; a later change overtakes an earlier one. */
  paint(): void
  /** Fetches the scene again: pictures did not load, or the server's scene differs. */
  renew(): Promise<void>
  /** Resolves when the visible scene matches the design, as far as possible. */
  settled(): Promise<void>
  close(): void
}

type PainterHost = ServerSceneHost & {
  instance(): EditorInstance | null
  show(scene: ShownScene): void
  /**
   * The design cannot be shown completely: `unset` lists the texts, none if a year or language is missing; null if everything
   * is shown.
   */
  wait(unset: readonly string[] | null): void
}

/** After this many milliseconds a missing answer is reported, and requested again. */
const RETRY_MS = 2000
/** After this many milliseconds a refused scene is requested again: pictures may be visible again. */
const REFUSED_RETRY_MS = 60_000

export function createPainter(
  shop: Shop,
  typing: Pick<TextInput, 'shaperFor' | 'shaperNow'>,
  host: PainterHost,
): Painter {
  const scenes = createServerScenes(shop)
  const [retry, renewal, late] = [createTimer(), createTimer(), createTimer()]
  let painting = 0
  let current: Promise<void> = Promise.resolve()
  let isWaiting = false
  let isClosed = false
  let fetching = 0

  async function run(): Promise<void> {
    retry.stop()
    const order = ++painting
    const instance = host.instance()
    if (!instance || isClosed) return
    late.start(() => {
      current = onFontsLate()
    })
    const made = scenes.of(instance)
    if (!made) return fetchScene(order)
    try {
      const texts = made.texts()
      // If everything is loaded, there is nothing to wait for: the action and its result appear together.
      const shaper =
        texts.length > 0 ? (typing.shaperNow(instance, texts) ?? (await typing.shaperFor(instance, texts))) : undefined
      if (order !== painting) return
      const scene = made.paint(shaper)
      if (scene) show(made.shownScene, scene, null)
    } catch {
      // Without fonts the server sets the text, with a short delay.
      if (order === painting) await fetchScene(order)
    }
  }

  function show(shownScene: ShownScene, scene: Scene, unset: readonly string[] | null): void {
    late.stop()
    host.show({ hash: '', scene, addresses: sceneAddresses(shop, shownScene), gift: shownScene.gift })
    isWaiting = unset !== null
    host.wait(unset)
  }

  /** Does not wait for slow fonts. */
  async function onFontsLate(): Promise<void> {
    if (!paintIncomplete()) return
    retry.stop()
    if (fetching === 0) await fetchScene(painting)
  }

  /**
   * Whether something cannot be laid out yet. It is not shown in its old form, as if that were printed, and is requested again.
   */
  function paintIncomplete(): boolean {
    const instance = host.instance()
    if (!instance) return false
    const made = scenes.of(instance)
    if (made) {
      const { scene, unset } = made.paintWithoutTexts()
      if (unset.length === 0) return false
      show(made.shownScene, scene, unset)
    } else host.wait([])
    isWaiting = true
    retry.start(() => {
      current = run()
    })
    return true
  }

  /** Another template or another year is laid out by the server. */
  async function fetchScene(order: number, isRenewal = false): Promise<void> {
    renewal.stop()
    const instance = host.instance()
    if (!instance) return
    fetching += 1
    const answer = await fetchServerScene(shop, scenes, instance, host).finally(() => {
      fetching -= 1
    })
    if (isClosed) return
    const isSeen = answer === 'laid-out'
    if (!isSeen && isRenewal) renewal.start(renew, answer === 'refused' ? REFUSED_RETRY_MS : RETRY_MS)
    if (order !== painting) {
      // A change meanwhile is shown with the old addresses.
      const now = host.instance()
      if (isSeen && isRenewal && now && scenes.of(now)) await run()
    } else if (isSeen) await run()
    else paintIncomplete()
  }

  function renew(): Promise<void> {
    painting += 1
    current = fetchScene(painting, true)
    return current
  }

  return {
    take: scenes.take,
    paint() {
      // No request per key stroke for something that is requested again anyway.
      if (!isWaiting || !paintIncomplete()) current = run()
    },
    renew,
    settled: () => current,
    close() {
      isClosed = true
      painting += 1
      for (const timer of [retry, renewal, late]) timer.stop()
    },
  }
}

/** Runs something once after a delay, unless it is already scheduled or is stopped before. */
function createTimer() {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    start(run: () => void, milliseconds: number = RETRY_MS) {
      timer ??= setTimeout(() => {
        timer = undefined
        run()
      }, milliseconds)
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
