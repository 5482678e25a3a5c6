import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import type { CodeChange, SubjectHistory } from '../../platform/subjectHistory.ts'
import { codeId, subjectsOfCode } from '../access/codes.ts'
import { disputeCode, returnDisputedCode, takeFromCode } from '../access/disputedCodes.ts'
import { findAllSubjects, type Subject } from '../jobs/collection.ts'
import type { RosterRow } from '../jobs/roster.ts'
import type { CodesDecision } from './codeQuestion.ts'

/** Records in the history what becomes of a code for somebody, before it does. */
export const recordCode = (history: SubjectHistory, subject: string, code: CodeChange): Promise<void> =>
  history.recordSubject(subject, { before: {}, after: {} }, code)

/** Somebody with their line. */
type Listed = { row: RosterRow; subject: Pick<Subject, 'uuid'> }

type Settling = {
  /** Those whose line has each code. */
  given: ReadonlyMap<string, readonly Listed[]>
  people: readonly Listed[]
  decision: CodesDecision
  history: SubjectHistory
}

/**
 * Does what was decided about the codes that open somebody whose line has another one, and gives those back that an earlier list had made disputed
 * and this one gives to the same people again. Returns those who have lost a code, and how many codes open nobody by that.
 */
export async function settleCodes(
  app: App,
  provider: Provider,
  job: string,
  { given, people, decision, history }: Settling,
): Promise<{ lost: { uuid: string; code: string }[]; disputed: number }> {
  const lost: { uuid: string; code: string }[] = []
  let disputed = 0
  for (const [code, sharing] of given) {
    const id = codeId(provider, code)
    const subjects = sharing.map(({ subject }) => subject.uuid)
    await returnDisputedCode(app, provider, { code, job, subjects }, (uuid) =>
      recordCode(history, uuid, { id, is: 'returned' }),
    )
    const others = await othersOf(app, provider, code, subjects)
    const hasOtherCode = ({ uuid }: Subject) =>
      people.some(({ row, subject }) => subject.uuid === uuid && row.code !== null && row.code !== code)
    if (decision === 'stay' || others.length === 0 || !others.every(hasOtherCode)) continue
    const opened = decision === 'list' ? others.map(({ uuid }) => uuid) : await subjectsOfCode(app, provider, code)
    for (const uuid of opened) {
      await recordCode(history, uuid, { id, is: decision === 'list' ? 'taken' : 'disputed' })
      if (decision === 'list') await takeFromCode(app, provider, id, uuid)
      lost.push({ uuid, code })
    }
    if (decision === 'list') continue
    await disputeCode(app, provider, { code, job })
    disputed++
  }
  return { lost, disputed }
}

/** Those whom a code opens, and whose line does not have it: what they are shown must not be shown to anybody else. */
export async function othersOf(
  app: App,
  provider: Provider,
  code: string,
  sharing: readonly string[],
): Promise<Subject[]> {
  const opened = await subjectsOfCode(app, provider, code)
  if (sharing.every((uuid) => opened.includes(uuid))) return []
  return findAllSubjects(
    app,
    provider.key,
    opened.filter((uuid) => !sharing.includes(uuid)),
  )
}
