import { CodeTakenError, codesOfSubject, saveCode, subjectsOfCode } from '../features/access/codes.ts'
import { findSubjects } from '../features/jobs/collection.ts'
import type { CodeStore } from '../features/jobs/importCodes.ts'
import type { App } from '../platform/app.ts'
import type { Provider } from '../platform/provider/document.ts'

/** The codes of the access feature, as an import needs them. */
export function createCodeStore(app: App, provider: Provider): CodeStore {
  return {
    async of(subjectUuids) {
      const found = await Promise.all(
        subjectUuids.map(async (uuid) => [uuid, (await codesOfSubject(app, provider, uuid))[0]] as const),
      )
      return new Map(found.flatMap(([uuid, code]) => (code === undefined ? [] : [[uuid, code] as const])))
    },
    async save(code, jobUuid, subjectUuids) {
      const opened = await findSubjects(app, provider.key, await subjectsOfCode(app, provider, code))
      // Brothers and sisters of one job may share a code; the same code in two jobs is an accident.
      if (opened.some((subject) => subject.jobUuid !== jobUuid)) return false
      const subjects = [...new Set([...opened.map(({ uuid }) => uuid), ...subjectUuids])]
      try {
        await saveCode(app, provider, { code, subjects })
        return true
      } catch (error) {
        if (error instanceof CodeTakenError) return false
        throw error
      }
    },
  }
}
