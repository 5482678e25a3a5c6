import type { App } from '../app.ts'
import { firstImplausibleTime } from '../clockChange.ts'
import type { Background } from '../feature.ts'
import { listProviderEntries } from '../provider/collection.ts'
import { leaseEnd } from './claim.ts'
import { allTasks } from './collection.ts'
import { MAX_WAIT_MS } from './runTask.ts'

/**
 * After the clock was set back, tasks whose time is in the future are run soon, but not while another process may still run them.
 */
export const taskClockCheck: Background = {
  name: 'tasks.clock',
  everyMs: 60_000,
  run: async (app: App) => {
    const provider = { $in: (await listProviderEntries(app)).map(({ key }) => key) }
    const ahead = { provider, due: { $gt: firstImplausibleTime(app.clock(), MAX_WAIT_MS) } }
    await allTasks(app).updateMany(ahead, { $set: { due: leaseEnd(app) } })
  },
}
