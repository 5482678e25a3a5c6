import { normaliseHeader } from '../jobs/roster/headerForm.ts'
import { CLASS_WORDS } from '../jobs/roster/headings.ts'
import type { RosterRow } from '../jobs/roster.ts'
import { foldGroup } from './samePerson.ts'

/** What two names of one class have in common, however they are written: `4A` of `04A`, `4 a` and `Klass 4A`. Two classes may have it, too. */
export function spellingOf(group: string): string {
  const words = normaliseHeader(group).split(' ')
  const first = words.findIndex((_word, at) => !CLASS_WORDS.has(words.slice(0, at + 1).join(' ')))
  const rest = first > 0 ? words.slice(first) : words
  const folded = foldGroup(first > 0 ? rest.join('') : group)
  return folded.replace(/(?<!\p{N})0+(?=\p{N})/gu, '')
}

/** By the names of groups, what each may be the same as: that of a list with several schools as its class, too. */
export function groupSpellings(rows: readonly RosterRow[], others: readonly string[]): Map<string, string[]> {
  const shared = new Map(
    rows.flatMap(({ group, sharedClass }) => (sharedClass === undefined ? [] : [[group, sharedClass]])),
  )
  const names = [...others, ...rows.map(({ group }) => group)].filter(Boolean)
  return Map.groupBy(new Set(names), (name) => spellingOf(shared.get(name) ?? name))
}

/** Why groups may be one. */
export function spellingText(rows: readonly RosterRow[], names: readonly string[]): string {
  const listed = names.map((name) => `"${name}"`).join(' and ')
  const shared = rows.find(({ group, sharedClass }) => sharedClass !== undefined && names.includes(group))?.sharedClass
  return shared === undefined
    ? `names of groups differ only in how they are written: ${listed}`
    : `the list has the class "${shared}" in several schools, which may be one class or several: ${listed}`
}
