import type { NamedFace } from '../../../imaging/derivatives/xmp.ts'
import type { Subject } from '../collection.ts'
import type { Face } from '../picture.ts'
import { fold } from '../roster.ts'

/**
 * Whose the faces of a picture are, by the names of its regions: a name that is the key or the whole name of exactly one person
 * of the job. Any other face is of somebody unknown. The names themselves are not stored.
 */
export function createFaceMatcher(people: readonly Pick<Subject, 'uuid' | 'key' | 'name'>[]) {
  const byWord = new Map<string, Set<string>>()
  for (const { uuid, key, name } of people) {
    for (const word of [fold(key), fold(name)]) byWord.set(word, (byWord.get(word) ?? new Set()).add(uuid))
  }
  return (faces: readonly NamedFace[]): Face[] =>
    faces.map(({ name, ...rectangle }) => {
      const [subject, ...others] = (name && byWord.get(fold(name.trim()))) || []
      return subject !== undefined && others.length === 0 ? { ...rectangle, subject } : rectangle
    })
}
