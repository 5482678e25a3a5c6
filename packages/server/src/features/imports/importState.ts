import type { NamedFace } from '../../imaging/derivatives/xmp.ts'
import type { App } from '../../platform/app.ts'
import type { CorrectionRecord } from '../corrections/recordCorrection.ts'
import type { Job } from '../jobs/collection.ts'
import type { Face } from '../jobs/picture.ts'
import type { ImportReport, ImportWarning } from './importReport.ts'
import type { PictureWriter } from './pictureWriter.ts'
import type { PlannedPhotograph } from './plannedPhotograph.ts'

/** The state of a running import. */
export type ImportState = {
  app: App
  job: Job
  folder: string
  greenscreen: boolean
  /** The files whose picture, if somebody else has it, moves to the people for whom it is planned. */
  moves: 'all' | ReadonlySet<string>
  /** Where each change is recorded before it is made, so that the import can be undone. */
  history: CorrectionRecord
  /** Who decided what was left to a person; null if unknown. */
  by: string | null
  /** Writes for whom a picture is planned, as they are then. */
  write: PictureWriter
  /** The uuids of those on the roster: about the pictures of anybody else it says nothing. */
  listed: ReadonlySet<string>
  /** The uuids of everybody in the job, by key. */
  subjects: ReadonlyMap<string, string>
  /** Whose the faces of a picture are, as far as the file says so. */
  facesOf: (faces: readonly NamedFace[]) => Face[]
  /** The uuids of pictures that were replaced, by the hashes of the files that they have or had. */
  replaced: ReadonlyMap<string, string>
  /** sha256 of the files that the plan has compared: one that is another by now may be of somebody else. */
  hashes: ReadonlyMap<string, string>
  /** The first file with these bytes, and everybody to whom it belongs. */
  claims: Map<string, { planned: PlannedPhotograph; finished: Promise<void> }>
  counts: ImportReport['photographs']
  warnings: ImportWarning[]
}
