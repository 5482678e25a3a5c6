import type { Subject } from '../collection.ts'
import { fold } from '../roster.ts'
import type { RosterValues } from '../subjectState.ts'

type Values = Pick<
  Subject,
  'name' | 'group' | 'rosterValues' | 'earlierGroups' | 'earlierNames' | 'firstName' | 'lastName'
>
type Field = 'name' | 'group'

/** The fields that a correction by hand changes: the new value, and what the roster says instead. */
export function correctedFields(current: Values, field: Field, value: string): Partial<Values> {
  const fromRoster = current.rosterValues?.[field] ?? current[field]
  const others = { ...current.rosterValues }
  delete others[field]
  const rosterValues = value === fromRoster ? others : { ...others, [field]: fromRoster }
  const left = field === 'group' ? leftGroups(current, value) : {}
  // Which part of a corrected name is the last one is not guessed.
  const parts =
    field === 'name' && value !== current.name
      ? { firstName: null, lastName: null, ...formerNames(current, value) }
      : {}
  return { [field]: value, rosterValues: emptyToNull(rosterValues), ...left, ...parts }
}

/** The field that remembers a group which somebody leaves for another one; none if they stay. */
export function leftGroups(
  { group: before, earlierGroups }: Pick<Values, 'group' | 'earlierGroups'>,
  group: string,
): Pick<Values, 'earlierGroups'> {
  if (before === group || before === '') return {}
  return { earlierGroups: [...new Set([...(earlierGroups ?? []), before])].filter((each) => each !== group) }
}

/** The field that remembers a name which was corrected; none if it stays. */
export function formerNames(
  { name: before, earlierNames }: Pick<Values, 'name' | 'earlierNames'>,
  name: string,
): Pick<Values, 'earlierNames'> {
  if (before === name) return {}
  return { earlierNames: [...new Set([...(earlierNames ?? []), before])].filter((each) => each !== name) }
}

/** The name or group that a row of a roster gives to somebody of the job: not one that a person has corrected since. */
export function valueFromRow(current: Values, field: Field, value: string): string {
  const replaced = current.rosterValues?.[field]
  return replaced !== undefined && fold(replaced) === fold(value) ? current[field] : value
}

/** What remains of the roster's values once this name and group are stored: a roster with a new value ends the correction. */
export function remainingRosterValues(
  current: Values,
  stored: Pick<Values, Field>,
  values: RosterValues,
): RosterValues | null {
  const isEnded = (field: string) => (field === 'name' || field === 'group') && current[field] !== stored[field]
  return emptyToNull(Object.fromEntries(Object.entries(values).filter(([field]) => !isEnded(field))))
}

export const emptyToNull = (values: RosterValues): RosterValues | null =>
  Object.keys(values).length > 0 ? values : null
