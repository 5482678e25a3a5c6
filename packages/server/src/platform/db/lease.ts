import { randomUUID } from 'node:crypto'
import type { App } from '../app.ts'
import { firstImplausibleTime } from '../clockChange.ts'
import { isIdentityGone, processIdentity } from '../processName.ts'
import { isDuplicate } from './providerCollection.ts'

/** `process` is missing in those of earlier versions, `work` where nobody has to be told what the holder does. */
type Lease = {
  _id: string
  provider: string
  holder: string
  process?: string | null
  until: Date
  work?: string | null
}

/** A lease that is renewed while long work continues. */
export type HeldLease = {
  /** Throws if another process has taken it over meanwhile: the process that lost it must not continue. */
  renew(): Promise<void>
  release(): Promise<void>
}

/**
 * Takes the lease `name` for `ms` from each renewal on, also that of a process that has died on this machine. Null if another process holds it. A lease that ends later than any lease
 * of this length was taken before the clock was set back, and counts as free. `work` is what others are told who need it.
 */
export async function holdLease(
  app: App,
  name: string,
  ms: number,
  work: string | null = null,
): Promise<HeldLease | null> {
  const leases = app.db.collection<Lease>('leases')
  const holder = randomUUID()
  const lease = { _id: name, provider: '*' }
  const until = () => new Date(app.clock().getTime() + ms)
  const take = () => ({ $set: { holder, process: processIdentity(), until: until(), work } })
  try {
    const now = app.clock()
    const isFree = [{ until: { $lte: now } }, { until: { $gt: firstImplausibleTime(now, ms) } }]
    await leases.updateOne({ ...lease, $or: isFree }, take(), { upsert: true })
  } catch (error) {
    if (!isDuplicate(error)) throw error
    const other = await leases.findOne(lease)
    if (!isIdentityGone(other?.process)) return null
    const { matchedCount } = await leases.updateOne({ ...lease, holder: other?.holder ?? '' }, take())
    if (matchedCount === 0) return null
  }
  const own = { ...lease, holder }
  return {
    async renew() {
      const { matchedCount } = await leases.updateOne(own, { $set: { until: until() } })
      if (matchedCount === 0) throw new Error(`Another process has taken over the lease ${name}`)
    },
    release: async () => {
      await leases.deleteOne(own)
    },
  }
}

/** What the holder of a lease does; null if that is unknown, or nobody holds it any more. */
export async function findLeaseWork(app: App, name: string): Promise<string | null> {
  const lease = await app.db.collection<Lease>('leases').findOne({ _id: name, provider: '*' })
  return lease?.work ?? null
}

/**
 * Does `work` if no other process holds the lease `name`, for at most `ms`. Returns false if another process holds it. The lease
 * is returned at the end; if the process dies, it expires.
 */
export async function withLease(app: App, name: string, ms: number, work: () => Promise<void>): Promise<boolean> {
  const lease = await holdLease(app, name, ms)
  if (!lease) return false
  try {
    await work()
  } finally {
    await lease.release()
  }
  return true
}
