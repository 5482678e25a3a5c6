import { fold } from '../jobs/roster.ts'

export const nameOf = (file: string) => fold(file.split('/').at(-1) ?? '')

/** The whole keys with which a name may begin, the shortest first. The year of a date is none, nor the first word of a longer name. */
export function keysOf(name: string): string[] {
  const ends = Array.from({ length: name.length }, (_, at) => at + 1)
  const isDated = /^\d{4}-\d\d-\d\d(?!\d)/.test(name)
  return ends
    .filter((end) => !/[\p{L}\p{N}]/u.test(name.charAt(end)))
    .filter((end) => !(isDated && end < '2026-11-28'.length))
    .filter((end) => /\p{N}/u.test(name.slice(0, end)) || !/^ \p{L}/u.test(name.slice(end)))
    .map((end) => name.slice(0, end))
}

/** A number of at most three digits may be that of a photograph or of a day. */
export const isShortNumber = (key: string) => key.length < 4 && /^\d+$/.test(key)

/** Whether a key at the beginning of a file's name says whose it is: a short number alone is that of a photograph, such as `7.jpg`. */
export const isTelling = (key: string, name: string) => !isShortNumber(key) || /^[_-]\d/.test(name.slice(key.length))

/** The keys with which a file's name may begin and that say whose it is. */
export const tellingKeysOf = (file: string): string[] =>
  keysOf(nameOf(file)).filter((key) => isTelling(key, nameOf(file)))

/** What joins the keys of several people in the name of a file, in the product's languages: `1&2`, `1 och 2`. */
const JOINT = /^(?: ?[&+,;] ?| (?:and|och|og|und|y|e|ja|en|i|oraz) )/u

/** Whether a character of a name ends a key. */
const isEnd = (character: string) => !/[\p{L}\p{N}]/u.test(character)

/** The keys that a name joins to the one at its beginning: `2` and `3` of `1+2+3.jpg`. All are folded; `isKey` says which words are keys. */
function joinedKeys(name: string, first: string, isKey: (word: string) => boolean): string[] {
  const keys: string[] = []
  let rest = name.slice(first.length)
  for (;;) {
    const joint = JOINT.exec(rest)?.[0]
    if (joint === undefined) return keys
    const text = rest.slice(joint.length)
    const ends = Array.from({ length: text.length }, (_, at) => at + 1)
    const key = ends
      .filter((end) => isEnd(text.charAt(end)))
      .map((end) => text.slice(0, end))
      .findLast(isKey)
    if (key === undefined) return keys
    keys.push(key)
    rest = text.slice(key.length)
  }
}

/** Everybody whose keys a name joins, if it does. `keys` are those with which it may begin. */
export function joinedOwners<Person>(
  name: string,
  keys: readonly string[],
  byKey: ReadonlyMap<string, Person>,
): Person[] {
  const isKey = (word: string) => byKey.has(word)
  const joined = keys.filter(isKey).flatMap((key) => {
    const others = joinedKeys(name, key, isKey)
    return others.length > 0 ? [key, ...others] : []
  })
  return [...new Set(joined.flatMap((key) => byKey.get(key) ?? []))]
}
