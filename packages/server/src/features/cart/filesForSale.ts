import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { defaultBackground, listBackgrounds } from '../backgrounds/collection.ts'
import { type DeliveredSet, findDeliveredSets, findPurchasedSets, type PurchasedSet } from '../jobs/collection.ts'
import type { DeliveredPicture } from '../jobs/picture.ts'
import { type BoughtFiles, boughtFiles } from '../rights/collection.ts'
import type { LineFile } from './line.ts'

/**
 * The downloads that a customer can buy: the parts of these sets that are for sale now, and those already bought. `withheld` are
 * the pictures to which somebody in them objects now.
 */
export type FilesForSale = { sets: DeliveredSet[]; withheld: PurchasedSet[]; bought: BoughtFiles }

/**
 * Withheld pictures are not sold, nor are those the customer has already bought. Whether a job takes orders is checked
 * elsewhere.
 */
export async function filesForSale(
  app: App,
  provider: Provider,
  customer: string,
  subjects: readonly string[],
): Promise<FilesForSale> {
  const [sets, all, bought] = await Promise.all([
    findDeliveredSets(app, provider.key, subjects),
    findPurchasedSets(app, provider.key, subjects),
    boughtFiles(app, provider, customer),
  ])
  const withheld = all.filter((set) => !set.subject.withdrawn && set.withheld.size > 0)
  return { sets: sets.filter(({ pictures }) => pictures.length > 0), withheld, bought }
}

/** The set and the pictures of a line; null if it is not, or no longer, sold to this customer. */
export function availableFiles(
  { picture, subjects: [subject] }: { picture: string | null; subjects: readonly string[] },
  { sets, bought }: FilesForSale,
): { set: DeliveredSet; pictures: DeliveredPicture[] } | null {
  const set = sets.find((each) => each.subject.uuid === subject)
  if (!set || bought.has(picture ?? set.subject.uuid)) return null
  const pictures = picture === null ? set.pictures : set.pictures.filter(({ uuid }) => uuid === picture)
  return pictures.length > 0 ? { set, pictures } : null
}

/** The picture of a line that is withheld now, so that the cart names it until it is sold again; null if it is not. */
export function withheldFile(
  { picture, subjects: [subject] }: { picture: string | null; subjects: readonly string[] },
  { withheld, bought }: FilesForSale,
): { set: DeliveredSet; pictures: DeliveredPicture[] } | null {
  const set = withheld.find((each) => each.subject.uuid === subject)
  if (!set || picture === null || bought.has(picture) || !set.withheld.has(picture)) return null
  const pictures = set.pictures.filter(({ uuid }) => uuid === picture)
  return pictures.length > 0 ? { set, pictures } : null
}

/** The data of pictures that a line and its order store. */
export async function lineFiles(
  app: App,
  provider: Provider,
  { job }: DeliveredSet,
  pictures: readonly DeliveredPicture[],
): Promise<LineFile[]> {
  const backgrounds = await listBackgrounds(app, provider.key)
  return pictures.map((picture) => ({
    uuid: picture.uuid,
    name: picture.fileName,
    pictureType: picture.pictureType,
    width: picture.width,
    height: picture.height,
    background: defaultBackground(backgrounds, job, picture).background ?? null,
  }))
}
