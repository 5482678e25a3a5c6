import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CallContext } from '../../platform/feature.ts'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { codesOfSubject } from '../access/codes.ts'
import { grantOpening, readGrantedSubjects } from '../access/grants.ts'
import { findOpening } from '../access/openings.ts'
import { correctionsOf } from '../corrections/collection.ts'
import { undoCorrection } from '../corrections/undoCorrection.ts'
import { type Job, jobsOf, picturesOf, subjectsOf } from '../jobs/collection.ts'
import { mergePeople } from '../people/mergePeople.ts'

/** Anna is on the first roster twice, with the keys 12 and 12b, and was made one person afterwards: 12. */
let world: ImportWorld
let job: Job
let anna: string
let again: string
beforeEach(async () => {
  world = await buildImportWorld()
  await deliver(
    {
      'key,name,group,email': [
        '12,Anna Berg,4B,mother@example.com',
        '12b,Anna Bergg,4B,father@example.com',
        '7,Bo Lind,4B,',
      ],
    },
    { '12.jpg': 1, '12b.jpg': 2, '7.jpg': 3 },
  )
  job = (await jobsOf(world.app, world.provider.key).findOne({})) as Job
  anna = await uuidOf('12')
  again = await uuidOf('12b')
  const merged = await mergePeople(world.app, world.provider, job, { person: anna, double: again, by: null })
  expect(merged).toMatchObject({ outcome: 'merged' })
})
afterEach(() => world.close())

const uuidOf = async (key: string) =>
  (await subjectsOf(world.app, world.provider.key).findOne({ jobUuid: job.uuid, key }))?.uuid ?? ''

/** Imports a roster, by its header, and pictures, by their colours. */
async function deliver(
  roster: Record<string, string[]>,
  pictures: Record<string, number>,
  order: Parameters<ImportWorld['import']>[0] = {},
) {
  const lines = Object.entries(roster).flatMap(([header, rows]) => [header, ...rows])
  await world.writeFiles({ 'roster.csv': `${lines.join('\n')}\n` })
  for (const [name, colour] of Object.entries(pictures)) await world.writeFiles({ [name]: await aPicture(colour) })
  return world.import(order)
}

/** The names of the files that somebody has. */
async function filesOf(uuid: string): Promise<string[]> {
  const pictures = await picturesOf(world.app, world.provider.key).find({ 'assignment.subjects.uuid': uuid }).toArray()
  return pictures.map(({ fileName }) => fileName).sort()
}

const texts = ({ problems }: Awaited<ReturnType<typeof deliver>>) =>
  problems.map(({ file = '', text }) => `${file} ${text}`).join('\n')

