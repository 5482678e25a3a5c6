import type { TextLayer } from '../../template/definition.ts'
import type { TextResource } from '../../template/design.ts'
import { LARGEST_SIZE, SMALLEST_SIZE } from '../../template/fitText.ts'
import { textStyleOf } from '../../template/layOut.ts'
import { type EditorInstance, setResource, slotOf, textOf } from './instance.ts'

// 001 §9: font size 12 to 110
export const MIN_FONT_SIZE = SMALLEST_SIZE
export const MAX_FONT_SIZE = LARGEST_SIZE

/**
 * The nearest allowed size: 12 to 110. If the template's own size is below 12, it is allowed too, but nothing between it and
 * 12: a request below 12 means the step up to 12, or the way back.
 */
export function clampFontSize({ size }: Pick<TextLayer, 'size'>, fontSize: number, now = size): number {
  if (fontSize >= MIN_FONT_SIZE || size >= MIN_FONT_SIZE) {
    return Math.min(Math.max(Math.round(fontSize), MIN_FONT_SIZE), MAX_FONT_SIZE)
  }
  return fontSize > now ? MIN_FONT_SIZE : size
}

// 001 §9: black, white, red, blue, yellow, purple, green, light yellow, pink, violet-blue
export const palette = [
  '#000000',
  '#ffffff',
  '#c8102e',
  '#0057b8',
  '#ffcd00',
  '#6a2c91',
  '#1e7b34',
  '#fff3b0',
  '#f5a3c7',
  '#5b5bd6',
] as const

/** The colours to choose from: the palette, and the template's own if it differs. */
export function coloursFor(layer: TextLayer): string[] {
  const own = layer.color.toLowerCase()
  return (palette as readonly string[]).includes(own) ? [...palette] : [own, ...palette]
}

export type TextStyle = Pick<TextLayer, 'family' | 'size' | 'color' | 'horizontalAlign'>

/** Changes the text of a slot. An override equal to the template's value is left out. */
export function changeText(
  instance: EditorInstance,
  fullId: string,
  change: Partial<TextStyle & { text: string }>,
): EditorInstance {
  const slot = slotOf(instance.definition, fullId)
  if (slot?.kind !== 'text' || !slot.editable) return instance
  const before = textOf(instance.content, fullId)
  const style = { ...textStyleOf(slot.layer, before ?? undefined), ...change }
  const after = resourceOf(fullId, slot.layer, style, change.text ?? before?.text ?? '')
  return before && isSame(before, after) ? instance : setResource(instance, after)
}

function resourceOf(fullId: string, layer: TextLayer, style: TextStyle, text: string): TextResource {
  return {
    fullId,
    type: 'STRING',
    text,
    ...(style.family === layer.family ? {} : { overrideFamily: style.family }),
    ...(style.size === layer.size ? {} : { overrideSize: style.size }),
    ...(style.color === layer.color ? {} : { overrideColor: style.color }),
    ...(style.horizontalAlign === layer.horizontalAlign ? {} : { overrideHorizontalAlign: style.horizontalAlign }),
  }
}

function isSame(one: TextResource, other: TextResource): boolean {
  const keys = ['text', 'overrideFamily', 'overrideSize', 'overrideColor', 'overrideHorizontalAlign'] as const
  return keys.every((key) => one[key] === other[key])
}
