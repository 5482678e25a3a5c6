import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { roomRules } from './src/roomRules.ts'
import { chunksByFolder } from './vite.chunkFolders.ts'
import { contentAddressed } from './vite.chunks.ts'
import { ignoreDirectives } from './vite.fixture.ts'
import {
  callsWithoutSchemas,
  hooksOfPreact,
  namesOfReact,
  plainIcons,
  quietLingui,
  rootInEntry,
  surfacesWithoutDocs,
} from './vite.lean.ts'
import {
  browsers,
  here,
  listedSurfaces,
  ownExports,
  preactAliases,
  privateZod,
  sharedConfig,
  translatableTexts,
} from './vite.shared.ts'
import { texts } from './vite.texts.ts'

const chunks = chunksByFolder()

/**
 * The build for the script tag, on preact: `loader.js` at a permanent address, everything else in `c/` by the hash of its
 * content. Code that several surfaces need is in few chunks, because each chunk is a request.
 */
export default defineConfig({
  ...sharedConfig,
  resolve: { alias: preactAliases },
  plugins: [
    texts({ byName: true }),
    callsWithoutSchemas(),
    surfacesWithoutDocs(),
    plainIcons(),
    quietLingui(),
    hooksOfPreact(),
    namesOfReact(),
    translatableTexts({ preact: true }),
    rootInEntry(),
    privateZod(),
    ownExports(),
    chunks.plugin,
    contentAddressed(listedSurfaces(), ['pk-code-entry']),
    optionsFile(),
    roomFile(),
  ],
  build: {
    outDir: join(here, 'dist/cdn'),
    emptyOutDir: true,
    target: browsers,
    minify: 'oxc',
    modulePreload: false,
    lib: {
      formats: ['es'],
      entry: { loader: join(here, 'src/loader.ts'), base: join(here, 'src/register.ts') },
    },
    rolldownOptions: {
      onLog: ignoreDirectives,
      preserveEntrySignatures: 'allow-extension',
      // reading a property has no effect: texts of failures that no page shows are dropped together with the schemas that named
      // them
      treeshake: { propertyReadSideEffects: false },
      output: {
        minify: true,
        // annotations for a bundler are no longer needed
        comments: { annotation: false },
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: chunks.groups,
        },
      },
    },
  },
})

/**
 * `options.schema.json`, with which `./portraitkit doctor` examines a page by the options of the very version that it loads. The list
 * of elements is imported when it is needed: bundled with this file, it would contain every surface.
 */
function optionsFile(): Plugin {
  return {
    name: 'portraitkit:options-file',
    async generateBundle() {
      const manifest = pathToFileURL(join(here, 'vite.manifest.ts')).href
      const { optionsSchema }: typeof import('./vite.manifest.ts') = await import(/* @vite-ignore */ manifest)
      this.emitFile({ type: 'asset', fileName: 'options.schema.json', source: JSON.stringify(optionsSchema()) })
    },
  }
}

/** `room.css`, for pages that link it: what the loader does when it has arrived, from the first frame on. */
function roomFile(): Plugin {
  return {
    name: 'portraitkit:room-file',
    generateBundle() {
      const source = listedSurfaces().flatMap(({ tag }) => roomRules(tag))
      this.emitFile({ type: 'asset', fileName: 'room.css', source: source.join('\n') })
    },
  }
}
