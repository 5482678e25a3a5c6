import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { here } from './vite.shared.ts'

type Chunk = {
  /** Null leaves the folder to the bundler, if a parent folder has a chunk. */
  name: string | null
  /**
   * Folders under `packages`, or single files of a folder whose other files are loaded by others:
   * `core/cart/catalogueOffer.ts`.
   */
  of: readonly string[]
}

/**
 * The chunks that several surfaces share, each with its folders. A file belongs to the deepest folder listed, so a subfolder
 * may be loaded without its parent. Code that only one surface needs stays with that surface, whatever the table says.
 */
export const sharedChunks: readonly Chunk[] = [
  // Buttons, fields and texts that are needed everywhere.
  {
    name: 'everywhere',
    of: [
      'widgets/ui/controls',
      'widgets/ui/page',
      'widgets/ui/loading',
      'widgets/ui/windows',
      'widgets/account',
      'core/account',
      'core/tryCall.ts',
      'core/onCustomerChange.ts',
      'core/onLanguageChange.ts',
      'core/requestId.ts',
    ],
  },
  // What is shown only to somebody who is signed in or about to sign in, and the icons that are drawn in several places.
  {
    name: 'signedIn',
    of: [
      'widgets/ui/states',
      'widgets/ui/order/BottomBar.tsx',
      'widgets/ui/order/PriceIn.tsx',
      'widgets/jobs',
      'core/jobs/dates.ts',
      'core/provider',
      'core/latestAnswer.ts',
      'core/forgetWithCustomer.ts',
    ],
  },
  // A code is entered on a page of its own, in the account area, and by visitors who return to an entry.
  { name: 'entry', of: ['widgets/access', 'core/access', 'core/jobs/codes.ts'] },
  // The steps after the code are fetched while it is typed, all of them together.
  { name: null, of: ['widgets/access/afterCode'] },
  // Shown next to a password field: the consent, and the link to a new password.
  { name: 'signIn', of: ['widgets/account/signIn'] },
  // A new password is fetched on request.
  { name: 'password', of: ['widgets/account/password', 'core/account/password'] },
  // The dialog that confirms the identity is fetched separately, because the views that open it can be used before.
  { name: null, of: ['widgets/account/confirmation', 'core/account/confirmation'] },
  // The views of the account area link to each other.
  { name: 'account', of: ['widgets/account/area', 'core/account/profile', 'widgets/ui/switch'] },
  // The request to confirm the address, in the account and before sharing.
  { name: 'address', of: ['widgets/account/address', 'core/account/address'] },
  // Everything above the page.
  { name: 'layers', of: ['widgets/ui/windows/layers'] },
  // Cards in one row: offers, and the promoted products below the cart.
  { name: 'carousel', of: ['widgets/ui/carousel'] },
  // Expandable lines.
  { name: 'panels', of: ['widgets/ui/panels'] },
  // Checkboxes and radio buttons in forms.
  { name: 'choices', of: ['widgets/ui/choices'] },
  // Opens a surface inside another.
  { name: 'surface', of: ['widgets/surface'] },
  // The provider's own pages share little with the rest.
  { name: 'content', of: ['widgets/content', 'core/content'] },
  // Choosing products: the overview, the lists, and the provider's page that promotes them.
  { name: 'browsing', of: ['widgets/browsing', 'core/browsing', 'core/picture-sets/subjectList.ts'] },
  // Prices on offers.
  { name: 'prices', of: ['widgets/products'] },
  // The pictures of a set on its pages.
  { name: 'sets', of: ['widgets/picture-sets', 'core/backgrounds'] },
  // The printed catalogues: on their page, in their dialog, and on the way out of the shop.
  { name: 'catalogues', of: ['widgets/cart/catalogues', 'core/cart/catalogueOffer.ts', 'core/catalogues'] },
  // The lines of an order with their prices, in the cart and wherever an order is shown.
  {
    name: 'orderLines',
    of: [
      'widgets/ui/order/PriceLines.tsx',
      'widgets/cart/lineRows.tsx',
      'widgets/cart/PackagePreviews.tsx',
      'widgets/cart/packagePreviewMessages.ts',
    ],
  },
  // The pages that change a line of the cart, while nobody is signed in.
  { name: 'lineOwner', of: ['widgets/cart/lineOwner'] },
  // The calls for packages, on the pages that offer or edit them; the cart does not need them.
  { name: 'packages', of: ['core/photo-packages/contract.ts'] },
  // The price and the remaining time of an offer, also on the package page.
  { name: 'offers', of: ['widgets/photo-packages/offers', 'core/photo-packages/offers'] },
  // Editing and saving: in the editor, on the package page, and in the links back to either.
  {
    name: 'making',
    of: [
      'widgets/editor',
      'core/editor',
      'widgets/ui/windows/openWindows.ts',
      'widgets/photo-packages/page',
      'core/cart/unknownLine.ts',
      'core/template/designId.ts',
      'core/template/sceneHash.ts',
      'core/template/slots.ts',
    ],
  },
]

