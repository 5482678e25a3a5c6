import type { App } from '../../../platform/app.ts'
import { type Job, picturesOf } from '../collection.ts'

/** The file names of pictures by uuid; a deleted one is missing. */
export async function fileNames(
  app: App,
  { provider }: Pick<Job, 'provider'>,
  uuids: readonly string[],
): Promise<Map<string, string>> {
  const found = await picturesOf(app, provider)
    .find({ uuid: { $in: [...uuids] } }, { projection: { uuid: 1, fileName: 1 } })
    .toArray()
  return new Map(found.map(({ uuid, fileName }) => [uuid, fileName]))
}
