import type { Shop } from '../../shop.ts'
import type { Shaper } from '../../template/shaper.ts'
import { performAction } from '../actions/action.ts'
import { writeText } from '../actions/writeText.ts'
import { type EditorInstance, textOf } from '../design/instance.ts'
import { fittingSize, textSlotOf } from '../design/slotFit.ts'
import { layoutSetting } from '../drawing/layoutSetting.ts'

/** The sizes selected for texts, up to which a text grows again when there is room. */
export type TextSizes = {
  /** @param size at which the text is set; smaller than the selected one if that does not fit */
  choose(fullId: string, chosenSize: number, size?: number): void
  forget(fullId: string): void
  /** The instance with the text at its fitting size. */
  fit(instance: EditorInstance, fullId: string, shaper: Shaper, gesture: string): EditorInstance
}

export function createTextSizes(shop: Shop): TextSizes {
  // For each size at which a text was set, the selected one: after undo, the matching one is found.
  const chosenSizes = new Map<string, Map<number, number>>()

  function choose(fullId: string, chosenSize: number, size = chosenSize): void {
    const sizes = chosenSizes.get(fullId) ?? new Map<number, number>()
    chosenSizes.set(fullId, sizes.set(size, chosenSize))
  }

  return {
    choose,
    forget: (fullId) => void chosenSizes.delete(fullId),
    fit(instance, fullId, shaper, gesture) {
      const slot = textSlotOf(instance, fullId)
      const text = textOf(instance.content, fullId)
      if (!slot || !text) return instance
      const now = text.overrideSize ?? slot.layer.size
      const chosenSize = chosenSizes.get(fullId)?.get(now) ?? now
      const size = fittingSize(instance, slot, chosenSize, layoutSetting(shop, instance.subject), shaper)
      choose(fullId, chosenSize, size)
      return performAction(instance, writeText, { fullId, text: text.text, size }, gesture)
    },
  }
}
