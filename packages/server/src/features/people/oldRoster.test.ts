import { afterEach, beforeEach, expect, it } from 'vitest'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { codesOfSubject, subjectsOfCode } from '../access/codes.ts'
import { undoCorrection } from '../corrections/undoCorrection.ts'
import { findDeliveredSets, type Job, jobsOf, type Subject, subjectsOf } from '../jobs/collection.ts'
import { changeClass, renamePerson } from './correctPerson.ts'
import { giveNewCode } from './giveNewCode.ts'

const ROSTER = 'key,name,group,code\n1,Emma Karlson,4A,FAMILY1\n2,Noah Berg,4A,FAMILY1\n3,Liam Diaz,4B,LIAMDIAZ\n'

let world: ImportWorld
let job: Job
beforeEach(async () => {
  world = await buildImportWorld()
  await world.writeFiles({
    'roster.csv': ROSTER,
    'Emma Karlson/a.jpg': await aPicture(1),
    'Noah Berg/b.jpg': await aPicture(2),
    '_group/4A/class.jpg': await aPicture(3),
    '_group/4B/class.jpg': await aPicture(4),
    'Liam Diaz/c.jpg': await aPicture(5),
  })
  await world.import()
  job = (await jobsOf(world.app, world.provider.key).findOne({})) as unknown as Job
})
afterEach(() => world.close())

const person = async (key: string) =>
  (await subjectsOf(world.app, world.provider.key).findOne({ key })) as unknown as Subject
const seenBy = async ({ uuid }: Subject) =>
  (await findDeliveredSets(world.app, world.provider.key, [uuid]))[0]?.pictures.map(({ fileName, uuid: of }) => [
    fileName,
    of,
  ])
const codeOf = async ({ uuid }: Subject) => codesOfSubject(world.app, world.provider, uuid)
const giveCode = async ({ uuid }: Subject) =>
  giveNewCode(world.app, world.provider, job, { uuid }, { by: 'Kim', endsAccess: false })

it('the old roster does not revive an ended code, nor give it to anybody else, and says so', async () => {
  const emma = await person('1')
  await giveCode(emma)
  const codes = await codeOf(emma)
  expect(codes).toHaveLength(1)
  const again = await world.import()
  expect(again.notes.map(({ text }) => text)).toContainEqual(
    expect.stringContaining('Emma Karlson) has a code that was ended'),
  )
  expect(again.problems).toEqual([])
  expect(await subjectsOfCode(world.app, world.provider, 'FAMILY1')).toEqual([])
  expect([await codeOf(emma), await codeOf(await person('2'))]).toEqual([codes, codes])
  expect(again.codes.find(({ name }) => name === 'Emma Karlson')?.code).toBe(codes[0])

  await world.writeFiles({ 'roster.csv': `${ROSTER}4,Mia Lund,4B,FAMILY1\n` })
  const { problems } = await world.import()
  expect(problems.map(({ text }) => text)).toContainEqual(
    expect.stringContaining('Mia Lund) has a code that was ended'),
  )
  expect(await subjectsOfCode(world.app, world.provider, 'FAMILY1')).toEqual([])
  expect(await codeOf(await person('4'))).toHaveLength(1)
})

it('somebody with another key and an ended code is still a question about the same person', async () => {
  await giveCode(await person('3'))
  await world.writeFiles({ 'roster.csv': 'key,name,group,code\n33,Someone Else,4B,LIAMDIAZ\n' })
  const { problems } = await world.import()
  expect(problems.map(({ text }) => text)).toContainEqual(
    expect.stringContaining('may be Liam Diaz (4B) ("3") by the same code'),
  )
  expect(await person('33')).toBeNull()
})

it('the old roster changes back neither a corrected name nor a class, and a newer one is followed', async () => {
  const { app } = world
  const emma = await person('1')
  const before = await seenBy(emma)
  await renamePerson(app, job, emma.uuid, { name: 'Ylva Carlsson', by: null })
  await changeClass(app, job, emma.uuid, { group: '4B', by: null })
  const corrected = { uuid: emma.uuid, name: 'Ylva Carlsson', group: '4B' }
  const { problems, people } = await world.import()
  expect([problems, people.added]).toEqual([[], 0])
  expect(await person('1')).toMatchObject(corrected)
  const after = await seenBy(emma)
  expect(after?.map(([name]) => name)).toEqual(before?.map(([name]) => name))
  expect(after).not.toEqual(before)

  const rest = '2,Noah Berg,4A,FAMILY1\n3,Liam Diaz,4B,LIAMDIAZ\n'
  await world.writeFiles({ 'roster.csv': `key,name,group,code\n1,Ylva Carlsson,4B,FAMILY1\n${rest}` })
  await world.import()
  expect(await person('1')).toMatchObject(corrected)
  await world.writeFiles({ 'roster.csv': `key,name,group,code\n1,Ylva Carlssen,5C,FAMILY1\n${rest}` })
  await world.import()
  expect(await person('1')).toMatchObject({ name: 'Ylva Carlssen', group: '5C' })
  expect(await person('1')).not.toHaveProperty('rosterValues')
})

it('a correction that an import has overwritten is not undone over it', async () => {
  const { app } = world
  const emma = await person('1')
  const change = await renamePerson(app, job, emma.uuid, { name: 'Emma Carlson', by: null })
  await world.writeFiles({ 'roster.csv': 'key,name,group\n1,Emma Carlsson,4A\n' })
  await world.import()
  expect(await undoCorrection(app, job, change?.number ?? 0, null)).toEqual({
    ...{ outcome: 'changed later', pictures: [], people: ['Emma Carlsson'] },
  })
})

it('twins whose names were exchanged by hand get their own new pictures, or nobody does, with the old roster', async () => {
  const { app } = world
  const [emma, noah] = [await person('1'), await person('2')]
  await renamePerson(app, job, emma.uuid, { name: 'Noah Berg', by: null })
  await renamePerson(app, job, noah.uuid, { name: 'Emma Karlson', by: null })
  await world.writeFiles({ 'Emma Karlson/new.jpg': await aPicture(6), 'Noah Berg/new.jpg': await aPicture(7) })
  const { problems } = await world.import()
  expect(problems.filter(({ text }) => text.includes('before the correction'))).toHaveLength(2)
  for (const { uuid } of [emma, noah]) {
    const sets = await findDeliveredSets(app, world.provider.key, [uuid])
    expect(sets.flatMap(({ pictures }) => pictures.map(({ fileName }) => fileName))).not.toContain('new.jpg')
  }
})
