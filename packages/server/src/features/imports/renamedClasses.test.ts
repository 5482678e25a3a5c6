import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { beforeUpdate } from '../../testing/beforeUpdate.ts'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { findDeliveredSets, forgetDeliveredJobs, jobsOf, subjectsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { isHidden } from '../jobs/subjectState.ts'
import { importCommand } from './command.ts'

// A year later the 4A is a 5A, and another class is the 4A: the old class picture shows none of its children.

let world: ImportWorld
beforeEach(async () => {
  world = await buildImportWorld()
  await roster('1,Anna,4A', '2,Bo,4A', '3,Cy,4B', '4,Di,4B')
  await world.writeFiles({
    '_group/4A/first.jpg': await aPicture(1),
    '_group/4B/second.jpg': await aPicture(2),
    '1_a.jpg': await aPicture(3),
  })
  await run(importCommand, world.folder, ...ofJob(), '--publish')
})
afterEach(() => world.close())

const roster = (...lines: string[]) => world.writeFiles({ 'roster.csv': `key,name,group\n${lines.join('\n')}\n` })
const ofJob = () => ['--provider', world.provider.key, '--job', 'Spring']
const planPath = () => join(world.folder, '..', 'plan.json')
const run = async (command: typeof importCommand, ...argv: string[]) => {
  const { code, lines, problem } = await runInTerminal(command, argv, world.app)
  return { code, out: [...lines, problem].join('\n') }
}
const importAgain = () => run(importCommand, world.folder, ...ofJob())
const apply = async (app: ImportWorld['app'], ...decisions: string[]) => {
  const { lines } = await runInTerminal(importCommand, [world.folder, ...ofJob(), '--plan', planPath()], world.app)
  const decided = decisions.flatMap((decision) => ['--decide', decision])
  await runInTerminal(importCommand, ['--apply', planPath(), ...decided], app)
  return lines.join('\n')
}
const undo = (number: number) => run(jobsCommand, 'undo', 'Spring', `${number}`, '--provider', world.provider.key)

/** The class pictures that everybody sees, by name. */
async function sight(): Promise<Record<string, string[]>> {
  const { app, provider } = world
  forgetDeliveredJobs(app)
  const people = await subjectsOf(app, provider.key).find({}).sort({ key: 1 }).toArray()
  const sets = await findDeliveredSets(
    app,
    provider.key,
    people.map(({ uuid }) => uuid),
  )
  return Object.fromEntries(
    sets.map(({ subject, pictures }) => [
      subject.name,
      pictures.filter(({ groupPicture }) => groupPicture).map(({ fileName }) => fileName),
    ]),
  )
}

/** Anna's own pictures, as her family sees them. */
async function shownOwn(): Promise<string[]> {
  const { app, provider } = world
  forgetDeliveredJobs(app)
  const anna = await subjectsOf(app, provider.key).findOne({ name: 'Anna' })
  const sets = await findDeliveredSets(app, provider.key, [anna?.uuid ?? ''])
  return sets.flatMap(({ pictures }) =>
    pictures.filter(({ groupPicture }) => !groupPicture).map(({ fileName }) => fileName),
  )
}

const before = { Anna: ['first.jpg'], Bo: ['first.jpg'], Cy: ['second.jpg'], Di: ['second.jpg'] }
const nextYear = () => roster('1,Anna,5A', '2,Bo,5A', '3,Cy,4A', '4,Di,4A')

describe('a 4A that is a 5A now, and a 4B that is the 4A', () => {
  beforeEach(nextYear)

  it('do not see each other’s class picture: without a decision nobody sees the one that others would', async () => {
    const { out } = await importAgain()
    expect(await sight()).toEqual({ Anna: [], Bo: [], Cy: [], Di: [] })
    expect(out).toContain('The class picture of "4A" is not shown to those who are new in it: 2')
    expect(out).toContain('The class picture of "4B" is still of it, though most are in "4A" now')
  })

  it('take their class pictures along if somebody says so, and an undo brings everything back', async () => {
    const out = await apply(world.app, 'class-pictures=move')
    expect(out).toContain(
      'Class pictures of "4A": 1. 0 of those in them are in it on this roster, 2 are in "5A" now, 2 are new in "4A"',
    )
    expect(await sight()).toEqual(before)
    expect((await undo(2)).out).toContain('is undone')
    expect(await sight()).toEqual(before)
  })

  it('see it again after what the report says was done, as it says it', async () => {
    const { out } = await importAgain()
    const commands = [...out.matchAll(/\.\/portraitkit jobs (pictures .*?--to-group '[^']*')/g)].map(
      ([, command = '']) => command.split(' ').map((word) => word.replaceAll("'", '')),
    )
    expect(commands).toHaveLength(2)
    for (const words of commands) {
      const [first = '', ...rest] = words
      expect((await run(jobsCommand, first, ...rest, '--provider', world.provider.key)).code).toBe(0)
    }
    expect(await sight()).toEqual(before)
  })

  it('see it again, and nobody else, after the undo that the report names and the plan that has the question', async () => {
    const { out } = await importAgain()
    expect(out).toContain('undo this import ("jobs history" has its number) and decide it in a plan')
    expect((await undo(2)).code).toBe(0)
    expect(await apply(world.app, 'class-pictures=move')).toContain('Class pictures of "4A": 1')
    expect(await sight()).toEqual(before)
  })

  it('a plan does not say that a plan can decide it: it has the question', async () => {
    expect(await apply(world.app)).not.toContain('--to-group')
  })

  it('keep it for those who are new in the class if somebody says so', async () => {
    await apply(world.app, 'class-pictures=all')
    expect(await sight()).toEqual({ Anna: [], Bo: [], Cy: ['first.jpg'], Di: ['first.jpg'] })
  })
})

it('two classes that exchange their names never see each other’s class picture, nor while they do and while it is undone', async () => {
  await roster('1,Anna,4B', '2,Bo,4B', '3,Cy,4A', '4,Di,4A')
  let checks = 0
  const foreign: string[] = []
  const requireOwn = async () => {
    checks++
    for (const [name, seen] of Object.entries(await sight()))
      foreign.push(...seen.filter((file) => !before[name as keyof typeof before].includes(file)))
  }
  const watched = beforeUpdate(beforeUpdate(world.app, 'subjects', requireOwn), 'pictures', requireOwn)
  await apply(watched, 'class-pictures=move')
  expect(await sight()).toEqual(before)
  const people = await subjectsOf(world.app, world.provider.key).find({}).sort({ key: 1 }).toArray()
  expect(people.map(({ group }) => group)).toEqual(['4B', '4B', '4A', '4A'])
  await runInTerminal(jobsCommand, ['undo', 'Spring', '2', '--provider', world.provider.key], watched)
  expect(await sight()).toEqual(before)
  expect([checks > 12, foreign]).toEqual([true, []])
})

it('an undo does not show a class picture to somebody who has joined the class with the import', async () => {
  await roster('1,Anna,5A', '2,Bo,5A', '3,Cy,4B', '4,Di,4B', '5,Eve,4A')
  await importAgain()
  expect((await undo(2)).out).toContain('is undone')
  await run(jobsCommand, 'restore', 'Spring', 'Eve', '--provider', world.provider.key)
  expect(await sight()).toEqual({ ...before, Eve: [] })
})

it('one child who changes class asks nothing, and sees the picture of the class that it joins', async () => {
  await roster('1,Anna,4B', '2,Bo,4A', '3,Cy,4B', '4,Di,4B')
  const { out } = await importAgain()
  expect(out).not.toContain('class picture')
  expect(await sight()).toEqual({ ...before, Anna: ['second.jpg'] })
})

it('an unpublished class stays unpublished under another name, until somebody publishes it', async () => {
  const ofShop = ['Spring', '--provider', world.provider.key]
  await run(jobsCommand, 'unpublish', ...ofShop, '--class', '4A')
  expect(await shownOwn()).toEqual([])
  await nextYear()
  const { out } = await importAgain()
  expect(out).toContain('(Anna) was unpublished with "4A" and stays so in "5A"')
  expect(await shownOwn()).toEqual([])
  await undo(2)
  expect(await shownOwn()).toEqual([])
  await run(jobsCommand, 'publish', ...ofShop, '--class', '4A')
  expect(await shownOwn()).toEqual(['1_a.jpg'])
})

it('an unpublished class stays unpublished for everybody, new children too, if a plan decides that another spelling is the same', async () => {
  const ofShop = ['Spring', '--provider', world.provider.key]
  await run(jobsCommand, 'unpublish', ...ofShop, '--class', '4A')
  await roster('1,Anna,4-A', '2,Bo,4-A', '3,Cy,4B', '4,Di,4B', '9,Nils,4-A')
  await world.writeFiles({ '9_a.jpg': await aPicture(9) })
  await apply(world.app, 'groups=same 4-A')
  const isShown = async (key: string) => {
    const person = await subjectsOf(world.app, world.provider.key).findOne({ key })
    forgetDeliveredJobs(world.app)
    const job = await jobsOf(world.app, world.provider.key).findOne({})
    return person && job && person.group === '4-A' && !isHidden(person, job)
  }
  expect([await isShown('1'), await isShown('9')]).toEqual([false, false])
  const { out } = await importAgain()
  expect(out).not.toContain('unpublished')
  await run(jobsCommand, 'publish', ...ofShop, '--class', '4-A')
  expect([await isShown('1'), await isShown('9')]).toEqual([true, true])
})

describe('an unpublished class that a roster spells differently', () => {
  const ofShop = () => ['Spring', '--provider', world.provider.key]
  const isNewChildShown = async () => {
    const person = await subjectsOf(world.app, world.provider.key).findOne({ key: '9' })
    forgetDeliveredJobs(world.app)
    const job = await jobsOf(world.app, world.provider.key).findOne({})
    return person && job && !isHidden(person, job)
  }
  beforeEach(async () => {
    await run(jobsCommand, 'unpublish', ...ofShop(), '--class', '4A')
    await roster('1,Anna,4-A', '2,Bo,4-A', '3,Cy,4B', '4,Di,4B', '9,Nils,4-A')
  })

  it('is withheld from its new children, too, until somebody publishes it', async () => {
    const { out } = await importAgain()
    expect(out).toContain('The class "4-A" is unpublished until somebody decides, as it may be "4A"')
    expect(await isNewChildShown()).toBe(false)
    await run(jobsCommand, 'publish', ...ofShop(), '--class', '4-A')
    await importAgain()
    expect(await isNewChildShown()).toBe(true)
  })

  it('stays published by a person when a third spelling comes, which is withheld alone', async () => {
    await roster('1,Anna,4-A', '3,Cy,4B', '4,Di,4B', '9,Nils,4-A')
    expect((await importAgain()).out).toContain('The class "4-A" is unpublished until somebody decides')
    await run(jobsCommand, 'publish', ...ofShop(), '--class', '4-A')
    await roster('1,Anna,4-A', '3,Cy,4B', '4,Di,4B', '9,Nils,4-A', '10,Ole,4 A')
    const { out } = await importAgain()
    expect(out).toContain('The class "4 A" is unpublished until somebody decides')
    expect(out).not.toContain('The class "4-A" is unpublished')
    expect(await isNewChildShown()).toBe(true)
  })

  it('is shown to its new children if a plan decides that it is another class', async () => {
    await apply(world.app, 'groups=leave')
    expect(await isNewChildShown()).toBe(true)
  })
})

describe('a class picture of an earlier year is not shown to the next class', () => {
  const eve = { Eve: [], Fay: [] }

  it('if those in it are not on the roster any more', async () => {
    await roster('3,Cy,4A', '4,Di,4A', '5,Eve,4B', '6,Fay,4B')
    await importAgain()
    expect(await sight()).toEqual({ Anna: ['first.jpg'], Bo: ['first.jpg'], Cy: [], Di: [], ...eve })
  })

  it('if each class has a list of its own', async () => {
    await roster('3,Cy,5B', '4,Di,5B')
    await importAgain()
    await roster('5,Eve,4B', '6,Fay,4B')
    expect((await importAgain()).out).toContain('is not shown to those who are new in it: 2')
    expect(await sight()).toEqual({ Anna: ['first.jpg'], Bo: ['first.jpg'], Cy: [], Di: [], ...eve })
    await roster('5,Eve,4B', '6,Fay,4B', '7,Gus,4B')
    await importAgain()
    expect(await sight()).toMatchObject({ ...eve, Gus: [] })
  })

  it('if those in it were moved by a command', async () => {
    for (const key of ['3', '4'])
      await run(jobsCommand, 'change-class', 'Spring', key, '5B', '--new-class', '--provider', world.provider.key)
    await roster('5,Eve,4B', '6,Fay,4B')
    await importAgain()
    expect(await sight()).toMatchObject(eve)
  })

  it('by those who go with it into a class of others', async () => {
    await roster('1,Anna,5A', '2,Bo,5A', '3,Cy,5A', '4,Di,5A')
    await apply(world.app, 'class-pictures=move')
    expect(await sight()).toEqual(before)
  })
})

it('the question says of each class how many others are in it, who do not see the picture', async () => {
  await roster('1,Anna,5A', '2,Bo,5A', '3,Cy,5A', '4,Di,4B')
  expect(await apply(world.app)).toContain('who are in "5A" now; the others there, 1, do not see them')
})

describe('somebody in a class picture who objects', () => {
  const objecting = (...argv: string[]) => run(jobsCommand, ...(argv as [string]), '--provider', world.provider.key)

  it.each([
    ['said no, and goes to another class', () => objecting('consent', 'Spring', '2', 'class-picture', 'no'), '2,Bo,5B'],
    ['was withdrawn, and is not on the roster', () => objecting('withdraw', 'Spring', '2'), ''],
    ['was not asked, which means no', () => objecting('not-asked', 'Spring', 'class-picture', 'no'), '2,Bo,5B'],
  ])('%s: it stays withheld from the others wherever it goes', async (_name, object, line) => {
    await object()
    expect((await sight()).Anna).toEqual([])
    await roster('1,Anna,5A', ...(line ? [line] : []), '3,Cy,4B', '4,Di,4B')
    await apply(world.app, 'class-pictures=move 5A')
    expect((await sight()).Anna).toEqual([])
  })

  it('keeps objecting when a command gives the picture to another class', async () => {
    await objecting('consent', 'Spring', '2', 'class-picture', 'no')
    await objecting('pictures', 'Spring', 'move', 'first.jpg', '--to-group', '4B')
    expect((await sight()).Cy).toEqual(['second.jpg'])
  })
})

it('an unpublished class stays unpublished for those who leave it, by roster or command, until their class is published', async () => {
  const ofShop = ['Spring', '--provider', world.provider.key]
  await run(jobsCommand, 'unpublish', ...ofShop, '--class', '4A')
  await roster('1,Anna,5A', '4,Di,4B')
  await importAgain()
  expect(await shownOwn()).toEqual([])
  await run(jobsCommand, 'publish', ...ofShop, '--class', '5A')
  expect(await shownOwn()).toEqual(['1_a.jpg'])
  await run(jobsCommand, 'change-class', 'Spring', '1', '4A', '--provider', world.provider.key)
  const moved = await run(
    jobsCommand,
    'change-class',
    'Spring',
    '1',
    '4 A',
    '--new-class',
    '--provider',
    world.provider.key,
  )
  expect(moved.out).toContain('Unpublished with 4A, and so still')
  expect(await shownOwn()).toEqual([])
})
