import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { saveProvider } from '../../platform/provider/collection.ts'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { buildProvider } from '../../testing/buildProvider.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { codesOfSubject } from '../access/codes.ts'
import { picturesOf, subjectsOf } from '../jobs/collection.ts'
import { importCommand } from './command.ts'
import { importTask } from './importTask.ts'
import { readPlan } from './makePlan.ts'
import type { SavedPlan } from './planFile.ts'

let world: ImportWorld

beforeEach(async () => {
  world = await buildImportWorld()
})
afterEach(() => world.close())

/** The exit code and everything printed. */
async function run(...argv: string[]): Promise<{ code: number; out: string }> {
  const { code, lines } = await runInTerminal(importCommand, argv, world.app)
  return { code, out: lines.join('\n') }
}

const planPath = () => join(world.folder, '..', 'plan.json')
const job = ['--job', 'Spring']
const plan = (...options: string[]) =>
  run(world.folder, '--provider', world.provider.key, ...job, '--plan', planPath(), ...options)
const apply = (...options: string[]) => run('--apply', planPath(), ...options)
const importFolder = () => run(world.folder, '--provider', world.provider.key, ...job)

/** Each person's name, group and pictures. */
async function people(): Promise<Record<string, string[]>> {
  const { app, provider } = world
  const subjects = await subjectsOf(app, provider.key).find({}).toArray()
  const entries = subjects.map(async ({ uuid, name, group }) => {
    const own = await picturesOf(app, provider.key).find({ 'assignment.subjects.uuid': uuid }).toArray()
    return [`${name} ${group}`.trim(), own.map(({ fileName }) => fileName).sort()] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

async function allDocuments(): Promise<unknown[]> {
  const names = ['jobs', 'subjects', 'pictures', 'codes']
  return Promise.all(names.map((name) => world.app.db.collection(name).find({}).sort({ _id: 1 }).toArray()))
}

describe('a corrected name in a roster without keys', () => {
  beforeEach(async () => {
    await world.writeFiles({
      'roster.csv': 'name,group\nEma Lind,4B\nNoah Berg,4B\n',
      'Ema Lind/a.jpg': await aPicture(1),
    })
    await importFolder()
    await world.writeFiles({
      'roster.csv': 'name,group\nEmma Lind,4B\nNoah Berg,4B\n',
      'Emma Lind/b.jpg': await aPicture(2),
    })
  })

  it('makes no second child without a decision', async () => {
    const { code, out } = await importFolder()
    expect(await people()).toEqual({ 'Ema Lind 4B': ['a.jpg'], 'Noah Berg 4B': [] })
    expect(out).toContain('may be Ema Lind (4B) ("4b / ema lind") by a similar name, who is not on this roster')
    expect(out).toContain('Emma Lind/b.jpg was left out')
    // Nothing was imported.
    expect(code).toBe(1)
  })

  it('corrects the child, with its code and pictures, by a decision about the plan', async () => {
    const { app, provider } = world
    const before = await subjectsOf(app, provider.key).findOne({ name: 'Ema Lind' })
    const codes = await codesOfSubject(app, provider, before?.uuid ?? '')
    const documents = await allDocuments()
    const { code, out } = await plan()
    expect(code).toBe(2)
    expect(out).toContain('1=same 4b / ema lind: Emma Lind is Ema Lind (4B) ("4b / ema lind")')
    expect(await allDocuments()).toEqual(documents)
    await apply('--decide', 'person=same')
    // The file in her folder needed no decision of its own.
    expect(await people()).toEqual({ 'Emma Lind 4B': ['a.jpg', 'b.jpg'], 'Noah Berg 4B': [] })
    const after = await subjectsOf(app, provider.key).findOne({ name: 'Emma Lind' })
    expect(after?.uuid).toBe(before?.uuid)
    expect(await codesOfSubject(app, provider, before?.uuid ?? '')).toEqual(codes)
    // Somebody who gets the old key later is somebody else.
    await world.writeFiles({ 'roster.csv': 'key,name,group\n4B / Ema Lind,Una Falk,6C\n' })
    await importFolder()
    expect(Object.keys(await people()).sort()).toEqual(['Emma Lind 4B', 'Noah Berg 4B', 'Una Falk 6C'])
  })

  it('is listed if it was decided to leave it out', async () => {
    await plan()
    expect((await apply('--decide', 'person=leave')).out).toContain('The line was left out, as decided')
    expect(Object.keys(await people()).sort()).toEqual(['Ema Lind 4B', 'Noah Berg 4B'])
  })

  it('may be written into the saved plan', async () => {
    await plan()
    const saved = JSON.parse(await readFile(planPath(), 'utf8'))
    saved.questions[0].decision = 'new'
    await writeFile(planPath(), JSON.stringify(saved))
    await apply()
    expect(await people()).toEqual({ 'Ema Lind 4B': ['a.jpg'], 'Emma Lind 4B': ['b.jpg'], 'Noah Berg 4B': [] })
  })
})

describe('a saved plan is refused, and changes nothing,', () => {
  beforeEach(async () => {
    await world.writeFiles({ 'roster.csv': 'key,name\n1,Emma\n2,Noah\n', '1_a.jpg': await aPicture(1) })
    await plan()
  })

  it.each([
    ['the roster', async () => world.writeFiles({ 'roster.csv': 'key,name\n1,Emma\n2,Noah Berg\n' })],
    ['a photograph', async () => world.writeFiles({ '1_a.jpg': await aPicture(2) })],
    ['the set of files', async () => world.writeFiles({ '2_a.jpg': await aPicture(2) })],
    ['the job', importFolder],
  ])('once %s has changed', async (_what, change) => {
    await change()
    const before = await allDocuments()
    const { code, out } = await apply()
    expect(out).toContain('has changed since the plan was made, and nothing was imported: make a new plan')
    expect(code).toBe(1)
    expect(await allDocuments()).toEqual(before)
  })

  it('if a decision is impossible, the file is not a plan, or an option is in it already', async () => {
    const before = await allDocuments()
    expect((await apply('--decide', '1=new')).out).toContain('There is no question 1: there are 0')
    expect((await apply('--job', 'Autumn')).out).toContain('--job is in the plan already')
    await writeFile(planPath(), '{"format":"something else"}')
    expect((await apply()).out).toContain('is not a plan that --plan has saved')
    expect(await allDocuments()).toEqual(before)
  })
})

describe('a saved plan that was changed elsewhere than in its decisions is refused, with a sentence:', () => {
  it.each([
    ['its shop', (saved: SavedPlan) => ({ ...saved, provider: 'nordlys' })],
    ['the id of a question', (saved: SavedPlan) => changeQuestion(saved, { id: 'person 1 nobody' })],
    [
      'the options of a question',
      (saved: SavedPlan) => changeQuestion(saved, { options: [{ value: 'new', text: '' }] }),
    ],
    ['its own hash', (saved: SavedPlan) => ({ ...saved, fingerprint: { ...saved.fingerprint, plan: '' } })],
  ])('%s', async (_what, change) => {
    await saveProvider(world.app, buildProvider({ key: 'nordlys' }))
    await world.writeFiles({ 'roster.csv': 'name,group\nEma Lind,4B\n' })
    await importFolder()
    await world.writeFiles({ 'roster.csv': 'name,group\nEmma Lind,4B\n' })
    await plan()
    const before = await allDocuments()
    const saved = JSON.parse(await readFile(planPath(), 'utf8')) as SavedPlan
    await writeFile(planPath(), JSON.stringify(change(saved)))
    const { code, out } = await apply()
    expect(out).toContain('was changed elsewhere than in its decisions')
    expect(code).toBe(1)
    expect(await allDocuments()).toEqual(before)
  })
})

const changeQuestion = (saved: SavedPlan, change: object) => ({
  ...saved,
  questions: saved.questions.map((question) => ({ ...question, ...change })),
})

describe('a plan decides', () => {
  it('whose a file is that nothing points to, by anybody’s key', async () => {
    await world.writeFiles({
      'roster.csv': 'key,name,group\n1,Emma,4B\n2,Noah,5A\n',
      'x.jpg': await aPicture(1),
      '4B/2_y.jpg': await aPicture(2),
    })
    const { out } = await plan()
    expect(out).toContain('x.jpg nothing says whose it is')
    expect(out).toContain('4B/2_y.jpg it belongs to "2" of Noah (5A), but is in the folder of the group "4B"')
    expect((await apply('--decide', '1=person 9', '--decide', '2=person 1')).code).toBe(1)
    const number = (file: string) => new RegExp(`^ +(\\d+) ${file.replace('/', '\\/')}`, 'm').exec(out)?.[1]
    const decisions = [`${number('x.jpg')}=person 1`, `${number('4B/2_y.jpg')}=person 2`].flatMap((text) => [
      '--decide',
      text,
    ])
    expect((await apply(...decisions, '--operator', 'Kim')).code).toBe(0)
    expect(await people()).toEqual({ 'Emma 4B': ['x.jpg'], 'Noah 5A': ['2_y.jpg'] })
    const [picture] = await picturesOf(world.app, world.provider.key).find({ fileName: 'x.jpg' }).toArray()
    expect(picture?.assignment).toMatchObject({ why: 'hand', by: 'Kim' })
    // Decided once: the next import does not ask again.
    const again = await importFolder()
    expect(again.out).not.toContain('x.jpg')
    expect(again.code).toBe(0)
  })

  it('that pictures move, one by one', async () => {
    await world.writeFiles({
      'roster.csv': 'key,name,files\n1,Emma,"a.jpg;c.jpg"\n2,Noah,b.jpg\n',
      'a.jpg': await aPicture(1),
      'b.jpg': await aPicture(2),
      'c.jpg': await aPicture(3),
    })
    await importFolder()
    await world.writeFiles({ 'roster.csv': 'key,name,files\n1,Emma,b.jpg\n2,Noah,"a.jpg;c.jpg"\n' })
    const { out } = await plan()
    expect(out).toContain('a.jpg is already a picture of Emma ("1"), but is planned for Noah ("2")')
    const number = /(\d+) c\.jpg/.exec(out)?.[1]
    await apply('--decide', 'picture=move', '--decide', `${number}=leave`)
    expect(await people()).toEqual({ Emma: ['b.jpg', 'c.jpg'], Noah: ['a.jpg'] })
  })
})

it('a plan that was interrupted continues with its decisions, although the job has changed by itself', async () => {
  await world.writeFiles({ 'roster.csv': 'name,group\nEma Lind,4B\n', 'Ema Lind/a.jpg': await aPicture(1) })
  await importFolder()
  const files = [2, 3, 4, 5, 6].map(async (shot) => [`Emma Lind/${shot}.jpg`, await aPicture(shot)] as const)
  await world.writeFiles({
    'roster.csv': 'name,group\nEmma Lind,4B\n',
    ...Object.fromEntries(await Promise.all(files)),
  })
  await plan()
  const { input } = await readPlan(planPath(), { decide: ['person=same'], by: 'Kim' })
  const stopping = new AbortController()
  let checkpoint: 'checked' | null = null
  const task = (signal: AbortSignal) => ({
    ...{ id: 'a task', provider: world.provider.key, input, resumeFrom: checkpoint, signal },
    progress: async () => stopping.abort(new Error('The process was killed')),
    log: async () => {},
    requested: new Date(),
    forgetSoon: async () => {},
    checkpoint: async (state: 'checked') => {
      checkpoint = state
    },
  })
  await expect(importTask.run(world.app, task(stopping.signal))).rejects.toThrow('The process was killed')
  expect((await people())['Emma Lind 4B']?.length).toBeLessThan(6)
  const { report } = await importTask.run(world.app, task(new AbortController().signal))
  expect(report.problems).toEqual([])
  expect(await people()).toEqual({ 'Emma Lind 4B': ['2.jpg', '3.jpg', '4.jpg', '5.jpg', '6.jpg', 'a.jpg'] })
})

it('a plan that was killed half-way is continued by the same command, and refused once its files have changed', async () => {
  const files = Array.from({ length: 60 }, async (_, shot) => [`x${shot}.jpg`, await aPicture(shot)] as const)
  await world.writeFiles({ 'roster.csv': 'key,name\n1,Emma\n', ...Object.fromEntries(await Promise.all(files)) })
  await plan()
  const argv = [
    '--apply',
    planPath(),
    '--decide',
    'file=leave',
    ...Array.from({ length: 60 }, (_, at) => ['--decide', `${at + 1}=person 1`]).flat(),
  ]
  const { secret, mongodbUrl } = world.app.env
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../cli/main.ts'), 'import', ...argv], {
    env: { ...process.env, DATA_DIR: world.dataDir, SECRET: secret, MONGODB_URL: mongodbUrl },
    stdio: 'ignore',
  })
  const stored = () => picturesOf(world.app, world.provider.key).count({})
  while ((await stored()) < 3) await new Promise((done) => setTimeout(done, 5))
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await stored()).toBeLessThan(60)
  const original = await aPicture(0)
  await world.writeFiles({ 'x0.jpg': await aPicture(99) })
  const refused = await apply(...argv.slice(2))
  expect(refused.out).toContain('has changed since it began, so that the import stopped half-way: make a new plan')
  await world.writeFiles({ 'x0.jpg': original })
  await plan()
  await apply('--decide', 'file=person 1')
  expect((await people()).Emma).toHaveLength(60)
})

it('a plan that cannot be written where it should be is one sentence', async () => {
  await world.writeFiles({ 'roster.csv': 'name,group\nEmma Lind,4B\n', 'Emma Lind/a.jpg': await aPicture(1) })
  const planInto = (path: string) =>
    runInTerminal(importCommand, [world.folder, '--provider', world.provider.key, ...job, '--plan', path], world.app)
  const missing = join(world.folder, 'none', 'plan.json')
  expect(await planInto(missing)).toMatchObject({
    code: 1,
    problem: `${missing} cannot be written: there is no folder ${join(world.folder, 'none')}.`,
  })
  expect(await planInto(world.folder)).toMatchObject({
    code: 1,
    problem: `${world.folder} cannot be written: it is a folder. Name a file in it.`,
  })
  const below = join(world.folder, 'roster.csv', 'plan.json')
  expect(await planInto(below)).toMatchObject({ code: 1, problem: `${below} cannot be written (ENOTDIR).` })
})
