import type { App } from '../../platform/app.ts'
import type { Job, Subject } from '../jobs/collection.ts'
import { requirePerson, whileChangingPeople } from '../jobs/subjects/changePeople.ts'
import { subjectHistory } from '../jobs/subjects/changeSubject.ts'
import { nameCard } from './collection.ts'

/** `before`: the uuid of whom the card named; `number` that of the entry in the job's history, null if nothing was changed. */
export type GivenCard = { before: string | null; number: number | null }

/**
 * Gives a blank card to the person who held it: photographs after it are theirs. One that names somebody else stays so, unless `isReplaced`. Null if
 * the job has no such card, or it was printed with a name. Throws CommandError, and then nothing was changed, if the person is not there any more,
 * or is one with somebody else by now.
 */
export function giveCard(
  app: App,
  job: Pick<Job, 'provider' | 'uuid'>,
  { uuid }: Pick<Subject, 'uuid'>,
  { card, by, isReplaced }: { card: number; by: string | null; isReplaced: boolean },
): Promise<GivenCard | null> {
  return whileChangingPeople(app, job, 'cards', async () => {
    await requirePerson(app, job, uuid)
    const history = subjectHistory(app, job, { command: 'cards', by })
    const named = { number: card, subject: uuid, isReplaced }
    const given = await nameCard(app, job.provider, job.uuid, named, (before) =>
      history.recordCard(uuid, { number: card, before, after: uuid }),
    )
    return given && { ...given, number: await history.number() }
  })
}
