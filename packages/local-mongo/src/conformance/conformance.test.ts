import { afterAll, beforeAll, describe, it } from 'vitest'
import type { Case } from './case.ts'
import { suites } from './suites.ts'
import { openWorlds, type Worlds } from './worlds.ts'

/** What MongoDB documents, asked of the local database, or of the server that MONGODB_URL names. */
let worlds: Worlds

beforeAll(async () => {
  worlds = await openWorlds(process.env.MONGODB_URL)
})
afterAll(() => worlds.close())

for (const [name, cases] of Object.entries(suites)) {
  describe(name, () => {
    it.each(cases.map((one: Case) => [one.name, one] as const))('%s', async (_name, one) => {
      await one.run(await worlds.next())
    })
  })
}
