import type { Translate } from './msg.ts'

/** Of a private alphabet, so that no value has it. */
const BACKSLASH = '\uf8f1'

/**
 * Says values as they are: lingui reads `\u0041` and `\x41` in a finished text as a letter, and would change a name that somebody
 * has typed, control characters included.
 */
export function sayValuesExactly(say: Translate): Translate {
  return (message, values) => {
    const isPlain = !values || !Object.values(values).some((value) => typeof value === 'string' && value.includes('\\'))
    if (isPlain) return say(message, values)
    const guarded = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\\', BACKSLASH) : value,
    ])
    return say(message, Object.fromEntries(guarded)).replaceAll(BACKSLASH, '\\')
  }
}
