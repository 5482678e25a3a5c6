import type { Look } from '@portraitkit/core/provider/look.ts'
import { themeProblems } from '../src/doctor/optionsCheck.ts'
import { themeTokens } from '../src/theme/lookCss.ts'
import { mergeLook } from '../src/theme/mergeLook.ts'
import type { Theme } from '../src/theme/readyThemes.ts'

/** The tags of all elements, from the build. */
declare const __PORTRAITKIT_TAGS__: readonly string[]

/** The editable part of a look: everything except its logo and its font files. */
export function themeOf({ colours, type, radius, space, background }: Look): Theme {
  return structuredClone({ colours, type, radius, space, background })
}

/** The formats in which a theme can be exported. */
export type Export = { name: string; about: string; file: string; text: string }

export function exportsOf(theme: Theme, own: Look): Export[] {
  const attribute = JSON.stringify(theme).replaceAll('&', '&amp;').replaceAll("'", '&#39;')
  const tokens = Object.entries(themeTokens(mergeLook(own, theme)))
  const declarations = tokens.map(([name, value]) => `  ${name}: ${value};`)
  return [
    {
      name: 'Attribute',
      about: 'For one element; in React, the theme property of Root.',
      file: 'theme.html',
      text: `<pk-shop theme='${attribute}'></pk-shop>`,
    },
    {
      name: 'CSS',
      about: 'For the stylesheet of a page: applies to every widget on it.',
      file: 'theme.css',
      text: `:is(${__PORTRAITKIT_TAGS__.join(', ')}) {\n${declarations.join('\n')}\n}\n`,
    },
    {
      name: 'JSON',
      about: "For the shop's own look, in the provider's document; and to continue here later.",
      file: 'theme.json',
      text: `${JSON.stringify(theme, null, 2)}\n`,
    },
  ]
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

const keyOf = (provider: string) => `pk-theme-editor ${provider}`

/** The unfinished theme of an earlier visit; nothing if the browser has stored none. */
export function storedTheme(provider: string, own: Look): Theme | undefined {
  try {
    const read = readTheme(localStorage.getItem(keyOf(provider)) ?? '', own)
    return 'theme' in read ? read.theme : undefined
  } catch {
    return undefined
  }
}

export function storeTheme(provider: string, theme: Theme): void {
  try {
    localStorage.setItem(keyOf(provider), JSON.stringify(theme))
  } catch {
    // It can still be copied from the page.
  }
}
