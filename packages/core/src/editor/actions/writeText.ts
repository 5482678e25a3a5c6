import { cleanText, MAX_TEXT_LENGTH } from '../../template/cleanText.ts'
import { changeText } from '../design/textStyle.ts'
import type { Action } from './action.ts'

/**
 * Puts a text into a slot, as typed: white space collapsed, unwanted characters removed. `size` is the size at which it fits,
 * if it differs.
 */
export const writeText: Action<{ fullId: string; text: string; size?: number }> = {
  name: 'writeText',
  perform(instance, { fullId, text, size }) {
    const clean = cleanText(text).slice(0, MAX_TEXT_LENGTH)
    return changeText(instance, fullId, size === undefined ? { text: clean } : { text: clean, size })
  },
}

/** The text that is stored when the field is left: 001 §4 "on blur the text is trimmed". */
export function storedText(input: string): string {
  return cleanText(input)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim()
}
