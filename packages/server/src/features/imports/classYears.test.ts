import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { findDeliveredSets, forgetDeliveredJobs, subjectsOf } from '../jobs/collection.ts'
import { importCommand } from './command.ts'

// Class pictures over several years and corrections: whoever was in a class of the same name at another time is not in them.

let world: ImportWorld
beforeEach(async () => {
  world = await buildImportWorld()
})
afterEach(() => world.close())

const ofJob = () => ['--provider', world.provider.key, '--job', 'Spring']
const roster = (...lines: string[]) => world.writeFiles({ 'roster.csv': `key,name,group\n${lines.join('\n')}\n` })
const run = async (...argv: string[]) => {
  const { lines, problem } = await runInTerminal(importCommand, argv, world.app)
  return [...lines, problem].join('\n')
}
const importNow = () => run(world.folder, ...ofJob(), '--publish')
async function plan(...decisions: string[]): Promise<string> {
  const file = join(world.folder, '..', 'plan.json')
  const out = await run(world.folder, ...ofJob(), '--plan', file)
  await run('--apply', file, ...decisions.flatMap((decision) => ['--decide', decision]))
  return out
}

/** Who sees a class picture, by name. */
async function viewersOf(fileName: string): Promise<string[]> {
  const { app, provider } = world
  forgetDeliveredJobs(app)
  const people = await subjectsOf(app, provider.key).find({}).sort({ key: 1 }).toArray()
  const uuids = people.map(({ uuid }) => uuid)
  const sets = await findDeliveredSets(app, provider.key, uuids)
  return sets
    .filter(({ pictures }) => pictures.some((picture) => picture.fileName === fileName))
    .map(({ subject }) => subject.name)
}

it('somebody whose class was corrected before the picture came is not in it, wherever it goes', async () => {
  await roster('1,Anna,4A', '2,Bo,4A', '3,Cy,4A', '4,Xenia,4A')
  await importNow()
  await roster('1,Anna,4A', '2,Bo,4A', '3,Cy,4A', '4,Xenia,5A')
  await world.writeFiles({ '_group/4A/first.jpg': await aPicture(1) })
  await importNow()
  expect(await viewersOf('first.jpg')).toEqual(['Anna', 'Bo', 'Cy'])
  await roster('1,Anna,5A', '2,Bo,5A', '3,Cy,5A', '4,Xenia,5A')
  expect(await plan('class-pictures=move 5A')).toContain('the others there, 1, do not see them')
  expect(await viewersOf('first.jpg')).toEqual(['Anna', 'Bo', 'Cy'])
})

it('somebody who repeats a year does not see the pictures of the class that follows', async () => {
  await roster('1,Anna,4A', '2,Bo,4A', '3,Cy,4A', '4,Xaver,5A', '5,Yrsa,5A', '6,Zack,5A')
  await world.writeFiles({ '_group/4A/first.jpg': await aPicture(1), '_group/5A/other.jpg': await aPicture(2) })
  await importNow()
  await roster('1,Anna,5A', '2,Bo,5A', '3,Cy,5A', '4,Xaver,6A', '5,Yrsa,6A', '6,Zack,6A')
  await plan('class-pictures=move 5A', '2=move 6A')
  expect([await viewersOf('first.jpg'), await viewersOf('other.jpg')]).toEqual([
    ['Anna', 'Bo', 'Cy'],
    ['Xaver', 'Yrsa', 'Zack'],
  ])
  await roster('1,Anna,6A', '2,Bo,6A', '3,Cy,6A', '4,Xaver,6A', '5,Yrsa,7A', '6,Zack,7A')
  await plan('1=move 6A', '2=move 7A')
  expect(await viewersOf('first.jpg')).toEqual(['Anna', 'Bo', 'Cy'])
})
