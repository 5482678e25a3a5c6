import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { caseNamed, suites } from '../conformance/suites.ts'
import { openWorlds } from '../conformance/worlds.ts'
import { faults } from './faults.ts'
import { localCases, withFolder } from './localCases.ts'
import { copyChanged, loadOpen, source } from './process.ts'

const isLong = process.env.PROOFS === 'long'

/**
 * Each fault changes one place in a copy of the source. The copy must still serve, and the case named with the fault must fail
 * on it. The suites show that the same cases pass on the source itself.
 */
describe('a seeded fault is caught', () => {
  it('there are at least 30 of them, all different', () => {
    expect(faults.length).toBeGreaterThanOrEqual(30)
    expect(new Set(faults.map((fault) => fault.name)).size).toBe(faults.length)
  })

  it.each(faults.map((fault) => [fault.name, fault.caughtBy, fault] as const))('%s — by: %s', (_name, _by, fault) =>
    withFolder(async (folder) => {
      const copy = copyChanged(source, folder, fault)
      const local = localCases[fault.caughtBy]
      const failed = local ? await fails(() => local(copy)) : await failsOn(copy, [fault.caughtBy])
      expect(failed).toBe(true)
    }),
  )

  // The long form runs the whole suite: it counts the cases that notice, and checks that a copy without a fault passes them
  // all.
  if (isLong)
    it('a copy without a fault passes', () =>
      withFolder(async (folder) => {
        cpSync(source, join(folder, 'src'), { recursive: true })
        const names = Object.values(suites)
          .flat()
          .map((one) => one.name)
        for (const name of names) expect([name, await failsOn(join(folder, 'src'), [name])]).toEqual([name, false])
      }))
})

async function failsOn(copy: string, names: readonly string[]): Promise<boolean> {
  const { openLocalMongo } = loadOpen(copy)
  const worlds = await openWorlds(undefined, openLocalMongo)
  try {
    for (const name of names) if (await fails(async () => caseNamed(name).run(await worlds.next()))) return true
    return false
  } finally {
    await worlds.close()
  }
}

function fails(attempt: () => Promise<void>): Promise<boolean> {
  return attempt().then(
    () => false,
    () => true,
  )
}
