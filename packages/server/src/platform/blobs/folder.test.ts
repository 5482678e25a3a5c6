import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BlobStore } from './blobStore.ts'
import { createFolderBlobs } from './folder.ts'

const PICTURE = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
let root: string
let blobs: BlobStore

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'pk-blobs-'))
  blobs = createFolderBlobs(join(root, 'store'))
})
afterEach(() => rm(root, { recursive: true }))

async function keys(prefix: string): Promise<string[]> {
  const found: string[] = []
  for await (const key of blobs.list(prefix)) found.push(key)
  return found.sort()
}

describe('blobs in a folder', () => {
  it('returns what was stored, whole and as a stream, whether it came as bytes or as a stream', async () => {
    await blobs.put(`brightside/pictures/${PICTURE}/640.jpg`, Buffer.from('small'))
    await blobs.put(
      `brightside/pictures/${PICTURE}/original`,
      Readable.from([Buffer.from('or'), Buffer.from('iginal')]),
    )
    expect((await blobs.get(`brightside/pictures/${PICTURE}/640.jpg`))?.toString()).toBe('small')
    const stream = await blobs.stream(`brightside/pictures/${PICTURE}/original`)
    expect((await buffer(stream as Readable)).toString()).toBe('original')
    expect(await blobs.head(`brightside/pictures/${PICTURE}/original`)).toMatchObject({ size: 8 })
    const part = await blobs.stream(`brightside/pictures/${PICTURE}/original`, { start: 2, end: 4 })
    expect((await buffer(part as Readable)).toString()).toBe('igi')
  })

  it('returns null for a missing blob, even if a folder has its name', async () => {
    await blobs.put('brightside/a/b', Buffer.from('x'))
    for (const key of ['brightside/none', 'brightside/a', 'brightside/a/b/c']) {
      expect([await blobs.get(key), await blobs.head(key)]).toEqual([null, null])
    }
    expect(await blobs.stream('brightside/none')).toBeNull()
  })

  it('lists the keys below a prefix, without the deleted ones', async () => {
    const mine = [`brightside/pictures/${PICTURE}/320.jpg`, `brightside/pictures/${PICTURE}/640.jpg`, 'brightside/fa/x']
    for (const key of [...mine, 'nordlys/y']) await blobs.put(key, Buffer.from(key))
    expect(await keys('brightside')).toEqual([...mine].sort())
    expect(await keys(`brightside/pictures/${PICTURE}/`)).toEqual(mine.slice(0, 2))
    expect(await keys('')).toHaveLength(4)
    await blobs.delete(mine[0] as string)
    await blobs.delete(mine[0] as string)
    expect(await keys(`brightside/pictures/${PICTURE}`)).toEqual([mine[1]])
  })

  it('spreads uuids over folders, so that none holds every picture of a provider', async () => {
    await blobs.put(`brightside/pictures/${PICTURE}/320.jpg`, Buffer.from('x'))
    expect(await readdir(join(root, 'store/brightside/pictures'))).toEqual(['e7'])
  })

  it.each([
    '../x',
    'a/../../x',
    '/etc/passwd',
    'a//b',
    '',
    '.',
    'a/.incoming',
    'a\\..\\b',
    'a\0b',
    `a/${'x'.repeat(200)}`,
  ])('refuses the key %j, which could escape from the folder', async (key) => {
    await writeFile(join(root, 'x'), 'outside')
    await expect(blobs.put(key, Buffer.from('evil'))).rejects.toThrow('Not a blob key')
    await expect(blobs.get(key)).rejects.toThrow('Not a blob key')
    await expect(blobs.delete(key)).rejects.toThrow('Not a blob key')
    expect(await readFile(join(root, 'x'), 'utf8')).toBe('outside')
  })

  it('keeps the earlier blob and leaves no remains when a stream breaks off', async () => {
    await blobs.put('brightside/a', Buffer.from('earlier'))
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half')
        throw new Error('broke off')
      })(),
    )
    await expect(blobs.put('brightside/a', broken)).rejects.toThrow('broke off')
    expect((await blobs.get('brightside/a'))?.toString()).toBe('earlier')
    expect(await readdir(join(root, 'store/.incoming'))).toEqual([])
  })

  it('never exposes half a blob, even when the writer is killed', async () => {
    const script = `
      import { createFolderBlobs } from ${JSON.stringify(join(import.meta.dirname, 'folder.ts'))}
      const blobs = createFolderBlobs(${JSON.stringify(join(root, 'store'))})
      for (let round = 0; ; round++) {
        await blobs.put('brightside/big', Buffer.alloc(2_000_000, round % 250))
        if (round === 2) process.stdout.write('writing')
      }`
    const writer = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise((done) => writer.stdout.once('data', done))
    for (let look = 0; look < 40; look++) {
      const seen = (await blobs.get('brightside/big')) as Buffer
      expect(seen.length).toBe(2_000_000)
      expect(seen.every((byte) => byte === seen[0])).toBe(true)
    }
    writer.kill('SIGKILL')
    await new Promise((done) => writer.once('exit', done))
    expect((await blobs.get('brightside/big'))?.length).toBe(2_000_000)
    expect(await keys('')).toEqual(['brightside/big'])
  })
})
