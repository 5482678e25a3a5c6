import type { App } from '../../../platform/app.ts'
import { providerCollection } from '../../../platform/db/providerCollection.ts'
import type { Collection } from '../../../platform/feature.ts'
import type { PictureFile } from '../picture.ts'

/**
 * A file that a picture has, or had before it was replaced. Whoever has bought it keeps it. Its version is derived from its bytes, so that a
 * key or an address never means other bytes, whoever replaces what at the same moment; null for the file with which the picture was imported.
 */
export type PictureVersion = PictureFile & {
  provider: string
  picture: string
  jobUuid: string
  version: string | null
  /** When it is looked at whether the file is still needed; null if somebody has bought it: then it stays as long as the picture. */
  due: Date | null
  /** Its files are being deleted. */
  isGoing?: true
}

export const pictureVersionCollections: Collection[] = [
  {
    name: 'pictureVersions',
    isImpersonal: true,
    indexes: [
      { key: { provider: 1, picture: 1, version: 1 }, options: { unique: true } },
      { key: { provider: 1, jobUuid: 1, hash: 1 } },
      { key: { provider: 1, due: 1 } },
    ],
  },
]

export const pictureVersionsOf = (app: App, provider: string) =>
  providerCollection<PictureVersion>(app, 'pictureVersions', provider)
