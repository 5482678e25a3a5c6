import type { App } from '../../platform/app.ts'
import type { ListChanges } from '../../platform/db/rangeList.ts'
import { findProvider } from '../../platform/provider/collection.ts'
import { isOwnPicture, saveOwnPicture } from '../../platform/provider/ownPictures.ts'
import { checkBackgrounds } from '../backgrounds/importBackgrounds.ts'
import { replaceBackgrounds, showBackgrounds } from '../backgrounds/range.ts'
import { categories, promoted } from '../browsing/collection.ts'
import { catalogues } from '../catalogues/collection.ts'
import { inspectionPackages } from '../inspection/collection.ts'
import { packages, replacePackages } from '../photo-packages/collection.ts'
import { campaigns, listProducts, replaceProducts } from '../products/collection.ts'
import { vouchers } from '../vouchers/collection.ts'
import { brokenLinks, dearerPieces, unknownJobs } from './links.ts'
import { type RangeFault, type RangeFile, readRange } from './rangeFile.ts'

/** Reads a file beside the range file; null if there is none. */
export type ReadFile = (name: string) => Promise<Buffer | null>

/**
 * Makes a provider's range what a file says. Everything is checked first: a fault changes nothing, and applying the same file
 * twice changes nothing either. Orders and print files keep what was agreed to. `doubts` are not faults, but possible slips.
 */
export async function applyRange(
  app: App,
  provider: string,
  given: unknown,
  readFile: ReadFile,
): Promise<{ outcomes: Record<string, ListChanges>; doubts: RangeFault[] } | { faults: RangeFault[] }> {
  const read = readRange(given)
  if ('faults' in read) return read
  const links = await brokenLinks(app, provider, read.range)
  if (links.length > 0) return { faults: links }
  const backdrops = await checkRangeBackgrounds(app, provider, read.range, readFile)
  const { paths, faults } = await storeRangePictures(app, provider, read.range, readFile)
  if (faults.length + backdrops.faults.length > 0) return { faults: [...backdrops.faults, ...faults] }
  const { products, campaigns } = read.range
  const withPath = <D extends { image?: string | undefined }>(document: D): D =>
    document.image === undefined ? document : { ...document, image: paths.get(document.image) as string }
  const shown = read.range.categories?.map(withPath)
  const offered = read.range.packages?.map(withPath)
  return {
    doubts: [...(await unknownJobs(app, provider, read.range)), ...dearerPieces(read.range)],
    outcomes: {
      ...(backdrops.take && { backgrounds: await backdrops.take() }),
      ...(await replaceProducts(app, provider, { products, campaigns })),
      ...(read.range.catalogues && { catalogues: await catalogues.replace(app, provider, read.range.catalogues) }),
      ...(read.range.inspections && {
        inspections: await inspectionPackages.replace(app, provider, read.range.inspections),
      }),
      ...(shown && { categories: await categories.replace(app, provider, shown) }),
      ...(offered && { packages: await replacePackages(app, provider, offered) }),
      ...(read.range.promoted && { promoted: await promoted.replace(app, provider, read.range.promoted) }),
      ...(read.range.vouchers && { vouchers: await vouchers.replace(app, provider, read.range.vouchers) }),
    },
  }
}

/** The faults of a range's backgrounds, else a function that applies them, if there are any. */
async function checkRangeBackgrounds(
  app: App,
  key: string,
  { backgrounds }: RangeFile,
  readFile: ReadFile,
): Promise<{ faults: RangeFault[]; take?: () => Promise<ListChanges> }> {
  if (!backgrounds) return { faults: [] }
  const provider = await findProvider(app, key)
  if (!provider) return { faults: [{ path: 'backgrounds', reason: `There is no provider ${key}` }] }
  const checked = await checkBackgrounds(app, provider, backgrounds, readFile)
  if (!('faults' in checked)) return { faults: [], take: () => replaceBackgrounds(app, provider, checked) }
  return { faults: checked.faults.map(({ path, reason }) => ({ path: `backgrounds.${path}`, reason })) }
}

/**
 * Stores the pictures named in a range, and answers their paths in the shop by their names in the file. Paths of the shop stay as
 * they are.
 */
async function storeRangePictures(
  app: App,
  provider: string,
  { categories = [], packages = [] }: RangeFile,
  readFile: ReadFile,
): Promise<{ paths: Map<string, string>; faults: RangeFault[] }> {
  const paths = new Map<string, string>()
  const faults: RangeFault[] = []
  for (const [list, documents] of Object.entries({ categories, packages })) {
    for (const [index, { image }] of documents.entries()) {
      if (image === undefined || paths.has(image)) continue
      const kept = await storeRangePicture(app, provider, image, readFile)
      if ('path' in kept) paths.set(image, kept.path)
      else faults.push({ path: `${list}.${index}.image`, reason: kept.reason })
    }
  }
  return { paths, faults }
}

async function storeRangePicture(
  app: App,
  provider: string,
  image: string,
  readFile: ReadFile,
): Promise<{ path: string } | { reason: string }> {
  if (isOwnPicture(provider, image)) return { path: image }
  try {
    const bytes = await readFile(image)
    if (!bytes) return { reason: `There is no file ${image}` }
    return { path: await saveOwnPicture(app, provider, bytes) }
  } catch (error) {
    return { reason: `${image} is no picture (${(error as Error).message})` }
  }
}

/** The range as a file: applying it with `applyRange` would change nothing. */
export async function showRange(app: App, provider: string): Promise<RangeFile> {
  const [backdrops, shown, open, books, paper, offered, sold, put, codes] = await Promise.all([
    showBackgrounds(app, provider),
    categories.list(app, provider),
    campaigns.list(app, provider),
    catalogues.list(app, provider),
    inspectionPackages.list(app, provider),
    packages.list(app, provider),
    listProducts(app, provider),
    promoted.list(app, provider),
    vouchers.list(app, provider),
  ])
  return {
    backgrounds: backdrops,
    categories: shown,
    campaigns: open,
    catalogues: books,
    inspections: paper,
    packages: offered,
    products: sold,
    promoted: put,
    vouchers: codes,
  }
}
