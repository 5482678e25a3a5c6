import { isDeepStrictEqual } from 'node:util'
import type { Subject } from '../jobs/collection.ts'
import type { SubjectFields } from '../jobs/subjects/changeSubject.ts'
import type { SubjectStep } from './collection.ts'

/** Fields of a person that consist of entries which are changed one by one: answers by purpose, and a roster's values by field. */
const MAPS = ['consent', 'rosterValues'] as const
type MapField = (typeof MAPS)[number]

/** A field that a step changed, or one entry of a field; null for a missing value. */
type ChangedEntry = { field: keyof SubjectFields; entry: string | null; before: unknown; after: unknown }

type Change = Pick<SubjectStep, 'before' | 'after'>

/** What a step changed: of a field with entries only those that differ. */
function changedEntries({ before, after }: Change): ChangedEntry[] {
  const fields = Object.keys(after) as Array<keyof SubjectFields>
  return fields.flatMap((field): ChangedEntry[] => {
    if (!isMap(field)) return [{ field, entry: null, before: before[field] ?? null, after: after[field] ?? null }]
    const [earlier, later] = [entriesOf(before[field]), entriesOf(after[field])]
    return [...new Set([...Object.keys(earlier), ...Object.keys(later)])]
      .map((entry) => ({ field, entry, before: earlier[entry] ?? null, after: later[entry] ?? null }))
      .filter((each) => !isDeepStrictEqual(each.before, each.after))
  })
}

/** Whether a person has what a step changed as it was before the step, or after it. */
export function isAs(side: 'before' | 'after', subject: Subject, step: Change): boolean {
  return changedEntries(step).every(({ field, entry, [side]: value }) => {
    const stored = isMap(field) && entry !== null ? entriesOf(subject[field])[entry] : subject[field]
    return isDeepStrictEqual(stored ?? null, value)
  })
}

/** Whether two steps changed the same. */
export function overlap(one: Change, other: Change): boolean {
  const names = new Set(changedEntries(one).map(nameOf))
  return changedEntries(other).some((each) => names.has(nameOf(each)))
}

const nameOf = ({ field, entry }: ChangedEntry) => `${field} ${entry ?? ''}`

/** The fields with which a person is as before a step; entries that it did not change stay as they are now. */
export function reversedFields(subject: Subject, step: Change): Partial<SubjectFields> {
  const fields: Record<string, unknown> = {}
  for (const { field, entry, before } of changedEntries(step)) {
    if (!isMap(field) || entry === null) {
      fields[field] = before
      continue
    }
    const { [entry]: _, ...others } = entriesOf(field in fields ? fields[field] : subject[field])
    fields[field] = before === null ? others : { ...others, [entry]: before }
  }
  for (const field of MAPS)
    if (field in fields && Object.keys(entriesOf(fields[field])).length === 0) fields[field] = null
  return fields as Partial<SubjectFields>
}

const isMap = (field: string): field is MapField => MAPS.some((each) => each === field)
const entriesOf = (map: unknown): Record<string, unknown> => ({
  ...(map as Record<string, unknown> | null | undefined),
})
