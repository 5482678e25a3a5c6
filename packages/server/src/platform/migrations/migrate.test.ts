import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { restore } from '@portraitkit/local-mongo/backup.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { features } from '../../features.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import type { App } from '../app.ts'
import { backupDatabase } from '../backup/backupDatabase.ts'
import { listSnapshots } from '../backup/snapshots.ts'
import { announceServer, dismissServer, finishedMigrations, LIVE_MS, migrationStates } from './collection.ts'
import { joinLiveServers } from './liveServer.ts'
import { type MigrateOptions, migrate, refuseNewerData } from './migrate.ts'
import { type Migration, type MigrationKind, migrationsOf } from './migration.ts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
  await things().insertMany(Array.from({ length: 10 }, (_each, index) => ({ _id: `${index}`, provider: 'a', seen: 0 })))
})
afterEach(async () => {
  vi.useRealTimers()
  await server.close()
})

type Thing = { _id: string; provider: string; seen: number; was?: boolean }
const things = () => server.app.db.collection<Thing>('things')
const seen = async () => (await things().find({ provider: 'a' }).sort({ _id: 1 }).toArray()).map((each) => each.seen)

/** The product's own migrations, which an empty database counts as done. */
const OWN = migrationsOf(features).length

/**
 * The first, second … migration after the product's own. It counts how often each document was changed, three at a step. `before`
 * is called before each step.
 */
function counting(nth: number, kind: MigrationKind = { name: 'expand' }, before = async (_step: number) => {}) {
  let steps = 0
  const migration: Migration = {
    number: OWN + nth,
    about: `counts things ${nth}`,
    kind,
    async step({ db }, cursor) {
      await before(++steps)
      const next = await db
        .collection<Thing>('things')
        .find({ provider: 'a', ...(cursor && { _id: { $gt: cursor } }) })
        .sort({ _id: 1 })
        .limit(3)
        .toArray()
      for (const { _id } of next) await db.collection<Thing>('things').updateOne({ _id }, { $inc: { seen: 1 } })
      return next.at(-1)?._id ?? null
    },
  }
  return migration
}

const run = (migrations: readonly Migration[], options: Partial<MigrateOptions> = {}) =>
  migrate(server.app, { migrations, backUp: async () => 'a file', ...options })

describe('migrations', () => {
  it('change every document once, in their order, however often and by how many servers they are started', async () => {
    const order: number[] = []
    const noting = (number: number) => counting(number, { name: 'expand' }, async () => void order.push(number))
    const both = [noting(1), noting(2)]
    await Promise.all([run(both), run(both), run(both)])
    await run(both)
    expect(await seen()).toEqual(Array(10).fill(2))
    expect(order).toEqual([...order].sort())
    expect(Math.max(...(await finishedMigrations(server.app)))).toBe(OWN + 2)
  })

  it('have nothing to change in an empty shop', async () => {
    await server.app.db.collection('providers').deleteMany({})
    await run([counting(1)], { backUp: null })
    expect(await seen()).toEqual(Array(10).fill(0))
    expect((await finishedMigrations(server.app)).has(OWN + 1)).toBe(true)
  })

  it('continue where one failed, without another backup', async () => {
    const backUp = vi.fn(async () => 'a file')
    const failing = counting(1, { name: 'expand' }, async (step) => {
      if (step === 3) throw new Error('The disk is full')
    })
    await expect(run([failing], { backUp })).rejects.toThrow('The disk is full')
    expect((await migrationStates(server.app).findOne({ _id: OWN + 1 }))?.cursor).toBe('5')
    await run([counting(1)], { backUp })
    expect(await seen()).toEqual(Array(10).fill(1))
    expect(backUp).toHaveBeenCalledOnce()
  })

  it('continue where the process was killed', async () => {
    const { dataDir } = server.app.env
    const url = (file: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, file)).href)
    const script = `
      import { openApp } from ${url('../../openApp.ts')}
      import { readEnv } from ${url('../env.ts')}
      import { migrate } from ${url('migrate.ts')}
      const { app } = await openApp(readEnv())
      const things = app.db.collection('things')
      const step = async (_app, cursor) => {
        if (cursor === '3') {
          console.log('in the middle')
          await new Promise(() => setInterval(() => {}, 1000))
        }
        const _id = cursor === null ? '0' : String(Number(cursor) + 1)
        await things.updateOne({ _id }, { $inc: { seen: 1 } })
        return _id
      }
      await migrate(app, { migrations: [{ number: ${OWN + 1}, about: 'counts', kind: { name: 'expand' }, step }], backUp: async () => '' })`
    const { mongodbUrl, secret } = server.app.env
    const database = mongodbUrl && { MONGODB_URL: mongodbUrl, SECRET: secret }
    const file = join(dataDir, 'killed.mjs')
    await writeFile(file, script)
    const child = spawn(process.execPath, [file], {
      env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...database },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await seen()).toEqual([1, 1, 1, 1, 0, 0, 0, 0, 0, 0])
    // until then the process might still be there
    server.wait(60_000)
    await run([counting(1)])
    expect(await seen()).toEqual(Array(10).fill(1))
  })

  it('are not run again by a server that waited while another one ran them', async () => {
    const all = [counting(1)]
    const backUp = vi.fn(async () => 'a file')
    // Between its check of what is pending and its turn, the other server does everything.
    const late = beforeFirstLease(() => run(all))
    await migrate(late, { migrations: all, backUp })
    expect(await seen()).toEqual(Array(10).fill(1))
    expect(backUp).not.toHaveBeenCalled()
  })

  it('are numbered from 1 without gaps, and contract only what came before', () => {
    const numbered = (number: number, kind?: MigrationKind) => ({ ...counting(1, kind), number })
    const listed = (...migrations: Migration[]) => migrationsOf([{ migrations }, {}])
    expect(listed(numbered(2), numbered(1)).map(({ number }) => number)).toEqual([1, 2])
    expect(() => listed(numbered(1), numbered(3))).toThrow('see 3')
    expect(() => listed(numbered(1), numbered(1))).toThrow('without gaps')
    expect(() => listed(numbered(1, { name: 'contract', of: 1 }))).toThrow('contracts')
  })
})