describe('an import after two were made one person', () => {
  it('gives whoever stays what comes with either key, and changes neither name nor class', async () => {
    const report = await deliver(
      {
        'key,name,group,email': [
          '12,Anna Berg,4B,mother@example.com',
          '12b,Anna Bergg,5C,father@example.com',
          '7,Bo Lind,4B,',
        ],
      },
      { '12_1.jpg': 4, '12b_1.jpg': 5 },
    )
    expect(texts(report)).toBe('')
    expect(await filesOf(anna)).toEqual(['12.jpg', '12_1.jpg', '12b.jpg', '12b_1.jpg'])
    expect(await filesOf(again)).toEqual([])
    const [person] = await subjectsOf(world.app, world.provider.key).find({ uuid: anna }).toArray()
    expect(person).toMatchObject({
      ...{ name: 'Anna Berg', group: '4B', key: '12' },
      contact: { email: 'mother@example.com', others: ['father@example.com'] },
    })
    expect(await subjectsOf(world.app, world.provider.key).count({ jobUuid: job.uuid })).toBe(3)
  })

  it('knows them by the other key alone, and removes no address', async () => {
    const report = await deliver(
      { 'key,name,group,email': ['12b,Anna Bergg,5C,new@example.com', '7,Bo Lind,4B,'] },
      { '12b/x.jpg': 6 },
    )
    expect(texts(report)).toBe('')
    expect(await filesOf(anna)).toEqual(['12.jpg', '12b.jpg', 'x.jpg'])
    const [person] = await subjectsOf(world.app, world.provider.key).find({ uuid: anna }).toArray()
    // The name is the one that was merged; the class is a new one.
    expect(person).toMatchObject({ name: 'Anna Berg', group: '5C' })
    expect(person?.contact.others).toEqual(['father@example.com', 'new@example.com'])
    expect((await codesOfSubject(world.app, world.provider, anna)).length).toBe(2)
  })

  it('asks whether somebody else got the other key, and gives them nothing until that is decided', async () => {
    const roster = { 'key,name,group': ['12,Anna Berg,4B', '12b,Quentin Ash,4B', '7,Bo Lind,4B'] }
    const report = await deliver(roster, { '12b_2.jpg': 7 })
    expect(texts(report)).toContain(
      '(Quentin Ash) has the key "12b" of Anna Bergg, who is one person with Anna Berg ("12")',
    )
    expect(await filesOf(anna)).toEqual(['12.jpg', '12b.jpg'])
    const decisions = new Map([['merged 12b quentin ash', 'same']])
    await deliver(roster, {}, { decisions })
    expect(await filesOf(anna)).toEqual(['12.jpg', '12b.jpg', '12b_2.jpg'])
  })

  it('asks about a similar name with the other key that neither class nor address confirms', async () => {
    const roster = { 'key,name,group,email': ['12,Anna Berg,4B,', '12b,Annan Berg,7C,other@example.com'] }
    const report = await deliver(roster, {})
    expect(texts(report)).toContain('(Annan Berg) has the key "12b" of Anna Bergg')
    const [person] = await subjectsOf(world.app, world.provider.key).find({ uuid: anna }).toArray()
    expect(person?.contact.others).toEqual(['father@example.com'])
  })

  it('leaves a file out whose name begins with the keys of two people', async () => {
    const report = await deliver(
      { 'key,name,group': ['12,Anna Berg,4B', '7,Bo Lind,4B', '12b-7,Cleo Dunn,4B'] },
      { '12b-7.jpg': 8, '12.b.jpg': 9 },
    )
    expect(texts(report)).toContain('12b-7.jpg')
    expect(await filesOf(anna)).not.toContain('12b-7.jpg')
  })
})

it('a new list with the other key alone is followed: class and name are those of whoever stays', async () => {
  await deliver({ 'key,name,group,email': ['12b,Anna Bergh,5C,father@example.com', '7,Bo Lind,4B,'] }, {})
  const [person] = await subjectsOf(world.app, world.provider.key).find({ uuid: anna }).toArray()
  expect(person).toMatchObject({ key: '12', name: 'Anna Bergh', group: '5C' })
})

it('whoever entered a code that a list has given while two were one sees neither after they are separated', async () => {
  const { app, provider } = world
  await deliver(
    { 'key,name,group,email,code': ['12b,Anna Bergg,4B,father@example.com,K7MNPQRT', '7,Bo Lind,4B,,'] },
    {},
  )
  const opening = await findOpening(app, provider, 'K7MNPQRT')
  expect(opening.subjects).toEqual([anna])
  const seen = () => readGrantedSubjects(app, { provider: provider.key, uuid: 'a customer' })
  await grantOpening({ app, provider } as CallContext, 'a customer', opening)
  expect(await seen()).toEqual([anna])
  const merge = await correctionsOf(app, provider.key).findOne({ jobUuid: job.uuid, command: 'merge' })
  expect(await undoCorrection(app, job, merge?.number ?? 0, null)).toMatchObject({ outcome: 'undone' })
  expect((await findOpening(app, provider, 'K7MNPQRT')).subjects).toEqual([])
  expect(await seen()).toEqual([])
})
