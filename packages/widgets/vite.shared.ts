import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin, UserConfig } from 'vite'

export const here = dirname(fileURLToPath(import.meta.url))

/** Browsers that support `light-dark()`, container queries and `:has()`: all since spring 2024. */
export const browsers = ['chrome123', 'edge123', 'firefox121', 'safari17.5']

/** Aliases React to preact: for the script-tag build, and every test that runs on both. */
export const preactAliases = [
  { find: /^react\/jsx-(?:dev-)?runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react(?:-dom)?$/, replacement: 'preact/compat' },
]

/** The surfaces by tag: the component's file and name, as `src/surfaces.ts` lists them. */
export function listedSurfaces(): { tag: string; file: string; component: string }[] {
  const text = readFileSync(join(here, 'src/surfaces.ts'), 'utf8')
  const entries = text.matchAll(
    /'(pk-[a-z-]+)': surface\(\{[\s\S]*?load: async \(\) => \(await import\('\.\/(.+?)'\)\)\.(\w+)/g,
  )
  return [...entries].map(([, tag = '', file = '', component = '']) => ({
    tag,
    file: join(here, 'src', file),
    component,
  }))
}

/**
 * The published entries besides the surfaces, with their files. The workspace uses the same names, so that the reference shop
 * imports what integrators import.
 */
export function namedEntries(): { name: string; file: string }[] {
  const { exports }: { exports: Record<string, string> } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))
  return Object.entries(exports)
    .filter(([entry]) => !entry.includes('*'))
    .map(([entry, file]) => ({ name: entry === '.' ? 'root' : entry.slice(2), file: join(here, file) }))
}

/** zod keeps its settings on `globalThis`; on a host page they must stay in its module. */
export function privateZod(): Plugin {
  return {
    name: 'portraitkit:private-zod',
    transform(code, id) {
      if (!/\/zod\/v4\/core\/(?:core|registries)\.js/.test(id)) return undefined
      return { code: `const zodGlobals = {};${code.replaceAll('globalThis', 'zodGlobals')}`, map: null }
    },
  }
}

/**
 * The bundler's own code finds what a module exports by `for … in`, which also finds what a page has added to every object, and then throws:
 * here it takes a module's own names.
 */
export function ownExports(): Plugin {
  return {
    name: 'portraitkit:own-exports',
    renderChunk(code) {
      if (!code.includes('__exportAll = ')) return undefined
      const replaced = code.replace(/for \(var name in all\)/, 'for (var name of Object.keys(all))')
      if (replaced === code) this.error('The bundler lists the exports of a module in another way than before')
      return { code: replaced, map: null }
    },
  }
}

/** Compiles JSX of the widgets to `src/jsx`, whose texts a browser's translator may replace; it must see what JSX is compiled to. */
export function translatableTexts({ preact = false } = {}): Plugin {
  const own = join(here, 'src/jsx/translatable.ts')
  return {
    name: 'portraitkit:translatable-texts',
    enforce: 'post',
    transform(code, id) {
      if (id === own) return preact ? { code: `import './preactTexts.ts'\n${code}`, map: null } : undefined
      if (!/\/widgets\/src\/.+\.tsx$/.test(id)) return undefined
      const replaced = code.replace(/(["'])react\/jsx-runtime\1/, JSON.stringify(own))
      return replaced === code ? undefined : { code: replaced, map: null }
    },
  }
}

/** The version being built, as the package is published. */
export const { version }: { version: string } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))

/** The settings that all builds of the widgets share. */
export const sharedConfig = {
  root: here,
  logLevel: 'warn',
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"', __PORTRAITKIT_VERSION__: JSON.stringify(version) },
  // Also if a test runner sets NODE_ENV=test: React's production build has no development JSX.
  oxc: { jsx: { runtime: 'automatic', development: false } },
} satisfies UserConfig
