import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { beforeUpdate } from '../../testing/beforeUpdate.ts'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { findDeliveredSets, forgetDeliveredJobs, picturesOf, subjectsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { importCommand } from './command.ts'
import { importJob } from './importJob.ts'
import { loadPlan } from './planFile.ts'

// A school numbers its children anew: a number that was one child's is another one's, in one list or in two.

let world: ImportWorld
let number = 0
beforeEach(async () => {
  world = await buildImportWorld()
})
afterEach(() => world.close())

const roster = (...lines: string[]) => world.writeFiles({ 'roster.csv': `key,name,group,email\n${lines.join('\n')}\n` })
const pictures = async (...names: string[]) => {
  for (const name of names) await world.writeFiles({ [name]: await aPicture(++number) })
}
const ofJob = () => ['--provider', world.provider.key, '--job', 'Spring']
const planPath = () => join(world.folder, '..', 'plan.json')
const run = async (command: typeof importCommand, argv: string[], app = world.app) => {
  const { code, lines, problem } = await runInTerminal(command, argv, app)
  return { code, out: [...lines, problem].join('\n') }
}
const importAgain = (...more: string[]) => run(importCommand, [world.folder, ...ofJob(), ...more])
const plan = () => importAgain('--plan', planPath())
const decide = async (...decisions: string[]) => {
  await plan()
  return run(importCommand, ['--apply', planPath(), ...decisions.flatMap((each) => ['--decide', each])])
}
const undo = (entry: number) => run(jobsCommand, ['undo', 'Spring', `${entry}`, '--provider', world.provider.key])
/** What may be decided about each line of the roster. */
const optionsOf = async () =>
  (await loadPlan(planPath())).questions.map(({ options }) => options.map(({ value }) => value))

/** The pictures that each child's family sees, by uuid: a family is that of a child, whatever its name and key. */
async function sight(): Promise<Record<string, string[]>> {
  const { app, provider } = world
  forgetDeliveredJobs(app)
  const all = await subjectsOf(app, provider.key).find({}).toArray()
  const uuids = all.map(({ uuid }) => uuid)
  const sets = await findDeliveredSets(app, provider.key, uuids)
  return Object.fromEntries(
    sets.map((set) => [set.subject.uuid, set.pictures.map(({ fileName }) => fileName).toSorted()]),
  )
}

/** Each child by the uuid that it had at first. */
let children: Record<string, string> = {}
async function rememberChildren(): Promise<void> {
  const all = await subjectsOf(world.app, world.provider.key).find({}).toArray()
  children = Object.fromEntries(all.map(({ uuid, key }) => [key, uuid]))
}
/** What each child's family sees, by the key that the child had at first. */
const seenBy = async () => {
  const seen = await sight()
  return Object.fromEntries(Object.entries(children).map(([key, uuid]) => [key, seen[uuid]]))
}
/** The key, name and addresses that each child has, by the key that it had at first. */
async function people(): Promise<Record<string, string>> {
  const all = await subjectsOf(world.app, world.provider.key).find({}).toArray()
  const known = Object.entries(children).map(([key, uuid]) => [uuid, key] as const)
  const textOf = ({ key, name, contact }: (typeof all)[number]) => [key, name, contact.email].join(' ').trim()
  return Object.fromEntries(all.map((each) => [new Map(known).get(each.uuid) ?? 'new', textOf(each)]))
}

const ANNA = 'Anna Berg,4A,a@example.com'
const BO = 'Bo Lind,4A,b@example.com'
const OWN = { 1: ['1_1.jpg'], 2: ['2_1.jpg'] }

async function buildTwo(anna = ANNA, bo = BO): Promise<void> {
  await roster(`1,${anna}`, `2,${bo}`)
  await pictures('1_1.jpg', '2_1.jpg')
  await importAgain('--publish')
  await rememberChildren()
}

describe('two children whose numbers are exchanged by two lists, of which each has one of them', () => {
  beforeEach(() => buildTwo())

  it('are asked about in both steps, with the right answer, and nobody sees the other’s pictures', async () => {
    await roster(`2,${ANNA}`)
    await pictures('2_9.jpg')
    expect((await importAgain()).out).toContain('(Anna Berg) has the key "2"')
    expect(await seenBy()).toEqual(OWN)
    await plan()
    expect((await optionsOf())[0]).toEqual(['leave', 'new', 'same 1', 'key'])
    expect((await decide('1=same 1')).out).toContain('has the key "2", which was that of Bo Lind')
    expect(await people()).toEqual({ 1: '2 Anna Berg a@example.com', 2: '2 (earlier) Bo Lind b@example.com' })
    expect(await seenBy()).toEqual(OWN)
    await roster(`1,${BO}`)
    await pictures('1_9.jpg')
    expect((await importAgain()).out).toContain('(Bo Lind, "1") may be Bo Lind (4A) ("2 (earlier)") by the same name')
    expect(await seenBy()).toEqual(OWN)
    await decide('person=same')
    expect(await people()).toEqual({ 1: '2 Anna Berg a@example.com', 2: '1 Bo Lind b@example.com' })
    // A number that was another child's says nothing about the photographs that it names.
    expect(await seenBy()).toEqual(OWN)
  })

  it('are asked about in both steps also if nobody decides anything', async () => {
    await roster(`2,${ANNA}`)
    await pictures('2_9.jpg')
    await importAgain()
    await roster(`1,${BO}`)
    await pictures('1_9.jpg')
    expect((await importAgain()).out).toContain('(Bo Lind) has the key "1"')
    expect(await people()).toEqual({ 1: '1 Anna Berg a@example.com', 2: '2 Bo Lind b@example.com' })
    expect(await seenBy()).toEqual(OWN)
  })

  it('have their numbers again after both steps are undone', async () => {
    await roster(`2,${ANNA}`)
    await decide('1=same 1')
    await roster(`1,${BO}`)
    await decide('1=same')
    expect((await undo(3)).code).toBe(0)
    expect((await undo(2)).code).toBe(0)
    expect(await people()).toEqual({ 1: '1 Anna Berg a@example.com', 2: '2 Bo Lind b@example.com' })
    expect(await seenBy()).toEqual(OWN)
  })
})

describe('two children of one name whose numbers are exchanged', () => {
  const [FIRST, SECOND] = ['Emma Ask,4A,ida@example.com', 'Emma Ask,4B,sara@example.com']
  beforeEach(() => buildTwo(FIRST, SECOND))

  it('by two lists, are asked about in both steps: the name alone does not say who it is', async () => {
    await roster(`2,${FIRST}`)
    const { out } = await importAgain()
    expect(out).toContain('(Emma Ask) has the key "2", with which the job contains Emma Ask (4B) ("2")')
    expect(await people()).toEqual({ 1: '1 Emma Ask ida@example.com', 2: '2 Emma Ask sara@example.com' })
    await decide('1=same 1')
    await roster(`1,${SECOND}`)
    await decide('1=same 2 (earlier)')
    expect(await people()).toEqual({ 1: '2 Emma Ask ida@example.com', 2: '1 Emma Ask sara@example.com' })
    expect(await seenBy()).toEqual(OWN)
  })

  it('by one list, are asked about too', async () => {
    await roster(`2,${FIRST}`, `1,${SECOND}`)
    await importAgain()
    expect(await people()).toEqual({ 1: '1 Emma Ask ida@example.com', 2: '2 Emma Ask sara@example.com' })
    await decide('person=same')
    expect(await people()).toEqual({ 1: '2 Emma Ask ida@example.com', 2: '1 Emma Ask sara@example.com' })
    expect(await seenBy()).toEqual(OWN)
  })

  it('are not asked about while each line has an address of its own child', async () => {
    await roster('1,Emma Ask,5A,ida@example.com', '2,Emma Ask,4A,sara@example.com')
    expect((await importAgain()).out).not.toContain('has the key')
  })
})

it('a corrected name is not taken for that of a twin who is not on the list', async () => {
  await buildTwo('Johanna Berg,4A,a@example.com', 'Johannes Berg,4A,a@example.com')
  await roster('2,Johanne Berg,4A,a@example.com')
  expect((await importAgain()).out).toContain('(Johanne Berg) has the key "2"')
  await plan()
  expect((await optionsOf())[0]).toContain('same 1')
  expect(await seenBy()).toEqual(OWN)
  await roster('1,Johanna Berg,4A,a@example.com', '2,Johanness Berg,4A,a@example.com')
  expect((await importAgain()).out).not.toContain('has the key')
})

describe('numbers that are shifted by one list', () => {
  it('have the right answer among the options, and one answer for all lines is right or refused', async () => {
    await buildTwo()
    await roster(`101,${ANNA}`, `1,${BO}`)
    await plan()
    expect(await optionsOf()).toEqual([
      ['leave', 'new', 'same 1'],
      ['leave', 'new', 'same 2', 'key'],
    ])
    await decide('person=same')
    expect(await people()).toEqual({ 1: '101 Anna Berg a@example.com', 2: '1 Bo Lind b@example.com' })
    expect(await seenBy()).toEqual(OWN)
    expect((await undo(2)).code).toBe(0)
    expect(await people()).toEqual({ 1: '1 Anna Berg a@example.com', 2: '2 Bo Lind b@example.com' })
  })

  it('by one for everybody, with somebody new at the first: the new one is nobody’s rename', async () => {
    await buildTwo()
    await roster('1,Zed New,4A,z@example.com', `2,${ANNA}`, `3,${BO}`)
    await plan()
    expect((await optionsOf())[0]).toEqual(['leave', 'new', 'key'])
    await decide('person=same', '1=new')
    expect(await people()).toEqual({
      1: '2 Anna Berg a@example.com',
      2: '3 Bo Lind b@example.com',
      new: '1 Zed New z@example.com',
    })
    expect(await seenBy()).toEqual(OWN)
  })

  it.each([1, 2, 3, 4])('are exchanged by one list, also if it is interrupted before write %i', async (at) => {
    await buildTwo()
    await roster(`2,${ANNA}`, `1,${BO}`)
    await plan()
    const { questions } = await loadPlan(planPath())
    const decisions = new Map(questions.map(({ id }, index) => [id, `same ${index + 1}`]))
    const { app, provider, folder } = world
    let updates = 0
    const watched = beforeUpdate(app, 'subjects', async () => {
      expect(await seenBy()).toEqual(OWN)
      if (++updates === at) throw new Error('killed')
    })
    const order = { provider, folder, job: 'Spring', decisions }
    await expect(importJob(watched, order)).rejects.toThrow('killed')
    await importJob(app, order)
    expect(await people()).toEqual({ 1: '2 Anna Berg a@example.com', 2: '1 Bo Lind b@example.com' })
    expect(await seenBy()).toEqual(OWN)
  })
})

it('a picture with a number that was another child’s is nobody’s until somebody decides', async () => {
  await buildTwo()
  await roster(`2,${ANNA}`)
  await decide('1=same 1')
  await pictures('2_8.jpg')
  expect((await importAgain()).out).toContain('2_8.jpg was left out')
  const found = await picturesOf(world.app, world.provider.key).find({ fileName: '2_8.jpg' }).toArray()
  expect(found).toEqual([])
})
