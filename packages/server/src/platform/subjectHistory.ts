/** What somebody does with one person of a job, as its history lists it. */
export type SubjectCommand =
  | 'new-code'
  | 'rename'
  | 'change-class'
  | 'withdraw'
  | 'restore'
  | 'consent'
  | 'unpublish'
  | 'publish'
  | 'merge'
  | 'add-person'
  | 'mark'
  | 'details'
  | 'give-code'
  | 'cards'

/** What somebody does with a class, or a whole job, and takes pictures from families by. */
export type JobCommand = 'unpublish' | 'state' | 'not-asked'

/** Such a command, or one about pictures, and the operator; null if unknown. */
export type SubjectEntry = {
  readonly command: SubjectCommand | JobCommand | 'move' | 'hide'
  readonly by: string | null
}

/**
 * What becomes of a code, by its id, for one person: it opens them from now on (`given`, or `returned` if it was disputed), or no longer (`taken`, or
 * `disputed` if it opens nobody at all).
 */
export type CodeChange = { readonly id: string; readonly is: 'given' | 'returned' | 'taken' | 'disputed' }

/** Who is named by a blank card with this number, by uuid, instead of whom; null for nobody. */
export type CardChange = { readonly number: number; readonly before: string | null; readonly after: string | null }

/** An entry of a job's history while it is made: it is stored with its first record. */
export type SubjectHistory = {
  /** Records the fields of a subject before they are changed, and what becomes of a code that opens the subject before or afterwards. */
  recordSubject(subject: string, change: { before: object; after: object }, code?: CodeChange): Promise<void>
  /** Records who is named by a card, before that is changed, as something of this subject. */
  recordCard(subject: string, card: CardChange): Promise<void>
  /** Records whose a picture is before that is changed. */
  recordPicture(picture: string, change: { before: object; after: object }): Promise<void>
  /** Records other fields of a picture, whole as it is, before they are changed. */
  recordPictureFields(picture: object, change: { before: object; after: object }): Promise<void>
  /** Records what a change of the job itself takes from families, before it is made. */
  recordJob(losses: readonly object[]): Promise<void>
  /** The number of the entry; null if nothing was recorded. */
  number(): Promise<number | null>
}
