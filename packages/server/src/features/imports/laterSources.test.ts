import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { picturesOf, subjectsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { importCommand } from './command.ts'

// What a later list, folder or name says about pictures that the job has already: nobody gets or loses one without being asked about.

let world: ImportWorld
beforeEach(async () => {
  world = await buildImportWorld()
})
afterEach(() => world.close())

const run = async (...argv: string[]) => {
  const { code, lines } = await runInTerminal(importCommand, argv, world.app)
  return { code, out: lines.join('\n') }
}
const planPath = () => `${world.folder}-plan.json`
const ofJob = () => ['--provider', world.provider.key, '--job', 'Spring']
const importFolder = (...options: string[]) => run(world.folder, ...ofJob(), ...options)
const plan = () => run(world.folder, ...ofJob(), '--plan', planPath())
const apply = (...decisions: string[]) =>
  run('--apply', planPath(), '--operator', 'Kim', ...decisions.flatMap((decision) => ['--decide', decision]))
const jobs = (action: string, ...argv: string[]) =>
  runInTerminal(jobsCommand, [action, 'Spring', ...argv, '--provider', world.provider.key], world.app)
const roster = (...lines: string[]) => world.writeFiles({ 'roster.csv': `key,name,group,files\n${lines.join('\n')}\n` })

/** Everybody's pictures by name. */
async function sight(): Promise<Record<string, string[]>> {
  const { app, provider } = world
  const subjects = await subjectsOf(app, provider.key).find({}).toArray()
  const entries = subjects.map(async ({ uuid, name }) => {
    const own = await picturesOf(app, provider.key).find({ 'assignment.subjects.uuid': uuid }).toArray()
    return [name, own.map(({ fileName }) => fileName).sort()] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

describe('a list that names a picture for somebody else, too', () => {
  const apart = { 'Anna Lind': ['IMG_1.jpg'], 'Bo Berg': ['IMG_2.jpg'] }
  const shared = { 'Anna Lind': ['IMG_1.jpg'], 'Bo Berg': ['IMG_1.jpg', 'IMG_2.jpg'] }
  const right = () => roster('1001,Anna Lind,4B,IMG_1.jpg', '1002,Bo Berg,5C,IMG_2.jpg')
  const slip = () => roster('1001,Anna Lind,4B,IMG_1.jpg', '1002,Bo Berg,5C,IMG_1.jpg;IMG_2.jpg')
  beforeEach(async () => {
    await world.writeFiles({ 'IMG_1.jpg': await aPicture(1), 'IMG_2.jpg': await aPicture(2) })
    await right()
    await importFolder()
    await slip()
  })

  it('does not show it to them, however often it is imported, and is listed', async () => {
    for (let time = 0; time < 2; time++) {
      const { code, out } = await importFolder()
      expect([code, await sight()]).toEqual([2, apart])
      expect(out).toContain(
        'IMG_1.jpg was left out: it is a picture of Anna Lind ("1001"), and also planned for Bo Berg ("1002")',
      )
    }
    await right()
    expect(await importFolder()).toMatchObject({ code: 0, out: expect.not.stringContaining('Please check') })
  })

  it('is a question of the plan, by which they get it', async () => {
    const { code, out } = await plan()
    expect([code, out]).toEqual([2, expect.stringContaining('planned for Anna Lind ("1001") and Bo Berg ("1002")')])
    await apply('picture=leave')
    expect(await sight()).toEqual(apart)
    await plan()
    const { out: applied } = await apply('picture=move')
    expect([await sight(), applied]).toEqual([
      shared,
      expect.stringContaining('IMG_1.jpg is a picture of Bo Berg ("1002") now, too'),
    ])
  })

  it('that is corrected is listed with who has it still, and takes it from them with --move', async () => {
    await importFolder('--move')
    expect(await sight()).toEqual(shared)
    expect(await importFolder()).toMatchObject({ code: 0 })
    await right()
    const { code, out } = await importFolder()
    expect([code, await sight()]).toEqual([2, shared])
    expect(out).toContain(
      'IMG_1.jpg stays a picture of Anna Lind ("1001") and Bo Berg ("1002"), though it is only planned for Anna Lind ("1001")',
    )
    const moved = await importFolder('--move')
    expect([await sight(), moved.out]).toEqual([
      apart,
      expect.stringContaining('IMG_1.jpg was taken from Bo Berg ("1002"), and is only a picture of Anna Lind ("1001")'),
    ])
    expect(await importFolder()).toMatchObject({ code: 0 })
  })

  it('that is corrected is a question of the plan, which is not asked again once it is decided', async () => {
    await importFolder('--move')
    await right()
    const { out } = await plan()
    expect(out).toMatch(/1=move: it moves to Anna Lind \("1001"\); Bo Berg \("1002"\) no longer see it/)
    await apply('1=stay')
    expect(await sight()).toEqual(shared)
    expect((await plan()).out).not.toContain('IMG_1.jpg')
    expect(await importFolder('--move')).toMatchObject({ code: 0 })
    expect(await sight()).toEqual(shared)
  })

  it('takes it from them by the plan, or by a command', async () => {
    await importFolder('--move')
    await right()
    await plan()
    await apply('picture=move')
    expect(await sight()).toEqual(apart)
    await slip()
    await importFolder('--move')
    await jobs('pictures', 'move', 'IMG_1.jpg', '--to', '1001')
    expect(await sight()).toEqual(apart)
    expect((await plan()).out).toContain('a picture of Anna Lind ("1001"), as somebody has decided')
    expect((await apply()).code).not.toBe(1)
    expect(await sight()).toEqual(apart)
  })

  it('takes it from nobody who is not on it', async () => {
    await importFolder('--move')
    await roster('1001,Anna Lind,4B,IMG_1.jpg')
    const { out } = await importFolder('--move')
    expect([await sight(), out]).toEqual([shared, expect.not.stringContaining('IMG_1.jpg')])
  })
})

it('copies for each of those whose a picture is are that picture, and take it from nobody', async () => {
  await roster('1,Anna Lind,4B,both.jpg', '2,Bo Berg,5C,both.jpg')
  await world.writeFiles({ 'both.jpg': await aPicture(1) })
  await importFolder()
  await roster('1,Anna Lind,4B,', '2,Bo Berg,5C,')
  await world.writeFiles({ 'Anna Lind/both.jpg': await aPicture(1), 'Bo Berg/both.jpg': await aPicture(1) })
  for (const options of [[], ['--move']]) {
    const { out } = await importFolder(...options)
    expect(await sight()).toEqual({ 'Anna Lind': ['both.jpg'], 'Bo Berg': ['both.jpg'] })
    expect(out).not.toContain('planned for')
  }
})

describe('a picture of the job of which a later import says that it is somebody else’s', () => {
  const before = { 'Anna Lind': ['4001_1.jpg'], 'Bo Berg': ['4002_1.jpg'], 'Cia Dal': ['4003_1.jpg'] }
  const people = ['4001,Anna Lind,4B,', '4002,Bo Berg,4B,', '4003,Cia Dal,5A,']
  const photograph = async (seed: number, ...names: string[]) => {
    for (const name of names) await world.writeFiles({ [name]: await aPicture(seed) })
  }
  beforeEach(async () => {
    await photograph(1, '4001_1.jpg')
    await photograph(2, '4002_1.jpg')
    await photograph(3, '4003_1.jpg')
    await roster(...people)
    await importFolder()
    for (const name of ['4001_1.jpg', '4002_1.jpg', '4003_1.jpg']) await rm(join(world.folder, name))
  })

  it.each([
    ['the column files for each other', ['4001_1.jpg'], ['4001,Anna Lind,4B,', '4002,Bo Berg,4B,4001_1.jpg']],
    ['the folder of somebody else', ['Bo Berg/4001_1.jpg'], people],
    ['the folder of another class', ['5A/4001_1.jpg'], people],
    ['the folder of somebody who is not on the roster', ['Cia Dal/x.jpg'], people.slice(0, 2)],
    ['the folder of a stranger', ['Dan Ek/x.jpg'], people],
    ['a line that is left out', ['x.jpg'], ['4001,Anna Lind,4B,', '4002,Bo Berg,4B,', '4002,Bosse Berg,4B,x.jpg']],
    ['nothing at all', ['IMG_7.jpg'], people],
  ])('by %s: is listed, and asked about, however often', async (_what, [file = ''], lines) => {
    await photograph(1, file)
    await roster(...lines)
    for (const options of [[], [], ['--move']]) {
      const { code, out } = await importFolder(...options)
      expect(code).not.toBe(0)
      expect(await sight()).toEqual(before)
      expect(out).toContain(`${file} stays a picture of Anna Lind ("4001")`)
    }
    const { code, out } = await plan()
    expect([code, out]).toEqual([2, expect.stringContaining(`1 ${file} stays a picture of Anna Lind ("4001")`)])
    await apply('1=leave')
    expect(await sight()).toEqual(before)
  })

  it('goes where a decision says, which no later import asks about again', async () => {
    const decide = async (file: string, decision: string) => {
      await photograph(1, file)
      await plan()
      const { out } = await apply(`file=${decision}`)
      const { code, out: later } = await importFolder()
      return { out, later, code }
    }
    expect(await decide('Bo Berg/4001_1.jpg', 'stay')).toMatchObject({
      code: 0,
      later: expect.not.stringContaining('4001_1'),
    })
    expect(await sight()).toEqual(before)
    expect((await jobs('history')).out).toContain('Kim')
  })

  it('is somebody else’s, or nobody’s, by a decision, and the import can be undone', async () => {
    await photograph(1, 'Bo Berg/4001_1.jpg')
    await plan()
    const { out } = await apply('1=person 4002')
    expect(out).toContain('was moved from Anna Lind ("4001") to Bo Berg ("4002")')
    expect(await sight()).toEqual({ ...before, 'Anna Lind': [], 'Bo Berg': ['4001_1.jpg', '4002_1.jpg'] })
    expect(await importFolder()).toMatchObject({ code: 2, out: expect.not.stringContaining('4001_1') })
    expect((await jobs('undo', '2')).code).toBe(0)
    expect(await sight()).toEqual(before)
    await plan()
    expect((await apply('1=nobody')).out).toContain('was taken from Anna Lind ("4001"), and is a picture of nobody now')
    expect(await sight()).toEqual({ ...before, 'Anna Lind': [] })
    await importFolder()
    expect((await sight())['Anna Lind']).toEqual([])
  })

  it('is not listed if everything says the same as before, or a person has decided it', async () => {
    const isQuiet = async () => {
      const { code, out } = await importFolder()
      expect([code, out]).toEqual([0, expect.not.stringContaining('stays a picture')])
      expect((await plan()).code).toBe(0)
      expect(await sight()).toEqual(before)
    }
    // In other folders of hers, of those who are not on this roster, in the class that she has left, and next to another copy.
    await photograph(1, 'Anna Lind/x.jpg', '4001_7.jpg')
    await photograph(3, '4003_7.jpg', 'selection/7.jpg')
    await roster('4001,Anna Lind,4B,', '4002,Bo Berg,4B,')
    await rm(join(world.folder, '4001_7.jpg'))
    await isQuiet()
    await roster('4001,Anna Lind,6C,', '4002,Bo Berg,4B,', '4003,Cia Dal,5A,')
    await photograph(1, '4B/4001_1.jpg')
    await rm(join(world.folder, 'Anna Lind'), { recursive: true })
    await isQuiet()
    // A command has moved it there and back.
    await jobs('pictures', 'move', '4001_1.jpg', '--to', '4002')
    await jobs('pictures', 'move', '4001_1.jpg', '--to', '4001')
    await photograph(1, '5A/4001_1.jpg')
    await isQuiet()
  })
})

describe('a class picture of the job that arrives in the folder of somebody', () => {
  const groupsOf = async () => {
    const picture = await picturesOf(world.app, world.provider.key).findOne({ fileName: 'class.jpg' })
    return picture?.assignment.to === 'groups' ? picture.assignment.groups : (picture?.assignment.to ?? null)
  }
  beforeEach(async () => {
    await roster('1,Anna Lind,4A,', '2,Bo Berg,4A,')
    await world.writeFiles({ '_group/4A/class.jpg': await aPicture(1), '1_a.jpg': await aPicture(2) })
    await importFolder()
    await rm(join(world.folder, '_group'), { recursive: true })
    await world.writeFiles({ 'Anna Lind/class.jpg': await aPicture(1) })
  })

  it('stays one, is listed, and is a question of the plan', async () => {
    for (const options of [[], ['--move']]) {
      const { code, out } = await importFolder(...options)
      expect([code, await groupsOf()]).toEqual([2, ['4A']])
      expect(out).toContain('Anna Lind/class.jpg stays a picture of the group 4A: it belongs to "1" of Anna Lind (4A)')
    }
    const { code, out } = await plan()
    expect([code, out]).toEqual([
      2,
      expect.stringContaining('1 Anna Lind/class.jpg stays a picture of the group 4A: it belongs to "1"'),
    ])
    await apply('1=leave')
    expect(await groupsOf()).toEqual(['4A'])
  })

  it('is not asked about again once somebody has decided that it is one', async () => {
    await plan()
    await apply('1=stay')
    expect(await groupsOf()).toEqual(['4A'])
    expect(await importFolder('--move')).toMatchObject({ out: expect.not.stringContaining('class.jpg') })
    expect((await plan()).out).not.toContain('class.jpg')
    expect(await groupsOf()).toEqual(['4A'])
  })

  it('is theirs, or nobody’s, by a decision, which the next import repeats and an undo reverses', async () => {
    await plan()
    const { out } = await apply('1=person 1')
    expect(out).toContain('was moved from the group 4A to Anna Lind ("1")')
    expect((await sight())['Anna Lind']).toEqual(['1_a.jpg', 'class.jpg'])
    const { out: again } = await importFolder()
    expect(again).not.toContain('class.jpg')
    expect((await sight())['Anna Lind']).toEqual(['1_a.jpg', 'class.jpg'])
    await jobs('undo', '2')
    expect(await groupsOf()).toEqual(['4A'])
    await plan()
    await apply('1=nobody')
    expect(await groupsOf()).toBe('unmatched')
  })
})

it('a portrait of the job that arrives in the folder of a class stays one, and is a question of the plan', async () => {
  await roster('1,Anna Lind,4A,', '2,Bo Berg,4A,')
  await world.writeFiles({ '1_a.jpg': await aPicture(1), '2_a.jpg': await aPicture(2) })
  await importFolder()
  await rm(join(world.folder, '1_a.jpg'))
  await world.writeFiles({ '_group/4A/all.jpg': await aPicture(1) })
  const { code, out } = await plan()
  expect([code, out]).toEqual([
    2,
    expect.stringContaining(
      '_group/4A/all.jpg stays a picture of Anna Lind ("1"): it is in the folder of the group "4A"',
    ),
  ])
  await apply('file=leave')
  expect((await sight())['Anna Lind']).toEqual(['1_a.jpg'])
  await plan()
  await apply('file=stay')
  expect((await plan()).out).not.toContain('all.jpg')
  expect((await sight())['Anna Lind']).toEqual(['1_a.jpg'])
})
