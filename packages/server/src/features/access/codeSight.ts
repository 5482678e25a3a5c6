import type { App } from '../../platform/app.ts'
import { openSightJournal, recordVisible, type SightThing } from '../../platform/deletions/withheld.ts'
import type { Provider } from '../../platform/provider/document.ts'

type ProviderKey = Pick<Provider, 'key'>

/**
 * The kind under which it is recorded that a code opens somebody no longer, by subject and the code's hash: a restored backup must not open
 * them again to whoever has a letter with it.
 */
export const CODE_SIGHT = 'code-sight'

/** The name of a code in the journal, which nobody can enter. */
export const codeName = (app: Pick<App, 'secrets'>, id: string) =>
  app.secrets.sign('access.withheldCode', id).slice(0, 22)

const codeSight = (subject: string): SightThing => ({ kind: CODE_SIGHT, ids: subject })

/** Removes people from a code, by its id, with `work`; it is recorded before. */
export async function withholdByCode<T>(
  app: App,
  { key }: ProviderKey,
  { id, subjects }: { id: string; subjects: readonly string[] },
  work: () => Promise<T>,
): Promise<T> {
  const journal = openSightJournal(app, key)
  for (const subject of subjects) await journal.withhold(codeSight(subject), [codeName(app, id)])
  const result = await work()
  await journal.end()
  return result
}

/** Must be called after a code that existed before was given to these people. */
export async function recordOpenedByCode(
  app: App,
  { key }: ProviderKey,
  { id, subjects }: { id: string; subjects: readonly string[] },
): Promise<void> {
  const isOwn = (name: string) => name === codeName(app, id)
  for (const subject of subjects) await recordVisible(app, key, codeSight(subject), (names) => names.filter(isOwn))
}
