import { fits } from '../../template/breakLines.ts'
import type { TextLayer } from '../../template/definition.ts'
import type { DesignContent } from '../../template/design.ts'
import { fitSize } from '../../template/fitText.ts'
import { displayText, type LayoutSetting, textStyleOf } from '../../template/layOut.ts'
import type { Shaper } from '../../template/shaper.ts'
import { textIn } from '../../template/slots.ts'
import { designOf, type EditorInstance, slotOf } from './instance.ts'

/** The properties of a slot that determine the size of its text. */
export type TextSlot = { fullId: string; layer: TextLayer }

export function textSlotOf({ definition }: EditorInstance, fullId: string): TextSlot | undefined {
  const slot = slotOf(definition, fullId)
  return slot?.kind === 'text' ? { fullId, layer: slot.layer } : undefined
}

/** 001 §4: the largest size up to `maxSize` at which the text of the slot fits its box, down to 12. */
export function fittingSize(
  instance: EditorInstance,
  slot: TextSlot,
  maxSize: number,
  setting: LayoutSetting,
  shaper: Shaper,
): number {
  const { text, style } = textAndStyle(instance, slot, setting)
  return fitSize(text, { ...style, size: maxSize }, shaper)
}

/** Whether the text of the slot would fit with another size or family. */
export function wouldFit(
  instance: EditorInstance,
  slot: TextSlot,
  change: { size?: number; family?: string },
  setting: LayoutSetting,
  shaper: Shaper,
): boolean {
  const { text, style } = textAndStyle(instance, slot, setting)
  return fits(text, { ...style, ...change }, shaper)
}

function textAndStyle(instance: EditorInstance, { fullId, layer }: TextSlot, setting: LayoutSetting) {
  const content: DesignContent = designOf(instance)
  return {
    text: displayText(fullId, layer, content, setting),
    style: textStyleOf(layer, textIn(content.resources, fullId)),
  }
}
