/** What a restore has withheld again: a thing by its id, a class or purpose by its name, and the job as operators name it. */
export type WithheldThing = {
  readonly what: 'picture' | 'person' | 'class' | 'job' | 'purpose' | 'code'
  readonly id: string
  readonly job: string
}
