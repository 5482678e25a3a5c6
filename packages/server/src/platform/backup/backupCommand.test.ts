import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deletePicture } from '../../imaging/derivatives/pictureFiles.ts'
import { buildPictureSet } from '../../testing/buildPictureSet.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import type { App } from '../app.ts'
import { backupCommand } from './backupCommand.ts'
import { listSnapshots, withBackupFolder } from './snapshots.ts'
import { type BackupBlob, contentFile, readBlobList } from './storedBlobs.ts'

let root: string
let server: TestServer
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pk-backup-'))
  server = await startTestServer({ folder: join(root, 'data'), env: { MONGODB_URL: '', SECRET: '' } })
})
afterAll(async () => {
  await server.close()
  await rm(root, { recursive: true })
})

/** The same app, which counts the blobs and the bytes that are read. */
function counting(app: App) {
  const read = { blobs: 0, bytes: 0 }
  const stream: App['blobs']['stream'] = async (key, part) => {
    const found = await app.blobs.stream(key, part)
    read.blobs++
    async function* chunks(): AsyncIterable<Buffer> {
      for await (const chunk of found ?? []) {
        read.bytes += (chunk as Buffer).length
        yield chunk as Buffer
      }
    }
    return found && Readable.from(chunks())
  }
  return { app: { ...app, blobs: { ...app.blobs, stream } }, read }
}

const backup = (folder: string, ...more: string[]) => runInTerminal(backupCommand, [folder, ...more], server.app)

async function blobsOf(folder: string): Promise<BackupBlob[]> {
  const snapshot = (await listSnapshots(folder)).at(-1)
  const blobs: BackupBlob[] = []
  for await (const blob of readBlobList(join(snapshot?.folder ?? '', 'blobs.jsonl'))) blobs.push(blob)
  return blobs
}

async function flipByte(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, 10)
  await handle.write(Buffer.from([(buffer[0] ?? 0) ^ 1]), 0, 1, 10)
  await handle.close()
}

it('copies and hashes each picture once: a second backup reads the new ones alone', async () => {
  const folder = join(root, 'incremental')
  const { app, provider } = server
  await buildPictureSet(app, provider)
  await app.blobs.put(`${provider.key}/pictures/x/made/640.jpg`, Buffer.from('made again when it is missing'))
  await writeFile(join(app.env.dataDir, 'blobs/.left by another program'), '')
  const first = counting(app)
  const { code, out } = await runInTerminal(backupCommand, [folder], first.app)
  expect([code, out]).toEqual([0, expect.stringContaining('Verified: ')])
  const blobs = await blobsOf(folder)
  const sizes = (list: readonly BackupBlob[]) => list.reduce((sum, { size }) => sum + size, 0)
  expect(blobs.length).toBeGreaterThan(10)
  expect(blobs.filter(({ key }) => key.includes('/made/'))).toEqual([])
  expect(first.read).toEqual({ blobs: blobs.length, bytes: sizes(blobs) })

  const again = counting(app)
  await runInTerminal(backupCommand, [folder], again.app)
  expect(again.read).toEqual({ blobs: 0, bytes: 0 })

  await buildPictureSet(app, provider)
  const third = counting(app)
  expect((await runInTerminal(backupCommand, [folder], third.app)).code).toBe(0)
  const fresh = (await blobsOf(folder)).filter(({ key }) => !blobs.some((known) => known.key === key))
  expect(third.read).toEqual({ blobs: fresh.length, bytes: sizes(fresh) })
  expect(await listSnapshots(folder)).toHaveLength(3)
})

it('writes nothing that anybody but its owner can read', async () => {
  const folder = join(root, 'private')
  await backup(folder)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const open: string[] = []
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const { mode } = await stat(path)
    if ((mode & 0o077) !== 0) open.push(path)
  }
  expect(open).toEqual([])
  const [snapshot] = await listSnapshots(folder)
  expect(await readFile(join(snapshot?.folder ?? '', 'secret'), 'utf8')).toBe(
    await readFile(join(root, 'data/secret'), 'utf8'),
  )
})

it('--verify finds a single changed byte, and says which file to remove, which the next backup copies again', async () => {
  const folder = join(root, 'damaged')
  await buildPictureSet(server.app, server.provider)
  expect((await backup(folder, '--verify')).out).toMatch(/Verified by a restore: .* all \d+ files are/)
  const [blob] = await blobsOf(folder)
  if (!blob) throw new Error('There is no blob')
  const file = contentFile(folder, blob.sha256)
  await flipByte(file)
  const { code, problem } = await backup(folder, '--verify')
  expect([code, problem]).toEqual([1, expect.stringContaining(`${blob.key} is damaged in the backup: ${file}`)])
  expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([])
  await rm(file)
  expect((await backup(folder, '--verify')).code).toBe(0)
})

it('finds a missing picture and one of another size without reading everything, and copies them again', async () => {
  const folder = join(root, 'lost')
  await buildPictureSet(server.app, server.provider)
  await backup(folder)
  const [one, other] = await blobsOf(folder)
  await rm(contentFile(folder, one?.sha256 ?? ''))
  await appendFile(contentFile(folder, other?.sha256 ?? ''), 'x')
  const { out } = await backup(folder)
  expect(out).toMatch(/ \d+ files \(.*\), 2 of them new/)
})

