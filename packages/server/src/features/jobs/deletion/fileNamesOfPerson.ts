import type { App } from '../../../platform/app.ts'
import { picturesOf, type Subject, subjectsOf } from '../collection.ts'
import { sortedWords, wordsOf } from '../nameWords.ts'
import { fold } from '../roster.ts'

/** What may be in the name of a file: keys and names that somebody has or had. */
type PersonWords = { keys: readonly string[]; names: readonly string[] }

type Named = Pick<Subject, 'key' | 'name' | 'earlierKeys' | 'earlierNames' | 'rosterValues'>

/** The keys and names that somebody has or had. */
export const wordsOfPerson = ({ key, earlierKeys, name, earlierNames, rosterValues }: Named): PersonWords => ({
  keys: [key, ...(earlierKeys ?? [])],
  names: [name, ...(earlierNames ?? []), ...(rosterValues?.name === undefined ? [] : [rosterValues.name])],
})

/**
 * Gives pictures that stay in the job, such as one that is somebody else's by now, another name if theirs has the key or the name of somebody who
 * is deleted. Returns how many.
 */
export async function renameFilesOf(app: App, subject: Subject): Promise<number> {
  const { provider, uuid, jobUuid } = subject
  const others = await subjectsOf(app, provider)
    .find({ jobUuid, uuid: { $ne: uuid } })
    .toArray()
  const pictures = await picturesOf(app, provider)
    .find({ jobUuid }, { projection: { uuid: 1, fileName: 1 } })
    .toArray()
  const own = wordsOfPerson(subject)
  const found = pictures.filter(({ fileName }) => isNamedAfter(fileName, own, others.map(wordsOfPerson)))
  for (const picture of found) {
    const extension = /\.(jpe?g|png|tiff?|webp)$/i.exec(picture.fileName)?.[0] ?? ''
    const fileName = `picture-${picture.uuid.slice(0, 8)}${extension}`
    await picturesOf(app, provider).updateOne({ uuid: picture.uuid, jobUuid }, { $set: { fileName } })
  }
  return found.length
}

/** Whether the name of a file has a key or a whole name of somebody, which is not that of somebody else, nor the beginning of another one's key in it. */
export function isNamedAfter(fileName: string, { keys, names }: PersonWords, others: readonly PersonWords[]): boolean {
  const file = fold(fileName).replace(/\.\p{L}+$/u, '')
  const words = wordsOf(file)
  const otherKeys = others.flatMap((other) => other.keys.map(fold))
  const otherNames = new Set(others.flatMap((other) => other.names.map(sortedWords)))
  const isLonger = (key: string) =>
    otherKeys.some((other) => other !== key && other.startsWith(key) && hasKey(file, other))
  return (
    keys.map(fold).some((key) => hasKey(file, key) && !isLonger(key)) ||
    names.some((name) => !otherNames.has(sortedWords(name)) && hasName(words, wordsOf(name)))
  )
}

/** A short number counts at the beginning, alone or with the number of a picture: elsewhere it is that of a photograph. */
export function hasKey(file: string, key: string): boolean {
  if (key.length < 4 && /^\d+$/.test(key)) return file.startsWith(key) && /^([_-]\d| \(|$)/.test(file.slice(key.length))
  const parts = file.split(key)
  // The key is whole where no letter or digit is next to it.
  return parts.slice(1).some((after, at) => !/[\p{L}\p{N}]$/u.test(parts[at] ?? '') && !/^[\p{L}\p{N}]/u.test(after))
}

function hasName(file: readonly string[], name: readonly string[]): boolean {
  if (name.length === 0) return false
  return name.every((word) => file.includes(word)) || (name.length > 1 && file.join('').includes(name.join('')))
}
