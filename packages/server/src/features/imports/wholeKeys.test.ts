import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { picturesOf, subjectsOf } from '../jobs/collection.ts'
import { importCommand } from './command.ts'

let world: ImportWorld

beforeEach(async () => {
  world = await buildImportWorld()
})
afterEach(() => world.close())

/** Imports these files into the job Spring 2026 as an operator would, from a folder of their own. */
async function runImport(folder: string, files: Record<string, Uint8Array | string>) {
  const path = join(world.folder, folder)
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(path, name, '..'), { recursive: true })
    await writeFile(join(path, name), content)
  }
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
  const code = await importCommand([path, '--provider', world.provider.key, '--job', 'Spring 2026'], world.app)
  const out = printed.mock.calls.flat().join('\n')
  printed.mockRestore()
  return { code, out }
}

/** The file names of everybody's pictures, by key. */
async function picturesByKey(): Promise<Record<string, string[]>> {
  const { app, provider } = world
  const subjects = await subjectsOf(app, provider.key).find({}).toArray()
  const names = subjects.map(async ({ uuid, key }) => {
    const pictures = await picturesOf(app, provider.key).find({ 'assignment.subjects.uuid': uuid }).toArray()
    return [key, pictures.map(({ fileName }) => fileName).sort()] as const
  })
  return Object.fromEntries(await Promise.all(names))
}

describe('./portraitkit import', () => {
  it('assigns no picture by the beginning of a key that somebody else of the job has', async () => {
    await runImport('first', {
      'roster.csv': 'key,name,group\n12,Anna Lind,4B\n12-3,Bo Berg,4B\n',
      'Anna Lind/a.jpg': await aPicture(1),
      'Bo Berg/b.jpg': await aPicture(2),
    })
    const { code, out } = await runImport('second', {
      'roster.csv': 'key,name,group\n12,Anna Lind,4B\n',
      '12-3-b.jpg': await aPicture(3),
      '12-4.jpg': await aPicture(4),
    })
    expect(await picturesByKey()).toEqual({ '12': ['12-4.jpg', 'a.jpg'], '12-3': ['b.jpg'] })
    expect(out).toContain('12-3-b.jpg')
    expect(out).toContain('"12" of Anna Lind (4B) and "12-3" of Bo Berg (4B), who is not on this roster')
    expect(code).toBe(2)
  })

  it('assigns no picture in the folder of somebody whom only the job contains', async () => {
    await runImport('first', { 'roster.csv': 'key,name\n12,Anna\n14,Bo\n', '12.jpg': await aPicture(1) })
    const { out } = await runImport('second', {
      'roster.csv': 'key,name\n12,Anna\n',
      '14/12_1.jpg': await aPicture(2),
      'Bo/12_2.jpg': await aPicture(3),
    })
    expect(await picturesByKey()).toEqual({ '12': ['12.jpg'], '14': [] })
    expect(out).toContain('14/12_1.jpg')
    expect(out).toContain('Bo/12_2.jpg')
  })

  it('assigns no picture by a name that two people of the job have', async () => {
    await runImport('first', { 'roster.csv': 'key,name,group\n1,Kim Lee,1A\n', '1.jpg': await aPicture(1) })
    const { out } = await runImport('second', {
      'roster.csv': 'key,name,group\n1,Kim Lee,1A\n2,Kim Lee,2B\n',
      'Kim Lee/x.jpg': await aPicture(2),
      '2B/Kim Lee/y.jpg': await aPicture(3),
    })
    expect(await picturesByKey()).toEqual({ '1': ['1.jpg'], '2': ['y.jpg'] })
    expect(out).toContain('Kim Lee/x.jpg')
  })
})
