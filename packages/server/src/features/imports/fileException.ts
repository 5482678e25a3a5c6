import type { CardDoubt } from '../cards/frame.ts'
import type { RosterRow } from '../jobs/roster.ts'

/**
 * Somebody whom the job contains; `row` is null if the roster of this import does not list them, and `undecided` if it is still to be
 * decided who they are.
 */
export type JobPerson = { key: string; name: string; group: string; row: RosterRow | null; undecided?: true }

/** A file that may be somebody else's. It is never assigned: a person decides, by the evidence that is listed. */
export type OwnerException = {
  file: string
  reason:
    | 'several-keys'
    | 'several-names'
    | 'doubled-key'
    | 'left-out-line'
    | 'deleted-person'
    | 'not-on-roster'
    | 'undecided-person'
    | 'other-group'
    | 'group-folder'
    | 'several-folders'
    | 'other-key'
    | 'unknown-folder'
    | 'other-row'
    | 'other-face'
    | 'other-kind'
    | 'decided'
    | 'nobody'
  /** Everybody whom the evidence points to. */
  people: JobPerson[]
  /** Those of them whose the file is by its line, folder, name or card, for `other-face`. */
  owners?: JobPerson[]
  /** The folder of another group, for `other-group`; of a group, for `other-kind`; the group, for `group-folder`; the folder of somebody unknown. */
  folder?: string
  /** It is the folder that is that of somebody deleted, for `deleted-person`. */
  isFolder?: true
  /** The line of the roster that was left out, for `left-out-line`. */
  line?: number
}

/**
 * A file whose card is doubtful, contradicts its name, or is of somebody who is not on the roster; or one that shows a card that names
 * nobody. It is never assigned.
 */
export type CardOwnerException = {
  file: string
  reason: CardDoubt | 'card-contradiction' | 'card-not-on-roster'
  people: JobPerson[]
  /** What the report says about it. */
  text: string
}

/** A file that nobody gets without a decision. */
export type FileException = OwnerException | CardOwnerException
