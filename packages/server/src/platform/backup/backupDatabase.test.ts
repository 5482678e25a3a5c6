import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openApp } from '../../openApp.ts'
import { buildProvider } from '../../testing/buildProvider.ts'
import { testEnv } from '../../testing/testServer.ts'
import { saveProvider } from '../provider/collection.ts'
import { backupDatabase } from './backupDatabase.ts'
import { fingerprint, listSnapshots } from './snapshots.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'pk-backup-database-'))
})
afterEach(() => rm(root, { recursive: true }))

it('writes the local database alone as a complete snapshot, which only its owner can read', async () => {
  const backup = join(root, 'backup')
  const { app, close } = await openApp(testEnv(join(root, 'data'), { MONGODB_URL: '' }))
  await saveProvider(app, buildProvider())
  const folder = await backupDatabase(app, backup)
  await close()
  const [snapshot] = await listSnapshots(backup)
  expect(snapshot).toMatchObject({ folder, manifest: { blobs: null, secret: false, widgets: null } })
  expect(snapshot?.manifest.database).toMatchObject(await fingerprint(join(folder, 'database.sqlite')))
  expect(snapshot?.manifest.database?.documents).toBeGreaterThan(0)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  for (const name of await readdir(folder)) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  expect(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))).toMatchObject({ format: 1 })
})

it('leaves a MongoDB to its own tools', async () => {
  const env = { ...testEnv(join(root, 'data')), mongodbUrl: 'mongodb://127.0.0.1:1/shop' }
  const attempt = backupDatabase({ env, clock: () => new Date() }, join(root, 'backup'))
  await expect(attempt).rejects.toThrow('MongoDB’s own tools')
})
