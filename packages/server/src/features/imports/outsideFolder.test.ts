import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { picturesOf } from '../jobs/collection.ts'
import { importCommand } from './command.ts'
import { ImportError } from './importFolder.ts'
import { warningLine } from './importReport.ts'

let world: ImportWorld
let outside: string
beforeEach(async () => {
  world = await buildImportWorld()
  outside = join(dirname(world.folder), 'outside')
  await mkdir(outside)
})
afterEach(() => world.close())

const fileNames = async () => {
  const pictures = await picturesOf(world.app, world.provider.key).find({}).toArray()
  return pictures.map(({ fileName }) => fileName)
}
const importing = () =>
  runInTerminal(
    importCommand,
    [world.folder, '--provider', world.provider.key, '--job', 'Spring', '--not-ready'],
    world.app,
  )

it('reads no picture through a link out of the folder, but one through a link inside it', async () => {
  await world.writeFiles({
    'roster.csv': 'name;files\nEmma;\nNoah;../outside/secret.jpg\n',
    'Emma/1.jpg': await aPicture(1),
    'originals/2.jpg': await aPicture(2),
  })
  await writeFile(join(outside, 'secret.jpg'), await aPicture(3))
  await symlink(join(outside, 'secret.jpg'), join(world.folder, 'Emma/secret.jpg'))
  await symlink('../../outside/secret.jpg', join(world.folder, 'Emma/relative.jpg'))
  await symlink('../originals/2.jpg', join(world.folder, 'Emma/2.jpg'))
  await symlink(outside, join(world.folder, 'Noah'))
  const warnings = (await world.import()).problems.map(warningLine)
  expect((await fileNames()).sort()).toEqual(['1.jpg', '2.jpg'])
  for (const name of ['Emma/secret.jpg', 'Emma/relative.jpg'])
    expect(warnings).toContain(`${name} was left out: it is a link to a place outside the folder`)
  expect(warnings.join('\n')).toContain('(Noah) names the file "../outside/secret.jpg", which does not exist')
})

it('finds no roster through a link out of the folder', async () => {
  await writeFile(join(outside, 'people.csv'), 'name\nEmma\n')
  await symlink(join(outside, 'people.csv'), join(world.folder, 'roster.csv'))
  await expect(world.import()).rejects.toThrow(ImportError)
  await expect(world.import()).rejects.toThrow('roster.csv is outside its folder')
})

it.each(['import-codes.csv', 'import-report.txt'])('writes nothing through a link in place of %s', async (name) => {
  await world.writeFiles({ 'roster.csv': 'name\nEmma\n', 'Emma/1.jpg': await aPicture(1) })
  const [file, missing] = [join(outside, 'notes'), join(outside, 'missing')]
  await writeFile(file, 'mine')
  for (const target of [file, missing]) {
    await symlink(target, join(world.folder, name))
    const { problem } = await importing()
    expect(problem).toContain(`${name} is a link`)
    expect(await readFile(file, 'utf8')).toBe('mine')
    await expect(readFile(missing)).rejects.toThrow('ENOENT')
    await rm(join(world.folder, name))
  }
})
