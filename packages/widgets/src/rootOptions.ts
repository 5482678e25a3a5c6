import { data, type Options, text, word } from './options.ts'
import type { RootOptions } from './root.tsx'

/** Options of every element; the script tag may set `api`, `provider`, `lang` and `mode` for all of them. */
export const rootOptions = {
  api: text("Origin of the shop's server; the loader's own where it is not given."),
  provider: text("The provider's key."),
  lang: text('Language tag; what a person picks wins.'),
  mode: word(['page', 'system', 'light', 'dark'], 'Light or dark: as the page, as the system, or always one way.'),
  theme: data<NonNullable<RootOptions['theme']>>("Changes to the provider's look."),
  routes: data<NonNullable<RootOptions['routes']>>(
    "Where the page has the shop's views: route name to address; `*` stands before the path of every other view.",
  ),
} as const satisfies Options
