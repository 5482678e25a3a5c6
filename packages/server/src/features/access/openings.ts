import type { App } from '../../platform/app.ts'
import type { Opening } from '../../platform/feature.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { withoutWithdrawn } from '../jobs/collection.ts'
import { subjectsOfCode } from './codes.ts'
import { reachOf } from './sharedGrants.ts'
import { findShareByToken } from './shares.ts'
import { isShareToken } from './shareToken.ts'

/**
 * What a code, or the token in the link of a share, opens now; no subjects if it is unknown, the share has ended, or they were
 * withdrawn.
 */
export async function findOpening(app: App, provider: Provider, code: string): Promise<Opening> {
  const visible = (subjects: readonly string[]) => withoutWithdrawn(app, provider.key, subjects)
  if (!isShareToken(code)) return { subjects: await visible(await subjectsOfCode(app, provider, code)) }
  const share = await findShareByToken(app, provider.key, code)
  if (!share) return { subjects: [] }
  const reach = await reachOf(app, provider.key, [share])
  return { subjects: await visible(reach.get(share._id)?.open ?? []), share: share._id }
}
