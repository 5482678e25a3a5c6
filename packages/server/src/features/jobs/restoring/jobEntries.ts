import type { App } from '../../../platform/app.ts'
import type { SubjectEntry, SubjectHistory } from '../../../platform/subjectHistory.ts'
import type { Job } from '../collection.ts'
import { subjectHistory } from '../subjects/changeSubject.ts'

/** The entries of a restore in the history of a job, one for each command: undoing one of them shows what it withholds. */
export type JobEntries = (command: SubjectEntry['command']) => SubjectHistory

export function createJobEntries(app: App, job: Job): JobEntries {
  const entries = new Map<string, SubjectHistory>()
  return (command) => {
    const entry = entries.get(command) ?? subjectHistory(app, job, { command, by: null })
    entries.set(command, entry)
    return entry
  }
}
