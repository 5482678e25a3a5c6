import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isWidgetPath, openReleases } from './releases.ts'

const OLD_CHUNK = `/c/${'o'.repeat(43)}.js`
const NEW_CHUNK = `/c/${'n'.repeat(16)}.js`

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pk-releases-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Builds a version of the widgets and opens the releases in that state. */
async function release(version: string, chunk: string, content = version, mayChange = false) {
  const built = join(folder, 'built')
  await rm(built, { recursive: true, force: true })
  const files = { '/version.json': JSON.stringify({ version }), '/loader.js': content, [chunk]: `of ${content}` }
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(built, path, '..'), { recursive: true })
    await writeFile(join(built, path), text)
  }
  const releases = await openReleases({ built, archive: join(folder, 'kept'), mayChange })
  return async (path: string) => {
    const found = await releases?.find(path)
    return found && `${found.file.bytes}${found.isForever ? ' for ever' : ''}`
  }
}

describe('the widgets', () => {
  it('are served as the newest build, and permanently under their version', async () => {
    const first = await release('1.0.0', OLD_CHUNK)
    expect([await first('/v1/loader.js'), await first('/1.0.0/loader.js')]).toEqual(['1.0.0', '1.0.0 for ever'])
    const second = await release('1.1.0-beta.1', NEW_CHUNK)
    expect(await second('/v1/loader.js')).toBe('1.1.0-beta.1')
    expect(await second('/1.1.0-beta.1/loader.js')).toBe('1.1.0-beta.1 for ever')
    expect([await second('/1.0.0/loader.js'), await second(`/1.0.0${OLD_CHUNK}`)]).toEqual([
      '1.0.0 for ever',
      'of 1.0.0 for ever',
    ])
  })

  it('keep the chunks of an earlier version, for pages that were opened before an update', async () => {
    await release('1.0.0', OLD_CHUNK)
    const now = await release('1.1.0', NEW_CHUNK)
    expect([await now(`/v1${OLD_CHUNK}`), await now(`/v1${NEW_CHUNK}`)]).toEqual([
      'of 1.0.0 for ever',
      'of 1.1.0 for ever',
    ])
    expect(await now(`/v1/c/${'x'.repeat(43)}.js`)).toBeUndefined()
  })

  it('stay unchanged under their version, unless they are under development', async () => {
    await release('1.0.0', OLD_CHUNK, 'first')
    const again = await release('1.0.0', NEW_CHUNK, 'second')
    expect([await again('/1.0.0/loader.js'), await again('/v1/loader.js')]).toEqual(['first for ever', 'second'])
    const worked = await release('1.0.0', NEW_CHUNK, 'third', true)
    expect(await worked('/1.0.0/loader.js')).toBe('third for ever')
  })

  it('are read from nowhere else', async () => {
    const find = await release('1.0.0', OLD_CHUNK)
    await writeFile(join(folder, 'secret'), 'secret')
    const paths = ['/1.0.0/../../secret', '/v1/../secret', '/1.0.0/c', '/9.9.9/loader.js', '/../1.0.0/loader.js']
    for (const path of paths) expect(await find(path)).toBeUndefined()
  })

  it('are missing when nothing has been built', async () => {
    const nothing = { built: join(folder, 'none'), archive: join(folder, 'kept'), mayChange: false }
    expect(await openReleases(nothing)).toBeNull()
  })

  it.each([
    ['/v1/loader.js', true],
    ['/1.4.2/loader.js', true],
    ['/1.4.2', false],
    ['/v10/loader.js', false],
    ['/enter-code', false],
  ])('are what %s requests: %s', (path, expected) => {
    expect(isWidgetPath(path)).toBe(expected)
  })
})
