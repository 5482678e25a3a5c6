import type { App } from '../../platform/app.ts'
import type { CorrectionRecord } from '../corrections/recordCorrection.ts'
import type { Job } from '../jobs/collection.ts'
import { fold } from '../jobs/roster.ts'
import { changeSubject } from '../jobs/subjects/changeSubject.ts'
import type { PlannedPerson, StoredPerson } from './plannedPerson.ts'

/** Somebody of the job whose key is another one's by a plan, and the one that they have instead until they get one of their own. */
export type PassedKey = { person: StoredPerson; key: string; to: string }

/** Whose keys a plan gives to others. `usedKeys` are all of the job and the roster. */
export function passedKeysOf(
  planned: readonly PlannedPerson[],
  stored: readonly StoredPerson[],
  usedKeys: readonly string[],
): PassedKey[] {
  const byKey = new Map(stored.map((person) => [fold(person.key), person]))
  const used = new Set(usedKeys.map(fold))
  return planned.flatMap(({ row, subject }) => {
    const person = byKey.get(fold(row.key))
    if (!person || person === subject) return []
    const key = freeKey(person.key, used)
    used.add(fold(key))
    return [{ person, key, to: row.name }]
  })
}

function freeKey(key: string, used: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const free = `${key} (earlier${number === 1 ? '' : ` ${number}`})`
    if (!used.has(fold(free))) return free
  }
}

/** The people of the job as they are once a plan is written, as far as no line says which keys they have. */
export function withPassedKeys(
  stored: readonly StoredPerson[],
  passed: readonly PassedKey[],
  planned: readonly PlannedPerson[],
): StoredPerson[] {
  const listed = new Set(planned.flatMap(({ subject }) => subject?.uuid ?? []))
  const keys = new Map(
    passed.flatMap(({ person, key }) => (listed.has(person.uuid) ? [] : [[person.uuid, key] as const])),
  )
  return stored.map((person) => {
    const key = keys.get(person.uuid)
    return key === undefined ? person : { ...person, key, earlierKeys: [...(person.earlierKeys ?? []), person.key] }
  })
}

/**
 * Takes keys from those who have them, before anybody gets them: no key is ever that of two, however they are exchanged. Safe to repeat. A file
 * with such a key is an exception from then on.
 */
export async function passKeys(
  app: App,
  job: Job,
  passed: readonly PassedKey[],
  history: CorrectionRecord,
): Promise<void> {
  for (const { person, key } of passed) {
    await changeSubject(app, job, person.uuid, history, (current) => {
      if (fold(current.key) !== fold(person.key)) return null
      const earlierKeys = [...(current.earlierKeys ?? []).filter((each) => each !== current.key), current.key]
      return { key: fold(key), earlierKeys }
    })
  }
}
