import { createHash } from 'node:crypto'
import { savedPicture } from './planFile.ts'
import type { PreparedImport } from './prepareImport.ts'

/** The same as long as the roster, all files, the people of the job and whose its pictures are stay as they are. */
export function fingerprintOf({ job, roster, stored, pictures, plan, contents }: PreparedImport): string {
  const content = {
    job: job?.uuid ?? null,
    roster: roster.rows,
    files: [...contents.hashes].toSorted(([one], [other]) => (one < other ? -1 : 1)),
    planned: plan.photographs.map(savedPicture),
    people: stored.map((person) => JSON.stringify(person)).toSorted(),
    pictures: pictures.map((picture) => JSON.stringify(picture)).toSorted(),
  }
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
