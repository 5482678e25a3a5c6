import { inject } from 'vitest'
import { openApp } from '../../../packages/server/src/openApp.ts'
import { readEnv } from '../../../packages/server/src/platform/env.ts'

/**
 * Resets how many accounts each code has made today: all journeys together register more people with one letter than a shop
 * allows in a day.
 */
export async function forgetRegistrations(): Promise<void> {
  const { dataDir } = inject('house')
  const { app, close } = await openApp({ ...readEnv({ ...process.env, DATA_DIR: dataDir }), logLevel: 'warn' })
  try {
    const counters = app.db.collection<{ _id: string }>('throttles')
    const ids = (await counters.find({}).toArray()).map(({ _id }) => _id)
    await counters.deleteMany({ _id: { $in: ids.filter((id) => id.startsWith('create-code ')) } })
  } finally {
    await close()
  }
}
