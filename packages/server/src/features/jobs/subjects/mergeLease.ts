import type { App } from '../../../platform/app.ts'
import { type HeldLease, holdLease } from '../../../platform/db/lease.ts'
import type { Job } from '../collection.ts'

/** A process that was killed blocks others for that long. */
const LEASE_MS = 60_000

/**
 * Makes people of a job one, or separates them, while no other process does: what one of them moves to somebody must not be left there by the
 * other one, which moves that one on. `renew` is called between the steps of long work. Returns null if another process does.
 */
export async function whileMerging<R>(
  app: App,
  { provider, uuid }: Pick<Job, 'provider' | 'uuid'>,
  work: (lease: Pick<HeldLease, 'renew'>) => Promise<R>,
): Promise<R | null> {
  const lease = await holdLease(app, `merge ${provider} ${uuid}`, LEASE_MS)
  if (!lease) return null
  try {
    return await work(lease)
  } finally {
    await lease.release()
  }
}
