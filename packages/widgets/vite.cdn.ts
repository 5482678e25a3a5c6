import { join } from 'node:path'
import { defineConfig } from 'vite'
import { contentAddressed } from './vite.chunks.ts'
import { quietly } from './vite.fixture.ts'
import { callsWithoutSchemas, hooksOfPreact, plainIcons, surfacesWithoutDocs } from './vite.lean.ts'
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
    hooksOfPreact(),
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
            // The steps from the code to the pictures belong together, whichever of them a page begins with.
            { name: 'entry', test: /\/access\/(?!EntryStep|CodeEntry)/ },
            // The views of the account area lead to each other.
            { name: 'account', test: /\/account\/(?:profile|area|Account)/, minShareCount: 2, priority: 2 },
            // What is pressed, filled in and read everywhere; what few views show stays with those.
            {
              name: 'shared',
              test: /\/ui\/(?!Picture|Product|Price|Quantity|SignedOut|useSignedIn)|\/locales\/use|lucide-react(?!.*icons\/(?:image-off|minus|plus|receipt-text|x)\.)|\/account\/(?!profile|area|Account)/,
              minShareCount: 2,
              priority: 1,
            },
            // Where no picture is seen, nothing of pictures is fetched.
            { name: 'pictures', test: /./, minShareCount: 3 },
          ],
        },
      },
    },
  },
})
