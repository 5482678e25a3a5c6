import type { PictureType } from '@portraitkit/core/jobs/picture.ts'
import type { AssignmentReason } from '../jobs/picture.ts'
import type { RosterRow } from '../jobs/roster.ts'

/** One file: a picture of these persons, or of everybody in these groups, and by what it is theirs. */
export type PlannedPhotograph = {
  file: string
  pictureType: PictureType
  rows: PlannedRow[]
  groups: string[]
  why: AssignmentReason
}
export type PlannedRow = { row: RosterRow; keywords: string[] }
export type PlanWarning = { file?: string; line?: number; text: string }
