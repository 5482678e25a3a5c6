import type { App } from '../app.ts'
import { firstImplausibleTime } from '../clockChange.ts'
import type { Background } from '../feature.ts'
import { listProviderEntries } from '../provider/collection.ts'
import { mailsOf, type StoredMail } from './queue.ts'
import { backoffMs } from './retries.ts'
import { LEASE_MS } from './sender.ts'

/**
 * After the clock was set back, emails whose time is in the future are sent soon, instead of waiting for that time again.
 */
export const mailClockCheck: Background = {
  name: 'mail.clock',
  everyMs: 60_000,
  run: async (app) => {
    const now = app.clock()
    const provider = { $in: (await listProviderEntries(app)).map(({ key }) => key) }
    const ahead = mailsOf(app).find(
      { provider, due: { $gt: firstImplausibleTime(now, 0) } },
      { projection: { provider: 1, due: 1, tries: 1 } },
    )
    for await (const mail of ahead)
      if (mail.due && mail.due > firstImplausibleTime(now, maxWaitMs(mail))) await bringForward(app, mail)
  },
}

function maxWaitMs({ tries }: StoredMail): number {
  return tries === 0 ? 0 : Math.max(LEASE_MS, backoffMs(tries))
}

/** Not before a process that may be sending it now has finished. */
async function bringForward(app: App, { _id, provider, due }: StoredMail): Promise<void> {
  const soon = new Date(app.clock().getTime() + LEASE_MS)
  await mailsOf(app).updateOne({ _id, provider, due: due as Date }, { $set: { due: soon } })
}
