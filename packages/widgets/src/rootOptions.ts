import { data, type Options, text, word } from './options.ts'
import type { RootOptions } from './root.tsx'

/** Options of every element; the script tag may set `api`, `provider`, `lang` and `mode` for all of them. */
export const rootOptions = {
  api: text("Origin of the shop's server; the loader's origin if omitted."),
  provider: text("The provider's key."),
  lang: text('Language tag; a language that the visitor chooses takes precedence.'),
  mode: word(['page', 'system', 'light', 'dark'], 'Light or dark: like the page, like the system, or always the same.'),
  theme: data<NonNullable<RootOptions['theme']>>("Changes to the provider's look."),
  routes: data<NonNullable<RootOptions['routes']>>(
    "The page's own addresses of the shop's views, by route name; `*` is a prefix for the paths of all other views.",
  ),
} as const satisfies Options
