import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { ListedElement } from './theme-editor/elements.ts'
import { ignoreDirectives } from './vite.fixture.ts'
import { callsWithoutSchemas } from './vite.lean.ts'
import { browsers, here, listedSurfaces, privateZod, sharedConfig } from './vite.shared.ts'

/** The theme editor, a page next to the widgets: `/v1/theme-editor/`. Built after the script tag, into whose folder it goes. */
export default defineConfig(async () => ({
  ...sharedConfig,
  root: join(here, 'theme-editor'),
  define: { ...sharedConfig.define, ...(await listed()) },
  // Works wherever the widgets are served.
  base: './',
  plugins: [callsWithoutSchemas(), privateZod(), react()],
  build: {
    outDir: join(here, 'dist/cdn/theme-editor'),
    emptyOutDir: true,
    target: browsers,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      onLog: ignoreDirectives,
      input: ['index.html', 'preview.html'].map((page) => join(here, 'theme-editor', page)),
    },
  },
}))

/** All elements, each with the attributes that are its own, and all events. */
async function listed(): Promise<Record<string, string>> {
  // Vite bundles a configuration with what it imports, and the list of elements imports all of them.
  const load = (file: string) => import(/* @vite-ignore */ pathToFileURL(join(here, file)).href)
  const { EVENTS, elements }: typeof import('./vite.manifest.ts') = await load('vite.manifest.ts')
  const { attributeOf }: typeof import('./src/options.ts') = await load('src/options.ts')
  const { rootOptions }: typeof import('./src/rootOptions.ts') = await load('src/rootOptions.ts')
  const components = new Map(listedSurfaces().map(({ tag, component }) => [tag, component]))
  const all = elements.map(
    ({ tag, about, options }): ListedElement => ({
      tag,
      about,
      entry: tag.replace(/^pk-/, ''),
      component: components.get(tag) ?? '',
      options: options
        .filter(([name, { kind }]) => kind !== 'property' && (name === 'routes' || !Object.hasOwn(rootOptions, name)))
        .map(([name, { kind, words, about: text }]) => ({
          ...{ name, attribute: attributeOf(name), kind, about: text },
          ...(words && { words }),
        })),
    }),
  )
  return {
    __PORTRAITKIT_ELEMENTS__: JSON.stringify(all),
    __PORTRAITKIT_EVENTS__: JSON.stringify(Object.keys(EVENTS)),
  }
}
