import { deletePicture } from '../../imaging/derivatives/pictureFiles.ts'
import { JobDeletedError } from '../jobs/openJob.ts'
import type { AssignmentSource, Picture } from '../jobs/picture.ts'
import type { ImportTarget } from '../jobs/pictures/assignment.ts'
import { addPicture, findPicture, type RecordChange } from '../jobs/pictures/assignPicture.ts'
import { settlePicture } from '../jobs/pictures/settlePicture.ts'
import { finishPicture } from '../jobs/pictures/unfinishedPictures.ts'
import type { ImportState } from './importState.ts'

/** A picture with those for whom it is planned. */
export type NewPicture = Omit<Picture, 'assignment'> & { target: ImportTarget; source: AssignmentSource }

/** Stores the document of a picture whose files are stored. The files go again if the job, or somebody in it, was deleted meanwhile. */
export async function storeNewPicture(
  ledger: ImportState,
  file: string,
  { target, source, ...made }: NewPicture,
): Promise<'stored' | 'known' | 'left out'> {
  const { app, job, warnings } = ledger
  try {
    const outcome = await ledger.write(target, async (current) => {
      if (current.to !== 'nobody') return storeFor(ledger, file, { ...made, assignment: { ...current, ...source } })
      // Another import of the same file may have been faster.
      if (!(await findPicture(app, job, made.uuid))) await deletePicture(app.blobs, made)
      warnings.push({ file, text: `was left out: ${current.reason}` })
      return 'left out' as const
    })
    await finishPicture(app, job, made.uuid)
    return outcome
  } catch (error) {
    if (error instanceof JobDeletedError) {
      await deletePicture(app.blobs, made)
      await finishPicture(app, job, made.uuid)
    }
    throw error
  }
}

/** While nobody else changes people of the job; settled for a process that was stopped for so long that somebody did. */
async function storeFor(
  { app, history, warnings }: ImportState,
  file: string,
  picture: Picture,
): Promise<'stored' | 'known' | 'left out'> {
  await history.record(picture.uuid, null, picture.assignment)
  const isNew = await addPicture(app, picture)
  if (!isNew) return 'known'
  const record: RecordChange = (uuid, { before, after }) => history.record(uuid, before, after)
  if (await settlePicture(app, picture, record)) return 'stored'
  warnings.push({ file, text: 'was left out: somebody in it was deleted meanwhile' })
  return 'left out'
}
