import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { ignoreDirectives } from './vite.fixture.ts'
import { plainIcons, rootInEntry } from './vite.lean.ts'
import { publishedCore } from './vite.publishedCore.ts'
import {
  browsers,
  here,
  listedSurfaces,
  namedEntries,
  ownExports,
  sharedConfig,
  translatableTexts,
} from './vite.shared.ts'
import { texts } from './vite.texts.ts'

const GUARDED = 'virtual:guarded/'

/** Entries without components: a server can use what they export. */
const FOR_SERVERS = ['elements', 'router', 'themes']

/** The package for React hosts: one file per surface, React as a peer, core as a package, styles also as a file for hosts that want one. */
export default defineConfig({
  ...sharedConfig,
  plugins: [
    publishedCore(),
    plainIcons(),
    rootInEntry(),
    texts(),
    translatableTexts(),
    ownExports(),
    guardedSurfaces(),
    reactOfPage(),
    stylesFile(),
  ],
  build: {
    outDir: join(here, 'dist/npm'),
    emptyOutDir: true,
    target: browsers,
    minify: false,
    sourcemap: true,
    lib: {
      formats: ['es'],
      entry: {
        ...Object.fromEntries(namedEntries().map(({ name, file }) => [name, file])),
        ...Object.fromEntries(listedSurfaces().map(({ tag }) => [tag.slice(3), `${GUARDED}${tag}`])),
      },
    },
    rolldownOptions: {
      onLog: ignoreDirectives,
      external: [/^react(?:-dom)?(?:\/.*)?$/],
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        banner: ({ name, isEntry }) => (isEntry && !FOR_SERVERS.includes(name) ? "'use client';" : ''),
        // the docs are in the declarations
        comments: { jsdoc: false },
      },
    },
  },
})

/** The entry of each surface: its component in a boundary, and whatever else its file exports. */
function guardedSurfaces(): Plugin {
  return {
    name: 'portraitkit:guarded-surfaces',
    // vite makes a path of an entry
    resolveId: (id) => (id.includes(GUARDED) ? `\0${id.slice(id.indexOf(GUARDED))}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${GUARDED}`)) return undefined
      const surface = listedSurfaces().find(({ tag }) => id.endsWith(`/${tag}`))
      if (!surface) throw new Error(`There is no surface ${id}`)
      const { tag, file, component } = surface
      return `import { guarded } from ${JSON.stringify(join(here, 'src/guarded.tsx'))}
import { ${component} as Surface } from ${JSON.stringify(file)}
export * from ${JSON.stringify(file)}
export const ${component} = /* @__PURE__ */ guarded('${tag}', Surface)`
    },
  }
}

/** Whatever an app imports refuses a React that is too old before anything else happens. */
function reactOfPage(): Plugin {
  return {
    name: 'portraitkit:react-of-page',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/widgets/src/root.tsx')) return undefined
      return { code: `import './requireReact.ts'; ${code}`, map: null }
    },
  }
}

/** `styles.css`: every sheet in one file, for React hosts that render on a server and need it before any script runs. */
function stylesFile(): Plugin {
  return {
    name: 'portraitkit:styles-file',
    generateBundle() {
      const common = readFileSync(join(here, 'src/baseStyles.ts'), 'utf8').matchAll(/from '\.\/(.+\.css)\?inline'/g)
      const first = [...common].map(([, file]) => `src/${file}`)
      const surfaces = globSync('src/**/*.css', { cwd: here }).filter((file) => !first.includes(file))
      const texts = [...first, ...surfaces.sort()].map((file) => readFileSync(join(here, file), 'utf8'))
      this.emitFile({ type: 'asset', fileName: 'styles.css', source: texts.join('\n') })
    },
  }
}
