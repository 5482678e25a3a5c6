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
