import type { Shop } from '../../shop.ts'
import type { Shaper } from '../../template/shaper.ts'
import { designOf, type EditorInstance } from '../design/instance.ts'
import { layoutSetting } from '../drawing/layoutSetting.ts'
import { fontTextsOfSlots } from '../drawing/repaint.ts'
import type { Typesetter } from '../drawing/typesetter.ts'

export type FontsStatus = 'idle' | 'loading' | 'ready' | 'failed'

export type TextShapers = {
  /** The shaper for these texts of an instance. Throws if fonts cannot be fetched. */
  shaperFor(instance: EditorInstance, fullIds: readonly string[], family?: string): Promise<Shaper>
  /** The same if it is loaded already. */
  shaperNow(instance: EditorInstance, fullIds: readonly string[]): Shaper | undefined
}

/** @param onStatus is called with the status of the fonts */
export function createTextShapers(
  shop: Shop,
  typesetter: Typesetter,
  onStatus: (status: FontsStatus) => void,
): TextShapers {
  let status: FontsStatus = 'idle'

  function setStatus(now: FontsStatus): void {
    status = now
    onStatus(now)
  }

  const writingsIn = (instance: EditorInstance, fullIds: readonly string[]) =>
    fontTextsOfSlots(instance.definition, designOf(instance), fullIds, layoutSetting(shop, instance.subject))

  return {
    shaperNow: (instance, fullIds) => (status === 'ready' ? typesetter.now(writingsIn(instance, fullIds)) : undefined),
    async shaperFor(instance, fullIds, family) {
      if (status !== 'ready') setStatus('loading')
      try {
        const writings = writingsIn(instance, fullIds)
        const more = family ? writings.map(({ text }) => ({ text, family })) : []
        const shaper = await typesetter.ready([...writings, ...more])
        setStatus('ready')
        return shaper
      } catch (error) {
        setStatus('failed')
        throw error
      }
    },
  }
}
