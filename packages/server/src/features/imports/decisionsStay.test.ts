import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { findDeliveredSets, forgetDeliveredJobs, picturesOf, subjectsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { isHidden } from '../jobs/subjectState.ts'
import { importCommand } from './command.ts'

// What somebody has decided about a child or a picture stays, whatever happens to the list, the class or the person.

let world: ImportWorld
beforeEach(async () => {
  world = await buildImportWorld()
  await roster('1,Anna,4A,both.jpg', '2,Bo,4A,both.jpg', '3,Cy,4A,', '4,Di,4B,', '5,Ed,4C,')
  await world.writeFiles({
    '_group/4A/class.jpg': await aPicture(1),
    'both.jpg': await aPicture(2),
    '1_a.jpg': await aPicture(3),
    '2_a.jpg': await aPicture(4),
    '4_a.jpg': await aPicture(5),
  })
  await importAgain('--publish')
})
afterEach(() => world.close())

const roster = (...lines: string[]) => world.writeFiles({ 'roster.csv': `key,name,group,files\n${lines.join('\n')}\n` })
const run = async (command: typeof importCommand, ...argv: string[]) => {
  const { lines, problem } = await runInTerminal(command, argv, world.app)
  return [...lines, problem].join('\n')
}
const importAgain = (...more: string[]) =>
  run(importCommand, world.folder, '--provider', world.provider.key, '--job', 'Spring', ...more)
const jobs = (command: string, ...argv: string[]) =>
  run(jobsCommand, command, 'Spring', ...argv, '--provider', world.provider.key)

/** The pictures that everybody sees, by name; null for somebody who is withdrawn or unpublished. */
async function sight(): Promise<Record<string, string[] | null>> {
  const { app, provider } = world
  forgetDeliveredJobs(app)
  const people = await subjectsOf(app, provider.key).find({ merged: null }).sort({ key: 1 }).toArray()
  const uuids = people.map(({ uuid }) => uuid)
  const sets = await findDeliveredSets(app, provider.key, uuids)
  return Object.fromEntries(
    sets.map(({ subject, job, pictures }) => [
      subject.name,
      subject.withdrawn || isHidden(subject, job) ? null : pictures.map(({ fileName }) => fileName).toSorted(),
    ]),
  )
}
const namesOf = async (name: string) => (await sight())[name] ?? []

describe('after the undo of an import, the same import', () => {
  beforeEach(() => jobs('undo', '1'))

  it('does not bring back a child whose family has withdrawn it since', async () => {
    expect(await jobs('withdraw', '1', '--reason', 'family wish')).toContain('withdrawn')
    await importAgain()
    expect(await sight()).toMatchObject({ Bo: ['2_a.jpg'], Cy: [] })
    expect(await namesOf('Anna')).toEqual([])
    expect(await jobs('history')).toContain('withdraw')
  })

  it('brings back those whom nobody has withdrawn', async () => {
    await importAgain()
    expect(await namesOf('Anna')).toEqual(['1_a.jpg', 'both.jpg', 'class.jpg'])
  })

  it('gives a picture to nobody that a person has moved to nobody since', async () => {
    expect(await jobs('pictures', 'move', '2_a.jpg', '--to-nobody')).not.toContain('Nothing changed')
    await importAgain()
    expect(await namesOf('Bo')).toEqual(['both.jpg', 'class.jpg'])
  })

  it('is what the undo of that undo cannot do for a withdrawn child', async () => {
    await jobs('withdraw', '1', '--reason', 'family wish')
    expect(await jobs('undo', '2')).toContain('Nothing was undone')
    expect(await namesOf('Anna')).toEqual([])
  })
})

describe('a picture that is hidden from everybody by decision', () => {
  beforeEach(() => jobs('decide-group', 'both.jpg', 'hide'))

  it('stays hidden if one of two in it becomes the other', async () => {
    await jobs('merge', '1', '2', '--yes')
    expect(await namesOf('Anna')).toEqual(['1_a.jpg', '2_a.jpg', 'class.jpg'])
  })

  it('stays hidden if a list leaves one of two in it, is listed, and shown by "reopen"', async () => {
    await roster('1,Anna,4A,both.jpg', '2,Bo,4A,', '3,Cy,4A,', '4,Di,4B,', '5,Ed,4C,')
    await importAgain('--move')
    expect(await namesOf('Anna')).toEqual(['1_a.jpg', 'class.jpg'])
    expect(await jobs('decide-group')).toContain('both.jpg')
    await jobs('decide-group', 'both.jpg', 'reopen')
    expect(await namesOf('Anna')).toEqual(['1_a.jpg', 'both.jpg', 'class.jpg'])
  })
})

describe('whoever was unpublished alone stays so when a class is published', () => {
  beforeEach(() => jobs('unpublish', '--class', '4A'))

  it('also after leaving that class while it was unpublished', async () => {
    await jobs('change-class', '1', '4B')
    expect(await jobs('unpublish', '--subject', '1', '--reason', 'family wish')).not.toContain('Nothing was changed')
    await jobs('publish', '--class', '4A')
    await jobs('publish', '--class', '4B')
    expect(await sight()).toMatchObject({ Anna: null, Bo: ['2_a.jpg', 'both.jpg', 'class.jpg'] })
  })

  it('also as one with somebody who was unpublished with the class', async () => {
    await jobs('change-class', '1', '4B')
    await jobs('unpublish', '--subject', '4', '--reason', 'family wish')
    await jobs('merge', '1', '4', '--yes')
    await jobs('publish', '--class', '4A')
    expect((await sight()).Anna).toBeNull()
  })

  it('also with two classes, of which one is published', async () => {
    await jobs('unpublish', '--class', '4B')
    await jobs('change-class', '1', '4C')
    await jobs('change-class', '4', '4C')
    await jobs('merge', '1', '4', '--yes')
    await jobs('publish', '--class', '4A')
    expect((await sight()).Anna).toBeNull()
  })

  it('also if two who were one are separated: neither is shown', async () => {
    await jobs('change-class', '1', '4C')
    await jobs('merge', '4', '1', '--yes')
    await jobs('unpublish', '--subject', '4', '--reason', 'family wish')
    await jobs('undo', '3')
    await jobs('publish', '--class', '4A')
    expect((await sight()).Di ?? null).toBeNull()
  })
})

it('a release counts no longer for those who were not asked once that means "no" anew', async () => {
  await jobs('not-asked', 'class-picture', 'no')
  await jobs('decide-group', 'class.jpg', 'release', '--reason', 'agreed by phone')
  expect(await namesOf('Anna')).toContain('class.jpg')
  await jobs('not-asked', 'class-picture', 'no')
  expect(await namesOf('Anna')).toContain('class.jpg')
  await jobs('not-asked', 'class-picture', 'yes')
  await jobs('not-asked', 'class-picture', 'no')
  expect(await namesOf('Anna')).not.toContain('class.jpg')
  expect(await jobs('decide-group')).toContain('not asked about class-picture')
})

it('a "no" to a picture of two counts in it after a list has left it to the other one', async () => {
  await jobs('consent', '2', 'class-picture', 'no', '--who', 'mother', '--source', 'form')
  expect(await namesOf('Anna')).toEqual(['1_a.jpg'])
  await roster('1,Anna,4A,both.jpg', '2,Bo,4A,', '3,Cy,4A,', '4,Di,4B,', '5,Ed,4C,')
  await importAgain('--move')
  expect(await namesOf('Anna')).toEqual(['1_a.jpg'])
  const stored = await picturesOf(world.app, world.provider.key).findOne({ fileName: 'both.jpg' })
  expect(stored?.assignment).toMatchObject({ to: 'subjects', subjects: [{ isCover: false }] })
})
