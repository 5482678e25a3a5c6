import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import type { DeliveredPicture } from '../jobs/picture.ts'
import { listVersions } from '../jobs/pictures/pictureVersions.ts'
import type { BoughtFiles } from '../rights/collection.ts'

/**
 * Bought pictures with the files that were bought: as they are now if the customer has bought that, otherwise as they were before the
 * photographer replaced them. One whose file is no longer stored is left out.
 */
export async function asBought(
  app: App,
  provider: Provider,
  pictures: readonly DeliveredPicture[],
  bought: BoughtFiles,
): Promise<DeliveredPicture[]> {
  const isBoughtNow = ({ uuid, version = null }: DeliveredPicture) => bought.get(uuid)?.includes(version) ?? false
  const earlier = pictures.filter((picture) => !isBoughtNow(picture)).map(({ uuid }) => uuid)
  const stored = await listVersions(app, provider.key, earlier)
  return pictures.flatMap((picture) => {
    if (isBoughtNow(picture)) return [picture]
    const versions = bought.get(picture.uuid) ?? []
    const found = stored.findLast((each) => each.picture === picture.uuid && versions.includes(each.version))
    if (!found) return []
    const { version, hash, format, working, bytes, width, height, greenscreen, placeholder } = found
    const { version: _now, ...delivered } = picture
    const file = { hash, format, working, bytes, width, height, greenscreen, placeholder }
    return [{ ...delivered, ...file, ...(version && { version }) }]
  })
}
