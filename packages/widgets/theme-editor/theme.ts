import type { Look } from '@portraitkit/core/provider/look.ts'
import { themeProblems } from '../src/doctor/optionsCheck.ts'
import { mergeLook } from '../src/theme/mergeLook.ts'
import type { Theme } from '../src/theme/readyThemes.ts'

/** The editable part of a look: everything except its logo and its font files. */
export function themeOf({ colours, type, radius, space, background }: Look): Theme {
  return structuredClone({ colours, type, radius, space, background })
}

/** Parses a theme, or says what is wrong with it. */
export function readTheme(text: string, own: Look): { theme: Theme } | { faults: string[] } {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    return { faults: ['This is not JSON.'] }
  }
  const faults = themeProblems(given)
  return faults.length > 0 ? { faults } : { theme: themeOf(mergeLook(own, given as Theme)) }
}
