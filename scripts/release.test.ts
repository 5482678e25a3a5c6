import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { collectTarballs, obstacles } from './release.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portraitkit-release-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('a release is refused with changes in the folder, and of a version that was released', () => {
  const versions = ['@portraitkit/core@0.1.0', '@portraitkit/widgets@0.1.0']
  expect(obstacles({ changes: '', tags: ['@portraitkit/core@0.0.9'], versions })).toEqual([])
  expect(obstacles({ changes: ' M README.md', tags: [], versions })).toEqual([expect.stringContaining('not committed')])
  expect(obstacles({ changes: '', tags: versions, versions })).toEqual(
    versions.map((version) => expect.stringContaining(`${version} was released already`)),
  )
})

it('the folder of a release holds the tarballs with their hashes and the commit, and nothing of an earlier one', () => {
  const tarball = join(folder, 'portraitkit-core-0.1.0.tgz')
  writeFileSync(tarball, 'packed')
  const output = join(folder, 'release')
  collectTarballs(output, [{ name: '@portraitkit/core', version: '0.0.9', tarball }], 'abc')
  writeFileSync(join(output, 'old.tgz'), 'old')
  const packages = collectTarballs(output, [{ name: '@portraitkit/core', version: '0.1.0', tarball }], 'def')
  expect(readdirSync(output).sort()).toEqual(['manifest.json', 'portraitkit-core-0.1.0.tgz'])
  const integrity = `sha512-${createHash('sha512').update('packed').digest('base64')}`
  const written = {
    name: '@portraitkit/core',
    version: '0.1.0',
    file: 'portraitkit-core-0.1.0.tgz',
    bytes: 6,
    integrity,
  }
  expect(packages).toEqual([written])
  const manifest = JSON.parse(readFileSync(join(output, 'manifest.json'), 'utf8'))
  expect(manifest).toEqual({ commit: 'def', packages: [written] })
})