it('does not count a picture as backed up if reading it broke off', async () => {
  const folder = join(root, 'broken')
  const { app, provider } = server
  await buildPictureSet(app, provider)
  const stream: App['blobs']['stream'] = async (key) => app.blobs.stream(key, { start: 0, end: 99 })
  const { code, problem } = await runInTerminal(backupCommand, [folder], { ...app, blobs: { ...app.blobs, stream } })
  expect([code, problem]).toEqual([1, expect.stringMatching(/ broke off after 100 of \d+ bytes\. Try again\.$/)])
  expect(await listSnapshots(folder)).toEqual([])
})

it('backs up the remaining pictures while others are deleted', async () => {
  const folder = join(root, 'meanwhile')
  const { app, provider } = server
  const { first } = (await buildPictureSet(app, provider)).pictures
  const picture = { provider: provider.key, uuid: first.uuid }
  const list: App['blobs']['list'] = async function* (prefix) {
    for await (const key of app.blobs.list(prefix)) {
      if (key.includes(first.uuid)) await deletePicture(app.blobs, picture)
      yield key
    }
  }
  const { code } = await runInTerminal(backupCommand, [folder], { ...app, blobs: { ...app.blobs, list } })
  expect(code).toBe(0)
  expect((await blobsOf(folder)).filter(({ key }) => key.includes(first.uuid))).toEqual([])
})

it('leaves a complete snapshot or none when it is killed, and the next backup continues', async () => {
  const folder = join(root, 'killed')
  for (let count = 0; count < 40; count++) {
    await server.app.blobs.put(`${server.provider.key}/large/${count}`, Buffer.alloc(300_000, count))
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../cli/main.ts'), 'backup', folder], {
    env: { ...process.env, DATA_DIR: server.app.env.dataDir, MONGODB_URL: '', SECRET: '' },
    stdio: 'ignore',
  })
  const copied = async () => (await readdir(join(folder, 'blobs')).catch(() => [])).length
  await expect.poll(copied, { timeout: 30_000, interval: 5 }).toBeGreaterThan(5)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await listSnapshots(folder)).toEqual([])
  // the last line of the index was being written
  await writeFile(join(folder, 'index.jsonl'), '{"key":"half a li', { flag: 'a' })
  expect((await backup(folder, '--verify')).code).toBe(0)
  const names = await readdir(join(folder, 'snapshots'))
  expect(names.filter((name) => name.startsWith('.'))).toEqual([])
  expect(await readdir(join(folder, 'blobs/.incoming'))).toEqual([])
  const { out } = await backup(folder)
  expect(out).toContain(' 0 of them new')
  for (let count = 0; count < 40; count++) await server.app.blobs.delete(`${server.provider.key}/large/${count}`)
})

it('removes older snapshots with what they alone contain, and never the newest', async () => {
  const folder = join(root, 'kept')
  const { app, provider } = server
  const { first } = (await buildPictureSet(app, provider)).pictures
  await backup(folder)
  const former = await blobsOf(folder)
  await deletePicture(app.blobs, { provider: provider.key, uuid: first.uuid })
  expect((await backup(folder, '--keep', '30')).out).toContain('Removed 0 older snapshots and 0 files')
  const left = new Set((await blobsOf(folder)).map(({ sha256 }) => sha256))
  // A test picture has a colour at random, and its smaller files may be those of another one.
  const gone = former.map(({ sha256 }) => sha256).filter((sha256) => !left.has(sha256))
  expect(gone.length).toBeGreaterThan(0)
  server.wait(31 * 24 * 60 * 60_000)
  const { out } = await backup(folder, '--keep', '30', '--verify')
  expect(out).toContain(`Removed 2 older snapshots and ${gone.length} files`)
  for (const sha256 of gone) await expect(stat(contentFile(folder, sha256))).rejects.toThrow('ENOENT')
  expect(await listSnapshots(folder)).toHaveLength(1)
  const { code, out: again } = await backup(folder, '--verify')
  expect([code, again]).toEqual([0, expect.stringContaining(' 0 of them new')])
  expect((await backup(folder, '--keep', '0')).code).toBe(2)
})

it('says that a MongoDB is backed up by its own tools, and backs up the rest', async () => {
  const folder = join(root, 'mongodb')
  const env = { ...server.app.env, mongodbUrl: 'mongodb://127.0.0.1:1/shop', secret: 'x'.repeat(32) }
  const { code, out } = await runInTerminal(backupCommand, [folder], { ...server.app, env })
  expect([code, out]).toEqual([0, expect.stringContaining('such as mongodump --oplog')])
  const [snapshot] = await listSnapshots(folder)
  expect(snapshot?.manifest).toMatchObject({ database: null, secret: false })
  expect(snapshot?.manifest.blobs?.count).toBeGreaterThan(0)
})

it('refuses what it cannot read', async () => {
  expect(await backup(join(root, 'a'), 'b')).toMatchObject({
    code: 2,
    problem: expect.stringContaining('Name one folder'),
  })
  const folder = join(root, 'twice')
  const second = await withBackupFolder(folder, () => backup(folder))
  expect(second).toMatchObject({ code: 1, problem: expect.stringContaining('Another backup is being written into') })
})
