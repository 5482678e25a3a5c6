import { join } from 'node:path'
import { defineConfig } from 'vite'
import { contentAddressed } from './vite.chunks.ts'
import { quietly } from './vite.fixture.ts'
import { callsWithoutSchemas, plainIcons, surfacesWithoutDocs } from './vite.lean.ts'
import { compiledMessages } from './vite.messages.ts'
import { browsers, here, listedSurfaces, preactAliases, privateZod, sharedConfig } from './vite.shared.ts'

/**
 * The build for the script tag, on preact: `loader.js` at an address that stays, everything else in `c/` by the hash of its
 * content. What several surfaces need is in few chunks, for each is a request.
 */
export default defineConfig({
  ...sharedConfig,
  resolve: { alias: preactAliases },
  plugins: [
    compiledMessages(),
    callsWithoutSchemas(),
    surfacesWithoutDocs(),
    plainIcons(),
    privateZod(),
    contentAddressed(listedSurfaces()),
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
      onLog: quietly,
      preserveEntrySignatures: 'allow-extension',
      output: {
        minify: true,
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // Radix comes with the first dialog or the first tabs.
            { name: 'radix', test: /@radix-ui|react-remove-scroll|aria-hidden/, minShareCount: 2 },
            // Where no picture is seen, nothing of pictures is fetched.
            {
              name: 'pictures',
              test: /\/(?:picture-sets|scene|template|cart)\/|\/ui\/(?:Picture|Product|Price)|\/icons\/(?:image-off|plus)\./,
              minShareCount: 3,
              priority: 1,
            },
            { name: 'shared', test: /./, minShareCount: 3 },
          ],
        },
      },
    },
  },
})
