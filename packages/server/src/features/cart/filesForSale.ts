import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { defaultBackground, listBackgrounds } from '../backgrounds/collection.ts'
import { type DeliveredSet, findDeliveredSets, findWithheldSets } from '../jobs/collection.ts'
import type { DeliveredPicture } from '../jobs/picture.ts'
import { type BoughtFiles, boughtFiles } from '../rights/collection.ts'
import type { LineFile } from './line.ts'
import type { Unseen } from './unseenPictures.ts'

/**
 * The downloads that a customer can buy: the parts of these sets that are for sale now, and those already bought. `assigned` are
 * the sets with everything that is withheld now.
 */
export type FilesForSale = { sets: DeliveredSet[]; assigned: DeliveredSet[]; bought: BoughtFiles }

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
  const [sets, assigned, bought] = await Promise.all([
    findDeliveredSets(app, provider.key, subjects),
    findWithheldSets(app, provider.key, subjects),
    boughtFiles(app, provider, customer),
  ])
  return { sets: sets.filter(({ pictures }) => pictures.length > 0), assigned, bought }
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

/** The set of a line that is not for sale now, with what is withheld of it, and why; null if it is bought, or the set is deleted. */
export function unseenFiles(
  { picture, subjects: [subject] }: { picture: string | null; subjects: readonly string[] },
  { assigned, bought }: FilesForSale,
): { set: DeliveredSet; pictures: DeliveredPicture[]; unseen: Unseen } | null {
  const set = assigned.find((each) => each.subject.uuid === subject)
  if (!set || bought.has(picture ?? set.subject.uuid)) return null
  const pictures = picture === null ? set.pictures : set.pictures.filter(({ uuid }) => uuid === picture)
  return { set, pictures, unseen: pictures.length > 0 ? 'withheld' : 'lost' }
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
