import type { JobMember } from '../jobs/importStore.ts'
import type { RosterRow } from '../jobs/roster.ts'

/**
 * Somebody whom the job contains, as a roster is compared with them. `codes` are all that they have or had, `openCodes` those that open them.
 */
export type StoredPerson = JobMember & { codes: readonly string[]; openCodes: readonly string[] }

/** A person of the roster who is new to the job, or somebody of the job with what changes about them. */
export type PlannedPerson =
  | { row: RosterRow; subject: null }
  | { row: RosterRow; subject: StoredPerson; changes: PersonChange[] }

/** What the shop shows and uses, each with its text; of `details`, which nobody is shown, only the names of what changes. */
export type PersonChange = {
  field: 'key' | 'name' | 'group' | 'email' | 'phone' | 'details' | 'withdrawn'
  before: string
  after: string
}
