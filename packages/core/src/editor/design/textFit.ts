import type { TextLayer } from '../../template/definition.ts'
import type { DesignContent } from '../../template/design.ts'
import { type Setting, shownText, styleOf } from '../../template/layOut.ts'
import { fitSize, fits } from '../../template/paragraph.ts'
import type { Shaper } from '../../template/shaper.ts'
import { textIn } from '../../template/slots.ts'
import { designOf, type Instance, slotOf } from './instance.ts'

/** What the rules of text size need to know about a slot. */
export type TextSlot = { fullId: string; layer: TextLayer }

export function textSlotOf({ definition }: Instance, fullId: string): TextSlot | undefined {
  const slot = slotOf(definition, fullId)
  return slot?.kind === 'text' ? { fullId, layer: slot.layer } : undefined
}

/** 001 §4: the largest size up to `wanted` at which the text of the slot fits its box, down to 12. */
export function fittingSize(
  instance: Instance,
  slot: TextSlot,
  wanted: number,
  setting: Setting,
  shaper: Shaper,
): number {
  const { text, style } = written(instance, slot, setting)
  return fitSize(text, { ...style, size: wanted }, shaper)
}

/** Whether the text of the slot would fit with another size or family. */
export function wouldFit(
  instance: Instance,
  slot: TextSlot,
  change: { size?: number; family?: string },
  setting: Setting,
  shaper: Shaper,
): boolean {
  const { text, style } = written(instance, slot, setting)
  return fits(text, { ...style, ...change }, shaper)
}

function written(instance: Instance, { fullId, layer }: TextSlot, setting: Setting) {
  const content: DesignContent = designOf(instance)
  return { text: shownText(fullId, layer, content, setting), style: styleOf(layer, textIn(content.resources, fullId)) }
}