/**
 * The first chunk is loaded for everyone, so no other chunk needs its icons; icons that several chunks draw are in the second.
 */
const [EVERYWHERE, SEVERAL] = ['everywhere', 'signedIn']

const ICON = /\/lucide-react\/dist\/esm\/icons\/([\w-]+)\.mjs/

/** The icon set: each icon has several names and one file. */
function iconFiles(): Map<string, string> {
  const list = readFileSync(join(here, 'node_modules/lucide-react/dist/esm/lucide-react.mjs'), 'utf8')
  const lines = list.matchAll(/^export \{(.+)\} from '\.\/icons\/([\w-]+)\.mjs'/gm)
  return new Map(
    [...lines].flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']): [string, string] => [name, file]),
    ),
  )
}

/** The path of a module under `packages`, such as `core/cart/state.ts`; undefined if it is outside of `packages`. */
const placeOf = (id: string): string | undefined => {
  const [, name, path] = id.match(/\/packages\/(core|widgets)\/src\/([^?]+)/) ?? []
  return name && `${name}/${path}`
}

const isIn = (place: string, folder: string) => place === folder || place.startsWith(`${folder}/`)

/** The name of the chunk that the table gives a path, or undefined if the surfaces that need it decide. */
export function chunkOf(place: string, chunks: readonly Chunk[] = sharedChunks): string | null | undefined {
  const candidates = chunks.flatMap(({ name, of }) =>
    of.filter((folder) => isIn(place, folder)).map((folder) => ({ name, folder })),
  )
  return candidates.toSorted((one, other) => other.folder.length - one.folder.length)[0]?.name
}

/**
 * One sentence for each path in the table that adds no file to its chunk: its file was moved, and the code would end up in
 * another chunk.
 */
export function findEmptyPlaces(places: readonly string[], chunks: readonly Chunk[] = sharedChunks): string[] {
  return chunks.flatMap(({ name, of }) =>
    of
      .filter((folder) => !places.some((place) => isIn(place, folder) && chunkOf(place, chunks) === name))
      .map((folder) => `The chunk ${name} lists ${folder}, where the build finds no file: vite.chunkFolders.ts`),
  )
}

/**
 * The bundler's groups, and the plugin that they need: it imports each icon by its file instead of the whole set, records which
 * files draw it, and fails the build if a path of the table matches no file.
 */
export function chunksByFolder(): { plugin: Plugin; groups: Rolldown.CodeSplittingGroup[] } {
  const files = iconFiles()
  const drawnBy = new Map<string, Set<string>>()

  /** An icon is in the chunk of the only file that draws it, otherwise in the one that all files drawing it have. */
  const chunkOfIcon = (id: string): string | null | undefined => {
    const places = [...(drawnBy.get(id.match(ICON)?.[1] ?? '') ?? [])]
    const [first, ...others] = new Set(places.map((place) => chunkOf(place)))
    if (first === EVERYWHERE || others.includes(EVERYWHERE)) return EVERYWHERE
    return others.length === 0 && (first || places.length === 1) ? first : SEVERAL
  }
  const chunkOfModule = (id: string): string | null | undefined => {
    if (ICON.test(id)) return chunkOfIcon(id)
    if (id.includes('/lucide-react/')) return EVERYWHERE
    return chunkOf(placeOf(id) ?? '')
  }

  return {
    plugin: {
      name: 'portraitkit:chunks-by-folder',
      transform(code, id) {
        const place = placeOf(id)
        if (!place || !code.includes('lucide-react')) return undefined
        const whole = /\bimport\s*\{([^}]*)\}\s*from\s*["']lucide-react["'];?/g
        const byFile = code.replace(whole, (_all, names: string) =>
          names
            .split(',')
            .map((part) => part.trim())
            .filter(Boolean)
            .map((part) => {
              const [name = '', local = name] = part.split(/\s+as\s+/)
              const file = files.get(name)
              if (!file) throw new Error(`lucide-react has no icon ${name}, which ${place} draws`)
              drawnBy.set(file, (drawnBy.get(file) ?? new Set()).add(place))
              return `import ${local} from 'lucide-react/icons/${file}';`
            })
            .join(''),
        )
        return { code: byFile, map: null }
      },
      generateBundle() {
        const [empty] = findEmptyPlaces([...this.getModuleIds()].flatMap((id) => placeOf(id) ?? []))
        if (empty) this.error(empty)
      },
    },
    groups: [
      { name: (id) => chunkOfModule(id) ?? null, debugName: 'by folder', minShareCount: 2, priority: 1 },
      // Pages without pictures fetch no code for pictures; what comes with texts that a language lacks stays with these texts.
      { name: 'pictures', test: /^(?!.*\/locales\/gaps\/)/, minShareCount: 3 },
    ],
  }
}
