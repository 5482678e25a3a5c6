import { recordDeletion } from '../../platform/deletions/journal.ts'
import type { RepeatDeletion } from '../../platform/feature.ts'
import { type EventSource, recordSecurityEvent } from '../../platform/security/record.ts'
import { forgetGrants } from './grants.ts'
import { forgetTime, type Share, sharesOf } from './shares.ts'

/** The kind under which ended shares are recorded: a restored backup must not open one again. */
const SHARE = 'share'

/**
 * Ends a share of a customer, or of anybody if the shop does it: its link, and what was granted by it, are refused here at once
 * and in other processes within a second. Ending it again changes nothing. Null if there is no such share.
 */
export async function endShare(
  source: EventSource,
  uuid: string,
  by: { customer: string } | 'shop',
): Promise<Share | null> {
  const { app, provider } = source
  const shares = sharesOf(app, provider.key)
  const share = await shares.findOne({ _id: uuid, ...(by !== 'shop' && { sharedBy: by.customer }) })
  if (!share || share.ended) return share
  const time = app.clock()
  const ended = { time, by: by === 'shop' ? ('shop' as const) : ('customer' as const) }
  await recordDeletion(app, { provider: provider.key, kind: SHARE, ids: [uuid] }, () =>
    shares.updateOne({ _id: uuid, ended: { $exists: false } }, { $set: endingOf(uuid, ended) }),
  )
  forgetGrants(app)
  recordSecurityEvent(source, { event: 'share-ended', customer: share.sharedBy, share: uuid })
  return { ...share, ended }
}

/** What changes when a share ends. Its slot is free for a new one, which gets another link. */
const endingOf = (uuid: string, ended: NonNullable<Share['ended']>) => ({
  ended,
  slot: uuid,
  forget: forgetTime(ended.time),
})

/** Ends a share again that was ended after the backup. */
export const repeatShareEnd: Readonly<Record<string, RepeatDeletion>> = {
  [SHARE]: async (app, { provider, id }) => {
    const ended = { time: app.clock(), by: 'shop' as const }
    await sharesOf(app, provider).updateOne({ _id: id, ended: { $exists: false } }, { $set: endingOf(id, ended) })
    forgetGrants(app)
  },
}
