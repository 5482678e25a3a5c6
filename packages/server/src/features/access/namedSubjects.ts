type NamesSubjects = { _id: string; subjects: readonly string[] }

/** The ids of documents that name nobody but these subjects, and of those that name somebody else as well. */
export function splitByOthers(
  documents: readonly NamesSubjects[],
  subjects: readonly string[],
): { alone: string[]; others: string[] } {
  const isAlone = (document: NamesSubjects) => document.subjects.every((uuid) => subjects.includes(uuid))
  const idsOf = (some: readonly NamesSubjects[]) => some.map(({ _id }) => _id)
  return { alone: idsOf(documents.filter(isAlone)), others: idsOf(documents.filter((each) => !isAlone(each))) }
}
