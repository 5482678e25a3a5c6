import type { App } from '../../platform/app.ts'
import { type Grant, grantId, grantsOf } from './grantDocuments.ts'
import { isCurrent, type Share, sharesOf } from './shares.ts'

/**
 * What a share opens: `open` are the subjects that its recipients may see now. `paid` are those of which they may still see and
 * download what they have bought, also after the share has ended.
 */
export type ShareReach = { open: readonly string[]; paid: readonly string[] }

/** What these shares open, by uuid; deleted ones are left out. */
export async function reachOfShares(
  app: App,
  provider: string,
  uuids: readonly string[],
): Promise<Map<string, ShareReach>> {
  if (uuids.length === 0) return new Map()
  const shares = await sharesOf(app, provider)
    .find({ _id: { $in: [...new Set(uuids)] } }, { projection: { token: 0, recipient: 0 } })
    .toArray()
  return reachOf(app, provider, shares)
}

/**
 * What these shares open, by uuid. A share never opens more than its customer may see by a code: if the customer's own grant was
 * revoked, even if it was granted again later, all of it ends for the recipients too.
 */
export async function reachOf(
  app: App,
  provider: string,
  shares: ReadonlyArray<Pick<Share, '_id' | 'sharedBy' | 'subjects' | 'created' | 'ends' | 'ended'>>,
): Promise<Map<string, ShareReach>> {
  if (shares.length === 0) return new Map()
  const now = app.clock()
  const idsOf = ({ sharedBy, subjects }: (typeof shares)[number]) =>
    subjects.map((subject) => grantId(provider, sharedBy, subject))
  const grants = await grantsOf(app, provider)
    .find({ _id: { $in: shares.flatMap(idsOf) } }, { projection: { source: 1, granted: 1, revoked: 1 } })
    .toArray()
  const byId = new Map(grants.map((grant) => [grant._id, grant]))
  return new Map(
    shares.map((share) => {
      const own = share.subjects.filter((subject) => {
        const grant = byId.get(grantId(provider, share.sharedBy, subject))
        return grant && grant.source !== 'share' && grant.revoked === null && grant.granted <= share.created
      })
      return [share._id, { open: isCurrent(share, now) ? own : [], paid: own }]
    }),
  )
}

/** The grants of those who have opened the link of a share, and see its subjects by nothing else that is open. */
export async function grantsByShareAlone(
  app: App,
  provider: string,
  { _id, subjects }: Pick<Share, '_id' | 'subjects'>,
): Promise<Grant[]> {
  const grants = await grantsOf(app, provider)
    .find({ subject: { $in: [...subjects] }, source: 'share', shares: _id })
    .toArray()
  const checked = await checkShares(
    app,
    provider,
    grants.map((grant) => ({ ...grant, shares: (grant.shares ?? []).filter((uuid) => uuid !== _id) })),
  )
  return checked.filter(({ isOpen }) => !isOpen).map(({ grant }) => grant)
}

/** Grants that are not revoked, each with whether it is `open` now: one by shares is only while one of them is. */
export async function checkShares<G extends Pick<Grant, 'subject' | 'shares'>>(
  app: App,
  provider: string,
  grants: readonly G[],
): Promise<Array<{ grant: G; isOpen: boolean; isPaidOpen: boolean }>> {
  const reach = await reachOfShares(
    app,
    provider,
    grants.flatMap(({ shares = [] }) => shares),
  )
  return grants.map((grant) => {
    const { subject, shares } = grant
    if (!shares) return { grant, isOpen: true, isPaidOpen: true }
    return {
      grant,
      isOpen: shares.some((uuid) => reach.get(uuid)?.open.includes(subject)),
      // A share is deleted with the account of the customer who made it: what was paid for stays.
      isPaidOpen: shares.some((uuid) => !reach.has(uuid) || reach.get(uuid)?.paid.includes(subject)),
    }
  })
}
