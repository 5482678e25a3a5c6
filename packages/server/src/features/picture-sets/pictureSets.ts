import { FAVORITE } from '@portraitkit/core/jobs/picture.ts'
import type { PictureSet } from '@portraitkit/core/picture-sets/contract.ts'
import { TRANSPARENT } from '../../imaging/derivatives/variant.ts'
import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { type AddressOptions, pictureAddresses } from '../access/pictureAddress.ts'
import { defaultBackground, type StoredBackground } from '../backgrounds/collection.ts'
import type { DeliveredSet, PurchasedSet } from '../jobs/collection.ts'
import { datesOf, isDeleted, takesOrders } from '../jobs/days.ts'
import type { DeliveredPicture } from '../jobs/picture.ts'

/** The customer's purchases and cart, as shown with picture sets: computed for each caller, never stored with the pictures. */
export type SetHoldings = {
  /** Pictures and sets that may be downloaded. */
  isBought: (uuid: string) => boolean
  /** Which files of a picture were bought, and may be downloaded. */
  boughtVersions: (uuid: string) => ReadonlyArray<string | null>
  isInCart: (uuid: string) => boolean
  /** How the customer may see a set: by a code, by a share, or only what was bought of it because the share has ended. */
  accessTo: (subject: string) => 'own' | 'shared' | 'ended'
}

/** A picture set as its customer sees it. The favourite picture, which is its cover, comes first. */
export function showPictureSet(
  app: App,
  provider: Provider,
  customerUuid: string,
  { job, subject, pictures, withheld }: DeliveredSet & Pick<Partial<PurchasedSet>, 'withheld'>,
  { isBought, boughtVersions, isInCart, accessTo }: SetHoldings,
  backgrounds: readonly StoredBackground[],
): PictureSet {
  const setBought = isBought(subject.uuid)
  const access = accessTo(subject.uuid)
  const isClosed = access === 'ended' || !takesOrders(job, provider, app.clock())
  const showPicture = (picture: DeliveredPicture): PictureSet['pictures'][number] => {
    const bought = setBought || isBought(picture.uuid)
    const before = defaultBackground(backgrounds, job, picture)
    const { version: present = null } = picture
    const files = boughtVersions(picture.uuid)
    // Of what is no longer shown, the customer sees what was bought; of what was replaced, what it is now.
    const isPresent = files.includes(present) || !(access === 'ended' || withheld?.has(picture.uuid))
    const version = isPresent ? present : (files.at(-1) ?? null)
    const isFull = files.includes(version)
    const seen = { uuid: picture.uuid, version, subject: subject.uuid }
    const addresses = (use: AddressOptions) => pictureAddresses(app, provider, customerUuid, seen, use)
    return {
      uuid: picture.uuid,
      width: picture.width,
      height: picture.height,
      pictureType: picture.pictureType,
      groupPicture: picture.groupPicture,
      bought,
      inCart: isInCart(picture.uuid),
      greenscreen: picture.greenscreen,
      ...before,
      keywords: picture.keywords,
      placeholder: picture.placeholder,
      display: addresses({ use: 'display', bought: isFull, ...before }),
      plain: addresses({ use: 'plain', bought: isFull, ...before }),
      ...(picture.greenscreen && isFull && { cutOut: addresses({ use: 'plain', bought, background: TRANSPARENT }) }),
      ...(picture.face && { face: picture.face, faces: picture.faces }),
    }
  }
  return {
    subject: { uuid: subject.uuid, name: subject.name, group: subject.group },
    year: job.year,
    photographer: { uuid: job.photographer.uuid },
    job: {
      uuid: job.uuid,
      name: job.name,
      creationTime: job.creationTime.toISOString(),
      hasBeenInWebShop: job.hasBeenInWebShop,
      requireFineTunedPictures: job.requireFineTunedPictures,
      isArchived: job.isArchived,
      ...datesOf(job, provider, app.clock()),
      ...(isClosed && { isClosed }),
      ...(isDeleted(job, provider, app.clock()) && { isDeleted: true }),
    },
    jobType: { uuid: job.jobType.uuid },
    bought: setBought,
    inCart: isInCart(subject.uuid),
    ...(access !== 'own' && { isShared: true }),
    pictures: coverFirst(pictures).map(showPicture),
  }
}

/** The order in which a set's pictures are shown and numbered. */
export function coverFirst(pictures: readonly DeliveredPicture[]): DeliveredPicture[] {
  const cover = pictures.find(({ keywords }) => keywords.includes(FAVORITE))
  return cover ? [cover, ...pictures.filter((picture) => picture !== cover)] : [...pictures]
}
