import type { App } from '../../platform/app.ts'
import type { Opening } from '../../platform/feature.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { withoutWithdrawn } from '../jobs/collection.ts'
import { codeId, codesOf, subjectsOfCode } from './codes.ts'
import { reachOf, reachOfShares } from './sharedGrants.ts'
import { findShareByToken } from './shares.ts'
import { isShareToken } from './shareToken.ts'

/**
 * What a code, or the token in the link of a share, opens now; no subjects if it is unknown, the share has ended, or they were
 * withdrawn.
 */
export async function findOpening(app: App, provider: Provider, code: string): Promise<Opening> {
  const visible = (subjects: readonly string[]) => withoutWithdrawn(app, provider.key, subjects)
  if (!isShareToken(code)) {
    const subjects = await visible(await subjectsOfCode(app, provider, code))
    return { subjects, code: markOf(app, provider, code) }
  }
  const share = await findShareByToken(app, provider.key, code)
  if (!share) return { subjects: [] }
  const reach = await reachOf(app, provider.key, [share])
  return { subjects: await visible(reach.get(share._id)?.open ?? []), share: share._id }
}

/**
 * Whether what was opened earlier still is: the code opens these subjects and was not ended, or the share is open. Read from the database at
 * this moment. An opening that names neither is not.
 */
export async function isOpen(app: App, provider: Provider, { subjects, code, share }: Opening): Promise<boolean> {
  if (share !== undefined) {
    const open = (await reachOfShares(app, provider.key, [share])).get(share)?.open ?? []
    return open.some((subject) => subjects.includes(subject))
  }
  if (code === undefined) return false
  const projection = { _id: 1 }
  const codes = await codesOf(app, provider)
    .find({ subjects: { $in: [...subjects] } }, { projection })
    .toArray()
  return codes.some(({ _id }) => codeMark(app, provider, _id) === code)
}

/** The mark of a code as somebody types it. */
export function markOf(app: Pick<App, 'secrets'>, provider: Pick<Provider, 'key'>, code: string): string {
  return codeMark(app, provider, codeId(provider, code))
}

/** Stands for a code where the code itself must not be: nobody can conclude the code from it. `id` is the code's. */
export function codeMark(app: Pick<App, 'secrets'>, { key }: Pick<Provider, 'key'>, id: string): string {
  return app.secrets.sign('code mark', `${key} ${id}`).slice(0, 22)
}
