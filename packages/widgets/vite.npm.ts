import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { ignoreDirectives } from './vite.fixture.ts'
import { callsWithoutSchemas, plainIcons, rootInEntry } from './vite.lean.ts'
import {
  browsers,
  here,
  listedSurfaces,
  namedEntries,
  privateZod,
  sharedConfig,
  translatableTexts,
} from './vite.shared.ts'
import { texts } from './vite.texts.ts'

/** The package for React hosts: one file per surface, React as a peer, styles also as a file for hosts that want one. */
export default defineConfig({
  ...sharedConfig,
  plugins: [
    callsWithoutSchemas(),
    plainIcons(),
    rootInEntry(),
    texts(),
    privateZod(),
    translatableTexts(),
    stylesFile(),
  ],
  build: {
    outDir: join(here, 'dist/npm'),
    emptyOutDir: true,
    target: browsers,
    minify: false,
    lib: {
      formats: ['es'],
      entry: {
        ...Object.fromEntries(namedEntries().map(({ name, file }) => [name, file])),
        ...Object.fromEntries(listedSurfaces().map(({ tag, file }) => [tag.slice(3), file])),
      },
    },
    rolldownOptions: {
      onLog: ignoreDirectives,
      external: [/^react(?:-dom)?(?:\/.*)?$/],
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        // the docs are in the declarations
        comments: { jsdoc: false },
      },
    },
  },
})

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
