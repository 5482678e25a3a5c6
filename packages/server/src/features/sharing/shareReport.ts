import type { App } from '../../platform/app.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { listShares, type OpenShare } from '../access/listShares.ts'
import { customersOf } from '../account/collection.ts'
import { findAllSubjects, type Subject } from '../jobs/collection.ts'
import { lastDayOf } from './shareEnd.ts'

/** A share as the shop sees it. It contains nothing that opens pictures. */
export type ShareReport = {
  uuid: string
  /** `over`: its last day is over, or nothing that it opened may still be seen by the customer who shared it. */
  state: 'open' | 'over' | 'ended by the customer' | 'ended by the shop'
  /** The customer's email address; null if the account was deleted. */
  sharedBy: string | null
  /** Null once it was forgotten. */
  recipient: string | null
  subjects: Array<{ uuid: string; name: string }>
  created: string
  /** The last day in the shop's time zone. */
  until: string
  opened: { first: string; last: string; accounts: number } | null
}

/** The shared subjects, in the order in which they were shared; deleted ones are left out. */
export function namesOf(uuids: readonly string[], subjects: readonly Subject[]): Array<{ uuid: string; name: string }> {
  const byUuid = new Map(subjects.map((subject) => [subject.uuid, subject]))
  return uuids.flatMap((uuid) => {
    const subject = byUuid.get(uuid)
    return subject ? [{ uuid, name: subject.name }] : []
  })
}

/** The shares of a shop, or of one of its customers, newest first. */
export async function reportShares(
  app: App,
  provider: Provider,
  search: { customer?: string; limit: number },
): Promise<ShareReport[]> {
  const shares = await listShares(app, provider.key, search)
  const [subjects, customers] = await Promise.all([
    findAllSubjects(app, provider.key, [...new Set(shares.flatMap((share) => share.subjects))]),
    customersOf(app, provider)
      .find({ _id: { $in: [...new Set(shares.map(({ sharedBy }) => sharedBy))] } }, { projection: { email: 1 } })
      .toArray(),
  ])
  return shares.map((share) => ({
    uuid: share._id,
    state: stateOf(share),
    sharedBy: customers.find(({ _id }) => _id === share.sharedBy)?.email ?? null,
    recipient: share.recipient ?? null,
    subjects: namesOf(share.subjects, subjects),
    created: share.created.toISOString(),
    until: lastDayOf(share, provider),
    opened: share.opened
      ? {
          first: share.opened.first.toISOString(),
          last: share.opened.last.toISOString(),
          accounts: share.opened.accounts,
        }
      : null,
  }))
}

function stateOf({ ended, open }: OpenShare): ShareReport['state'] {
  if (ended) return ended.by === 'shop' ? 'ended by the shop' : 'ended by the customer'
  return open.length > 0 ? 'open' : 'over'
}
