import type { App } from '../../../platform/app.ts'
import { openSightJournal, recordVisible } from '../../../platform/deletions/withheld.ts'
import type { Job } from '../collection.ts'
import { isVisibleByFields, type PictureSightChange, pictureSight, withheldByFields } from './pictureSight.ts'

/** The records of one change of other fields of a picture than whose it is. */
export type FieldsJournal = {
  /** Before each attempt to write it. */
  begin(change: PictureSightChange): Promise<void>
  /** After it was written. */
  end(change: PictureSightChange): Promise<void>
}

export function openFieldsJournal(app: App, job: Pick<Job, 'provider' | 'uuid'>, picture: string): FieldsJournal {
  const sight = pictureSight(job, picture)
  const journal = openSightJournal(app, job.provider)
  return {
    begin: (change) => journal.withhold(sight, withheldByFields(change)),
    async end(change) {
      await journal.end()
      const isVisible = (name: string) => isVisibleByFields(name, change)
      await recordVisible(app, job.provider, sight, (names) => names.filter(isVisible))
    },
  }
}
