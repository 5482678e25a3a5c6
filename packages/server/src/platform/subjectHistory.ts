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

/** What somebody does with a class, or a whole job, and takes pictures from families by. */
export type JobCommand = 'unpublish' | 'state' | 'not-asked'

/** Such a command, or one about pictures, and the operator; null if unknown. */
export type SubjectEntry = {
  readonly command: SubjectCommand | JobCommand | 'move' | 'hide'
  readonly by: string | null
}

/** An entry of a job's history while it is made: it is stored with its first record. */
export type SubjectHistory = {
  /** Records the fields of a subject before they are changed, and the id of a code that opens the subject from then on. */
  recordSubject(subject: string, change: { before: object; after: object }, code?: string): Promise<void>
  /** Records whose a picture is before that is changed. */
  recordPicture(picture: string, change: { before: object; after: object }): Promise<void>
  /** Records other fields of a picture, whole as it is, before they are changed. */
  recordPictureFields(picture: object, change: { before: object; after: object }): Promise<void>
  /** Records what a change of the job itself takes from families, before it is made. */
  recordJob(losses: readonly object[]): Promise<void>
  /** The number of the entry; null if nothing was recorded. */
  number(): Promise<number | null>
}
