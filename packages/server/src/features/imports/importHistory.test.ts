import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { grantSubjects } from '../access/grants.ts'
import { createCustomer } from '../account/collection.ts'
import { type Job, jobsOf, type Subject, subjectsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { changeClass, renamePerson } from '../people/correctPerson.ts'
import { importCommand } from './command.ts'

// What a roster changes about people is in the history of the job as what a command changes is.

let world: ImportWorld
let job: Job
beforeEach(async () => {
  world = await buildImportWorld()
  await roster('1,Anna Berg,4A,anna@example.org', '2,Bo Lind,4B,')
  await world.writeFiles({
    '1_a.jpg': await aPicture(1),
    '_group/4A/class4a.jpg': await aPicture(2),
    '_group/4B/class4b.jpg': await aPicture(3),
  })
  await world.import()
  job = (await jobsOf(world.app, world.provider.key).findOne({})) as Job
})
afterEach(() => world.close())

const roster = (...lines: string[]) => world.writeFiles({ 'roster.csv': `key,name,group,email\n${lines.join('\n')}\n` })
const jobs = async (action: string, ...argv: string[]) => {
  const { code, lines } = await runInTerminal(
    jobsCommand,
    [action, job.name, ...argv, '--provider', world.provider.key],
    world.app,
  )
  return { code, out: lines.join('\n') }
}
const people = async () => {
  const all = await subjectsOf(world.app, world.provider.key).find({}).sort({ key: 1 }).toArray()
  return all.map(({ key, name, group, contact }) => [key, name, group, contact.email])
}
const person = async (key: string) => (await subjectsOf(world.app, world.provider.key).findOne({ key })) as Subject

it('names, classes, keys and addresses that a roster changed are listed, and undone', async () => {
  const before = await people()
  await roster('1,Anna Bergh,4A,new@example.org', '2,Bo Lind,4A,')
  await world.import()
  expect(await people()).toEqual([
    ['1', 'Anna Bergh', '4A', 'new@example.org'],
    ['2', 'Bo Lind', '4A', null],
  ])
  const history = await jobs('history')
  expect(history.out).toMatch(/2 {2}.* import {2}Anna Berg → Anna Bergh \(addresses\); Bo Lind: 4B → 4A; 1 picture {2}/)
  expect(history.out).not.toContain('example.org')
  const undone = await jobs('undo', '2')
  expect(undone.out).toContain('Number 2 is undone: 2 people are as before')
  expect(await people()).toEqual(before)
})

it('a correction that a later roster has replaced can be undone after the import', async () => {
  await changeClass(world.app, job, (await person('1')).uuid, { group: '4B', by: 'Kim' })
  await roster('1,Anna Berg,5A,', '2,Bo Lind,4B,')
  await world.import()
  expect((await jobs('undo', '2')).code).toBe(1)
  await jobs('undo', '3')
  expect((await people())[0]).toEqual(['1', 'Anna Berg', '4B', 'anna@example.org'])
  await jobs('undo', '2')
  expect((await people())[0]).toEqual(['1', 'Anna Berg', '4A', 'anna@example.org'])
})

it('a roster that changes nothing about people leaves no entry', async () => {
  await world.import()
  expect((await jobs('history')).out.split('\n')).toHaveLength(1)
})

it('an import cannot be undone once somebody else has a key that it replaced', async () => {
  await roster('7,Anna Berg,4A,', '2,Bo Lind,4B,')
  await world.import({ decisions: new Map([['person 7 anna berg', 'same 1']]) })
  expect((await people()).map(([key]) => key)).toEqual(['2', '7'])
  await roster('7,Anna Berg,4A,', '2,Bo Lind,4B,', '1,Cleo Dahl,4B,')
  await world.import()
  const { code, out } = await jobs('undo', '2')
  expect(code).toBe(1)
  expect(out).toContain('Cleo Dahl')
  expect((await people()).map(([key]) => key)).toEqual(['1', '2', '7'])
})

it('an import is undone as a whole or not at all: not once a name was corrected since', async () => {
  await roster('1,Anna Bergh,4A,', '2,Bo Lind,4A,')
  await world.import()
  await renamePerson(world.app, job, (await person('1')).uuid, { name: 'Anna Berggren', by: 'Kim' })
  const { code, out } = await jobs('undo', '2')
  expect(code).toBe(1)
  expect(out).toContain('Anna Berggren')
  expect((await people())[1]?.[2]).toBe('4A')
})

it('people whom an import has added are withdrawn by its undo, and come back with a roster that lists them', async () => {
  await roster('1,Anna Berg,4A,', '2,Bo Lind,4B,', '31,Strange One,9Z,', '32,Strange Two,9Z,')
  await world.import()
  expect((await jobs('history')).out).toContain('Strange One; Strange Two')
  expect((await jobs('undo', '2')).out).toContain('2 people are as before')
  const withdrawn = async () =>
    (
      await subjectsOf(world.app, world.provider.key)
        .find({ withdrawn: { $ne: null } })
        .toArray()
    ).map(({ key }) => key)
  expect((await withdrawn()).toSorted()).toEqual(['31', '32'])
  await roster('1,Anna Berg,4A,', '2,Bo Lind,4B,', '31,Strange One,9Z,')
  const { notes } = await world.import()
  expect(notes.map(({ text }) => text)).toContainEqual(expect.stringContaining('is back'))
  expect(await withdrawn()).toEqual(['32'])
})

it('the report says of whom addresses change, and how many are left out, without naming one', async () => {
  await roster('1,Anna Berg,4A,ma@example.org pa@example.org', '2,Bo Lind,4B,')
  await world.import()
  await roster('1,Anna Berg,4A,ma@example.org', '2,Bo Lind,4B,')
  const { notes } = await world.import()
  expect(notes.map(({ text }) => text)).toContain(
    '(Anna Berg) has 1 address instead of 2; 1 of the earlier ones is left out',
  )
})

describe('who saw it', () => {
  it('lists who saw a job that --not-ready withholds, which was in the shop and stays so', async () => {
    const { app, provider } = world
    const details = { email: 'parent@example.org', mobile: '', acceptMail: false, language: 'en', password: 'secret' }
    const customer = await createCustomer(app, provider, details)
    if (customer) await grantSubjects(app, provider, customer._id, [(await person('1')).uuid])
    await jobs('publish')
    await world.writeFiles({ '1_b.jpg': await aPicture(7) })
    const argv = [world.folder, '--provider', provider.key, '--job', job.name]
    const { lines } = await runInTerminal(importCommand, [...argv, '--not-ready'], app)
    expect(lines.join('\n')).toContain('It was not secret')
    const [entry] = (await jobs('history')).out.split('\n').filter((line) => line.includes('unpublish'))
    const number = entry?.trim().split(' ')[0] ?? ''
    expect((await jobs('exposure', number)).out).toContain('parent@example.org')
    const stored = await jobsOf(app, provider.key).findOne({ uuid: job.uuid })
    expect(stored).toMatchObject({ state: 'proofing', published: false, hasBeenInWebShop: true })
    expect(stored).not.toHaveProperty('announcement')
    const again = await runInTerminal(importCommand, [...argv, '--not-ready'], app)
    expect(again.lines.join('\n')).not.toContain('It was not secret')
  })

  it('lists whose sight of a class picture a roster has ended, and the report says how many', async () => {
    const anna = await person('1')
    const { app, provider } = world
    const details = { email: 'parent@example.org', mobile: '', acceptMail: false, language: 'en', password: 'secret' }
    const customer = await createCustomer(app, provider, details)
    if (customer) await grantSubjects(app, provider, customer._id, [anna.uuid])
    await roster('1,Anna Berg,4B,', '2,Bo Lind,4B,')
    const { notes } = await world.import()
    expect(notes.map(({ text }) => text)).toContainEqual(expect.stringContaining('lists who could see it (1)'))
    const { out } = await jobs('exposure', '2')
    expect(out).toContain('parent@example.org')
    expect(out).toContain('set of Anna Berg')
  })
})
