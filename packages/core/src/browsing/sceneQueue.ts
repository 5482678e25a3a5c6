import { ref } from 'valtio/vanilla'
import { isShopError } from '../errors.ts'
import { indexed } from '../natives.ts'
import { createPictureSets } from '../picture-sets/state.ts'
import type { Shop } from '../shop.ts'
import { type TemplateListItem, templates } from '../template/contract.ts'
import type { ShownScene } from '../template/scene.ts'

/** The number of scenes per request: the first ones arrive while the others are still being laid out. */
const SCENES_PER_REQUEST = 6

type SceneHolder = { scenes: Record<string, ShownScene> }
type SceneListing = ReadonlyArray<Pick<TemplateListItem, 'uuid' | 'version'>>

export type SceneQueue = {
  /** Fetches the scene of a template that is about to become visible, with a picture of the selected set. */
  show(template: string): void
  /** Forgets waiting and running requests. */
  clear(): void
}

/** Fetches the scenes of a list into its state. */
export function createSceneQueue(
  shop: Shop,
  state: SceneHolder,
  { listed, onFailure }: { listed: () => SceneListing; onFailure: (text: string) => void },
): SceneQueue {
  const sets = shop.part(createPictureSets)
  let turn = 0
  let queue: string[] = []
  let isFetching = false

  async function fetchAll(): Promise<void> {
    if (isFetching) return
    isFetching = true
    try {
      while (queue.length > 0) {
        const order = turn
        await fetchSome(queue.splice(0, SCENES_PER_REQUEST), order).catch((error: unknown) => stopAt(error, order))
      }
    } finally {
      isFetching = false
    }
  }

  function stopAt(error: unknown, order: number): void {
    // A failure for pictures that are no longer visible stops nothing.
    if (order === turn) queue = []
    if (!isShopError(error)) throw error
    if (order === turn) onFailure(error.message)
  }

  async function fetchSome(uuids: readonly string[], order: number): Promise<void> {
    const some = listed().filter(({ uuid }) => uuids.includes(uuid))
    if (some.length === 0) return
    const { scenes } = await shop.call(templates.scenes, {
      scenes: some.map(({ uuid, version }) => ({
        template: { uuid, version },
        subject: sets.state.selected,
        language: shop.locale.language,
      })),
    })
    for (const [index, { uuid }] of indexed(some)) {
      if (order !== turn) return
      if (scenes[index]) state.scenes[uuid] = ref(scenes[index])
      // each is drawn in a frame of its own: a page that draws all at once would not scroll meanwhile
      await nextFrame()
    }
  }

  return {
    show(template) {
      if (state.scenes[template] || queue.includes(template)) return
      queue.push(template)
      // templates that become visible together are requested together
      queueMicrotask(() => void fetchAll())
    },
    clear() {
      turn += 1
      queue = []
    },
  }
}

/** A hidden page has no frames, but must continue anyway. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 100)
    globalThis.requestAnimationFrame?.(() => {
      clearTimeout(timer)
      // after the frame, not in it
      setTimeout(resolve)
    })
  })
}