describe('the backup before a migration', () => {
  it('is made of the local database, and contains the earlier data', async () => {
    const folder = join(server.app.env.dataDir, 'backups')
    await run([counting(1)], { backUp: () => backupDatabase(server.app, folder) })
    const [snapshot] = await listSnapshots(folder)
    const to = join(server.app.env.dataDir, 'restored')
    const file = join(snapshot?.folder ?? '', 'database.sqlite')
    expect(snapshot?.manifest.database).toMatchObject(await restore(file, to))
  })

  it('is left to the operator for another database, who confirms it for exactly these migrations', async () => {
    const pending = [counting(1), counting(2)]
    const start = (backupMade?: number) => {
      Object.assign(server.app.env, { backupMade })
      return run(pending, { backUp: null })
    }
    await expect(start()).rejects.toThrow(
      `(${OWN + 1}: counts things 1; ${OWN + 2}: counts things 2). Back up the database at MONGODB_URL`,
    )
    await expect(start(OWN + 1)).rejects.toThrow(`BACKUP_MADE=${OWN + 2}`)
    expect(await seen()).toEqual(Array(10).fill(0))
    await start(OWN + 2)
    expect(await seen()).toEqual(Array(10).fill(2))
  })
})

describe('servers of the version before', () => {
  it('run at the same time as a migration that only adds something', async () => {
    await announceServer(server.app, 'older', OWN)
    await run([counting(1)])
    await refuseNewerData(server.app, [])
  })

  it('keep an exclusive one from starting, and are refused after it', async () => {
    const exclusive = [counting(1, { name: 'exclusive' })]
    await announceServer(server.app, 'older', OWN)
    await expect(run(exclusive)).rejects.toThrow('2 processes are running: a server, a server. Stop each')
    await refuseNewerData(server.app, [])
    expect(await seen()).toEqual(Array(10).fill(0))
    await dismissServer(server.app, 'older')
    await dismissOwn()
    await run(exclusive)
    expect(await seen()).toEqual(Array(10).fill(1))
    await expect(refuseNewerData(server.app, [])).rejects.toThrow(`migration ${OWN + 1}: counts things 1`)
  })

  it('count as stopped a minute after they were last seen', async () => {
    await announceServer(server.app, 'killed', OWN)
    await dismissOwn()
    server.wait(LIVE_MS + 1000)
    await run([counting(1, { name: 'exclusive' })])
    expect(await seen()).toEqual(Array(10).fill(1))
  })

  it('may run if they contain the migration that is contracted', async () => {
    const contraction = [counting(1), counting(2, { name: 'contract', of: OWN + 1 })]
    await dismissOwn()
    await announceServer(server.app, 'before', OWN)
    await expect(run(contraction)).rejects.toThrow(`Migration ${OWN + 2}`)
    await announceServer(server.app, 'before', OWN + 1)
    await run(contraction)
    await refuseNewerData(server.app, [...migrationsOf(features), counting(1)])
    await expect(refuseNewerData(server.app, [])).rejects.toThrow('restore the backup')
  })

  it('stop when one has run while they could not be seen', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const onOutdated = vi.fn()
    const live = await joinLiveServers(server.app, onOutdated)
    await dismissOwn()
    await run([counting(1, { name: 'exclusive' })])
    vi.advanceTimersByTime(LIVE_MS / 4)
    await expect.poll(() => onOutdated.mock.calls.length).toBe(1)
    await live.leave()
  })
})

/** As if the test's own server, which runs the version before, could not be seen for a while. */
async function dismissOwn(): Promise<void> {
  await server.app.db.collection('servers').deleteMany({})
}

/** The server's app, in which `other` happens just before the first lease is requested. */
function beforeFirstLease(other: () => Promise<void>): App {
  let pending: Promise<void> | undefined
  const db = new Proxy(server.app.db, {
    get(target, name) {
      if (name !== 'collection') return Reflect.get(target, name)
      return (of: string) => {
        const collection = target.collection(of)
        if (of !== 'leases') return collection
        return new Proxy(collection, {
          get(leases, method) {
            if (method !== 'updateOne') return Reflect.get(leases, method).bind(leases)
            return async (...args: Parameters<typeof leases.updateOne>) => {
              pending ??= other()
              await pending
              return leases.updateOne(...args)
            }
          },
        })
      }
    },
  })
  return { ...server.app, db }
}
