import type { SubjectState } from './subjectState.ts'

/** A subject as far as it says with whom it is one person. */
type Mergeable = { uuid: string } & Pick<SubjectState, 'merged'>

/** Whom a subject is one person with, among all of its job; itself if it is with nobody. */
export function followMerges<S extends Mergeable>(subject: S, all: readonly S[]): S {
  const into = subject.merged && all.find(({ uuid }) => uuid === subject.merged?.into)
  return into ? followMerges(into, all) : subject
}
