import type { App } from '../../platform/app.ts'
import type { Opening } from '../../platform/feature.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { subjectsOfCode } from './codes.ts'
import { reachOf } from './sharedGrants.ts'
import { findShareByToken } from './shares.ts'
import { isShareToken } from './shareToken.ts'

/** What a code, or the token in the link of a share, opens now; no subjects if it is unknown or the share has ended. */
export async function findOpening(app: App, provider: Provider, code: string): Promise<Opening> {
  if (!isShareToken(code)) return { subjects: await subjectsOfCode(app, provider, code) }
  const share = await findShareByToken(app, provider.key, code)
  if (!share) return { subjects: [] }
  const reach = await reachOf(app, provider.key, [share])
  return { subjects: reach.get(share._id)?.open ?? [], share: share._id }
}
