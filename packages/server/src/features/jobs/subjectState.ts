import type { SubjectDetails } from './subjectDetails.ts'

/** What an operator has recorded about a subject: withdrawn, unpublished, and to what the family has agreed. */

/** For what a picture of a person may be used. */
export const PURPOSES = ['print-and-sell', 'class-picture', 'yearbook', 'school-admin', 'show-in-public'] as const
export type Purpose = (typeof PURPOSES)[number]

/** Those that decide what the families see. The others are recorded for what leaves the shop. */
export const PICTURE_PURPOSES = ['print-and-sell', 'class-picture'] as const satisfies readonly Purpose[]

export type Answer = 'yes' | 'no'

/** When something was recorded, and by which operator; null if the operator is unknown. */
export type StateNote = { at: Date; by: string | null; reason?: string }

/** `isUndone`: the import that has added them was undone; one that lists them again brings them back. */
export type WithdrawnNote = StateNote & { isUndone?: true }

/** `group`: it follows from that class, which was unpublished when they left it. */
export type HiddenNote = StateNote & { group?: string }

/** An answer, who gave it, when it was recorded, and where it is written: `form of 3 September`. */
export type ConsentAnswer = { answer: Answer; who: string | null; at: Date; source: string | null }

export type Consent = Partial<Record<Purpose, ConsentAnswer>>

/** Missing and null mean the same: null is what a change leaves behind that removes the field. */
export type SubjectState = {
  /** Whoever could see the subject no longer can, and nobody is mailed about it. What was bought stays. */
  withdrawn?: WithdrawnNote | null
  /** Its pictures are withheld, as those of a job that is not published. */
  hidden?: HiddenNote | null
  /** A purpose that is missing was not asked. */
  consent?: Consent | null
  /** It is one person with another subject of the job, by uuid, which has everything since. It is withdrawn as well. */
  merged?: { into: string; at: Date; by: string | null } | null
  /** A person has added them: no roster need list them. */
  isAdded?: true | null
  /** It was not there, or is photographed again. A picture of its own that comes later ends it, see `people/attendance.ts`. */
  attendance?: AttendanceNote | null
  /** Its deletion has begun: nobody brings it back. */
  deleting?: { at: Date } | null
  /** What the roster says instead of what a person has corrected. An import that repeats it changes nothing. */
  rosterValues?: RosterValues | null
  /** Addresses that a person has added and removed, in lower case: a roster brings none of them back, and loses none. */
  correctedEmails?: CorrectedEmails | null
  /** Keys that a roster has replaced: a file or a card with one of them is still of this person. */
  earlierKeys?: string[] | null
  /** Names that were corrected: a folder with one of them is still this person's. */
  earlierNames?: string[] | null
  /** The groups that this person has left. A picture of one of them may show them. */
  earlierGroups?: string[] | null
}

export type AttendanceNote = { is: 'absent' | 'retake'; at: Date; by: string | null }

export type CorrectedEmails = { added: string[]; removed: string[] }

/** An empty text where the roster says nothing. */
export type RosterValues = { name?: string; group?: string; phone?: string } & {
  [Name in Exclude<keyof SubjectDetails, 'contact'>]?: NonNullable<SubjectDetails[Name]> | ''
}

/** A group whose pictures are withheld from all its subjects, also from those who join it later. */
export type HiddenGroup = StateNote & { group: string }

/** What of a job decides about its subjects' pictures. */
export type SubjectRules = {
  /** What it means that a purpose was not asked; yes if it is missing. */
  notAsked?: Partial<Record<Purpose, Answer>> | null
  /** Since when that is "no": a release that is older does not count for those who object by it. Missing where it was said by an earlier version. */
  notAskedSince?: Partial<Record<Purpose, Date>> | null
  hiddenGroups?: HiddenGroup[] | null
  /** A subject has been withdrawn at some time, or has said no: only then the subjects are read to decide about a picture. */
  hasObjections?: boolean
  /** Those who were deleted, as keyed hashes of their keys and names: a roster that lists one again is asked about, see `deletedPeople.ts`. */
  deletedPeople?: string[]
}

/** The answer for a purpose, or what the job makes of a missing one. */
export function answerFor({ consent }: Pick<SubjectState, 'consent'>, purpose: Purpose, job: SubjectRules): Answer {
  return consent?.[purpose]?.answer ?? job.notAsked?.[purpose] ?? 'yes'
}

/** Whether the pictures of a subject, or of its group, are withheld from its families. */
export function isHidden(
  { hidden, group }: Pick<SubjectState, 'hidden'> & { group: string },
  job: SubjectRules,
): boolean {
  return Boolean(hidden) || (job.hiddenGroups ?? []).some((each) => each.group === group)
}
