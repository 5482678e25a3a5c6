import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { codesOfSubject } from '../access/codes.ts'
import { subjectsOf } from '../jobs/collection.ts'

// A list has given two children one code by mistake.

let world: ImportWorld
beforeEach(async () => {
  world = await buildImportWorld()
  await roster('1,Anna,4A,ANNACODE1X', '2,Bo,4A,ANNACODE1X')
  await world.import()
})
afterEach(() => world.close())

const roster = (...lines: string[]) => world.writeFiles({ 'roster.csv': `key,name,group,code\n${lines.join('\n')}\n` })

async function codesOf(key: string): Promise<string[]> {
  const { app, provider } = world
  const subject = await subjectsOf(app, provider.key).findOne({ key })
  return codesOfSubject(app, provider, subject?.uuid ?? '')
}

it('the corrected list, whose cell of one is empty, leaves it to the other one, and says so', async () => {
  await roster('1,Anna,4A,ANNACODE1X', '2,Bo,4A,')
  const { notes } = await world.import()
  expect(await codesOf('1')).toEqual(['ANNACODE1X'])
  expect(await codesOf('2')).toEqual([expect.not.stringContaining('ANNACODE1X')])
  expect(JSON.stringify(notes)).toContain('Bo) has a code of their own now')
})

it('a list without any code says nothing about it', async () => {
  await roster('1,Anna,4A,', '2,Bo,4A,')
  await world.import()
  expect([await codesOf('1'), await codesOf('2')]).toEqual([['ANNACODE1X'], ['ANNACODE1X']])
})
