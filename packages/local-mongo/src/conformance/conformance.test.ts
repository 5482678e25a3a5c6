import { afterAll, beforeAll, describe, it } from 'vitest'
import type { Case } from './case.ts'
import { suites } from './suites.ts'
import { openWorlds, type Worlds } from './worlds.ts'

/** The behaviour that MongoDB documents, tested on the local database, or on the server in MONGODB_URL. */
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
