import type { App } from '../../platform/app.ts'
import type { Background } from '../../platform/feature.ts'
import { listProviders } from '../../platform/provider/collection.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { versionInLine } from '../cart/line.ts'
import { lineFilesOf } from '../cart/lineKinds.ts'
import { everybodyOf } from '../jobs/deletion/everybody.ts'
import type { PictureVersion } from '../jobs/pictures/collection.ts'
import { dropVersion, keepVersion, listDueVersions } from '../jobs/pictures/pictureVersions.ts'
import { isFileBought } from '../rights/collection.ts'
import { ordersOf } from './collection.ts'
import { everyFrozenScene } from './frozenScenes.ts'
import { filesInScene } from './printing/picturesToPrint.ts'

const HOUR_MS = 60 * 60_000
const PAGE = 200

/**
 * Deletes the files that pictures had before they were replaced, once the replacement can no longer be undone. Those that somebody has ordered
 * stay as long as their pictures.
 */
export const earlierFileSweep: Background = {
  name: 'orders.earlierFiles',
  everyMs: HOUR_MS,
  run: async (app) => {
    for (const provider of await listProviders(app)) {
      const due = await listDueVersions(app, provider.key, PAGE)
      for (const [jobUuid, versions] of Map.groupBy(due, (each) => each.jobUuid)) {
        const { isOrdered, subjects } = await findOrdered(app, provider, jobUuid)
        for (const version of versions) {
          const file = { picture: version.picture, version: version.version }
          const isNeeded = isOrdered(file) || (await isFileBought(app, provider, file, subjects))
          await (isNeeded && !version.isGoing ? keepVersion(app, version) : dropVersion(app, version))
        }
      }
    }
  },
}

type FileKey = Pick<PictureVersion, 'picture' | 'version'>

/** The files in the orders of a job, those of deleted children among them, and the uuids of everybody in it. */
async function findOrdered(
  app: App,
  provider: Provider,
  jobUuid: string,
): Promise<{ isOrdered: (file: FileKey) => boolean; subjects: string[] }> {
  const subjects = await everybodyOf(app, { provider: provider.key, uuid: jobUuid })
  const orders = await ordersOf(app, provider.key)
    .find({ 'content.lines.subjects.uuid': { $in: subjects } })
    .toArray()
  const ordered = new Set<string>()
  const nameOf = ({ picture, version }: FileKey) => `${picture} ${version ?? ''}`
  for (const order of orders) {
    for (const line of order.content.lines)
      for (const { uuid } of lineFilesOf(line))
        ordered.add(nameOf({ picture: uuid, version: versionInLine(line, uuid) }))
    for (const { first, exchanged } of (await everyFrozenScene(app, provider.key, order)).values())
      for (const { uuid, version = null } of [first, ...exchanged].flatMap(filesInScene))
        ordered.add(nameOf({ picture: uuid, version }))
  }
  return { isOrdered: (file) => ordered.has(nameOf(file)), subjects }
}
