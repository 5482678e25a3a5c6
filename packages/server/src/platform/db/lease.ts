import { randomUUID } from 'node:crypto'
import type { App } from '../app.ts'
import { isDuplicate } from './providerCollection.ts'

type Lease = { _id: string; provider: string; holder: string; until: Date }

/**
 * Does `work` if no other process holds the lease `name`, for at most `ms`. Answers false if another process holds it. The lease
 * is returned at the end; if the process dies, it expires.
 */
export async function withLease(app: App, name: string, ms: number, work: () => Promise<void>): Promise<boolean> {
  const leases = app.db.collection<Lease>('leases')
  const holder = randomUUID()
  const now = app.clock()
  try {
    await leases.updateOne(
      { _id: name, provider: '*', until: { $lte: now } },
      { $set: { holder, until: new Date(now.getTime() + ms) } },
      { upsert: true },
    )
  } catch (error) {
    if (isDuplicate(error)) return false
    throw error
  }
  try {
    await work()
  } finally {
    await leases.deleteOne({ _id: name, provider: '*', holder })
  }
  return true
}
