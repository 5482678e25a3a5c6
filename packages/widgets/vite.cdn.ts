import { join } from 'node:path'
import { defineConfig } from 'vite'
import { contentAddressed } from './vite.chunks.ts'
import { quietly } from './vite.fixture.ts'
import {
  callsWithoutSchemas,
  hooksOfPreact,
  namesOfReact,
  plainIcons,
  rootInEntry,
  surfacesWithoutDocs,
} from './vite.lean.ts'
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
    namesOfReact(),
    rootInEntry(),
    privateZod(),
    contentAddressed(listedSurfaces(), ['pk-code-entry']),
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
      // what is only read has no effect: texts of failures that no page shows are left out with the schemas that named them
      treeshake: { propertyReadSideEffects: false },
      output: {
        minify: true,
        // marks for a bundler, which none reads any more
        comments: { annotation: false },
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // Radix comes with the first dialog or the first tabs.
            { name: 'radix', test: /@radix-ui|react-remove-scroll|aria-hidden/, minShareCount: 2 },
            // A code is entered on a page of its own, in the account area, and by who comes back to it.
            {
              name: 'entry',
              test: /\/access\/(?:Access|Subject|messages|useFollowRoute|useStepHistory|contract|codeEntry|codeStep|accountStep|entryState|state)|\/jobs\/codes/,
              minShareCount: 2,
              priority: 2,
            },
            // The views of the account area lead to each other.
            {
              name: 'account',
              test: /\/account\/(?:profile|area|Account|inspection)|\/choices\/Switch|icons\/(?:key-round|monitor-smartphone)\./,
              minShareCount: 2,
              priority: 2,
            },
            // What stands beside a password: the consent, and the way to a new one, which comes when somebody takes it.
            { name: 'signIn', test: /\/account\/(?:ForgotPasswordLink|[Cc]onsent)/, priority: 2 },
            {
              name: 'password',
              test: /\/account\/(?:password|NewPassword|Reminder|Forgot|Reset|reset)/,
              priority: 1,
            },
            // What is pressed, filled in and read everywhere; what few views show stays with those.
            {
              name: 'shared',
              test: /\/core\/src\/(?:onLanguageChange|requestId|attempt)|\/ui\/(?:controls\/|choices\/Switch|states\/(?!SignedOut|useSessionStatus|Skeleton|Empty)|page\/(?!PriceLines|BottomBar)|windows\/(?!windows\.css|Toast)|pictures\/pictures\.css)|\/locales\/use|lucide-react(?!.*\/icons\/)|icons\/(?:arrow-left|check|chevron-|circle-|eye|info)|\/account\/(?!profile|area|Account|inspection|[Cc]onsent|password|NewPassword|Reminder|Forgot|Reset|reset)/,
              minShareCount: 2,
              priority: 1,
            },
            // Cards in one row: offers, and what stands beneath the cart.
            { name: 'carousel', test: /\/panels\/Carousel/, minShareCount: 2 },
            // What lies over the page.
            { name: 'layers', test: /\/windows\/(?:windows\.css|Toast)/, minShareCount: 2 },
            // What only somebody who is signed in, or about to, is shown.
            {
              name: 'signedIn',
              test: /\/provider\/country|\/jobs\/(?:JobDays|messages|dates)|\/ui\/(?:choices\/Choice|states\/(?:SignedOut|useSessionStatus|Skeleton|Empty)|page\/BottomBar)|lucide-react(?!.*\/(?:file-text|clock)\.)/,
              minShareCount: 2,
            },
            // Where products are chosen: the overview, the lists, and the provider's page that promotes them.
            {
              name: 'browsing',
              test: /\/browsing\/|picture-sets\/subjectList|icons\/sliders-horizontal/,
              minShareCount: 2,
              priority: 1,
            },
            // What is made and kept: in the editor, on the page of a package, and the way back to either.
            {
              name: 'making',
              test: /\/core\/src\/(?:editor\/(?:opening\/(?:openEditor|addToCart)|design\/(?:instance|withheldPictures|refusedPictures|readingOrder|fetchTemplate|editorRoute)|drawing\/fetchScene|saving\/(?:draft\.|offlineCopy|autosave|save|conflictRule|otherWindows|cartLine)|contract)|cart\/unknownLine|template\/(?:slots|designId|sceneHash)|cart\/serverPreview)|icons\/(?:cloud-|undo-2|redo-2)/,
              minShareCount: 2,
              priority: 1,
            },
            // The pictures of a set, as they hang on its pages.
            {
              name: 'sets',
              test: /\/widgets\/src\/picture-sets\/|\/core\/src\/backgrounds\//,
              minShareCount: 2,
              priority: 1,
            },
            // What something costs, on offers.
            { name: 'prices', test: /\/widgets\/src\/products\//, minShareCount: 2, priority: 1 },
            // The printed catalogues: on their page, in their dialog, and on the way out of the shop.
            {
              name: 'catalogues',
              test: /\/core\/src\/(?:catalogues\/|cart\/catalogueOffer)|\/widgets\/src\/cart\/[cC]atalogue/,
              minShareCount: 2,
              priority: 1,
            },
            // What changes a line of the cart, while nobody is signed in.
            { name: 'line', test: /\/states\/(?:RequireLineOwner|lineMessages)/, priority: 2 },
            // The calls of packages: where they are offered and made, not where they lie in the cart.
            { name: 'packages', test: /\/core\/src\/photo-packages\/contract/, minShareCount: 2, priority: 1 },
            // Lines that open.
            { name: 'lines', test: /\/panels\/(?:Accordion|panels)/, minShareCount: 2, priority: 1 },
            // What is ticked and chosen among, in forms.
            { name: 'choices', test: /\/choices\/Choice/, minShareCount: 2, priority: 1 },
            // What opens a surface inside another.
            { name: 'surfaceOf', test: /\/widgets\/src\/surface\/(?!useModal)/, minShareCount: 2, priority: 1 },
            // The provider's own pages share little with the rest.
            { name: 'content', test: /\/content\//, minShareCount: 2 },
            // Where no picture is seen, nothing of pictures is fetched.
            { name: 'pictures', test: /./, minShareCount: 3 },
          ],
        },
      },
    },
  },
})
