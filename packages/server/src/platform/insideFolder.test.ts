import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { OutsideFolder, pathInside } from './insideFolder.ts'

let root: string
let folder: string
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'pk-inside-')))
  folder = join(root, 'given')
  await mkdir(join(folder, 'sub'), { recursive: true })
  await mkdir(join(root, 'given-not'))
  for (const file of ['given/a.png', 'given/sub/b.png', 'secret.png', 'given-not/c.png'])
    await writeFile(join(root, file), '')
  await symlink('a.png', join(folder, 'link-in.png'))
  await symlink('../secret.png', join(folder, 'link-out.png'))
  await symlink(root, join(folder, 'folder-out'))
  await symlink(folder, join(root, 'given-link'))
  await symlink('../nowhere.png', join(folder, 'link-nowhere.png'))
})
afterAll(() => rm(root, { recursive: true }))

it.each([
  ['a.png', 'given/a.png'],
  ['./sub/b.png', 'given/sub/b.png'],
  ['sub/../a.png', 'given/a.png'],
  ['link-in.png', 'given/a.png'],
])('finds %s', async (name, path) => {
  for (const given of [folder, join(root, 'given-link')]) expect(await pathInside(given, name)).toBe(join(root, path))
})

it.each([
  '../secret.png',
  '..',
  '.',
  '',
  'sub/../../secret.png',
  '../given-not/c.png',
  '/etc/passwd',
  'link-out.png',
  'folder-out/secret.png',
  '../no-such-file.png',
])('refuses %j and names it', async (name) => {
  const refused = await pathInside(folder, name).catch((error: Error) => error)
  expect(refused).toBeInstanceOf(OutsideFolder)
  expect((refused as Error).message).toBe(`${name} is outside its folder`)
})

it('refuses an absolute path, whatever its target', async () => {
  await expect(pathInside(folder, join(folder, 'a.png'))).rejects.toThrow(OutsideFolder)
})

it.each(['none.png', 'sub/none.png', 'link-nowhere.png'])('reports that %s does not exist', async (name) => {
  await expect(pathInside(folder, name)).rejects.toThrow('ENOENT')
})
