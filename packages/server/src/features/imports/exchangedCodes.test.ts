import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { subjectsOfCode } from '../access/codes.ts'
import { subjectsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { importCommand } from './command.ts'

// The letters with A, B and C are printed; a later list has its code column shifted by one line.

const [A, B, C] = ['AAAA111111', 'BBBB222222', 'CCCC333333']
const RIGHT = [A, B, C]
const SHIFTED = [B, C, A]

let world: ImportWorld
beforeEach(async () => {
  world = await buildImportWorld()
  await roster(RIGHT)
  await importFolder('--publish')
  await roster(SHIFTED)
})
afterEach(() => world.close())

const roster = ([one, two, three]: readonly string[]) =>
  world.writeFiles({
    'roster.csv': `key,name,group,code\n1,Ola One,4A,${one}\n2,Per Two,4A,${two}\n3,Siv Tre,4A,${three}\n`,
  })

async function run(...argv: string[]) {
  const { code, lines } = await runInTerminal(importCommand, argv, world.app)
  return { code, out: lines.join('\n') }
}
const planPath = () => join(world.folder, '..', 'plan.json')
const importFolder = (...options: string[]) =>
  run(world.folder, '--provider', world.provider.key, '--job', 'Spring', ...options)
const plan = () => importFolder('--plan', planPath())
const apply = (...options: string[]) => run('--apply', planPath(), ...options)
const jobs = (action: string, ...argv: string[]) =>
  runInTerminal(jobsCommand, [action, 'Spring', ...argv, '--provider', world.provider.key], world.app)

/** The keys of those whom each code opens. */
async function opened(...codes: string[]): Promise<string[]> {
  const { app, provider } = world
  const found = codes.map(async (code) => {
    const uuids = await subjectsOfCode(app, provider, code)
    const subjects = await subjectsOf(app, provider.key)
      .find({ uuid: { $in: uuids } })
      .toArray()
    return subjects
      .map(({ key }) => key)
      .sort()
      .join('+')
  })
  return Promise.all(found)
}
const codesNow = () => opened(A, B, C)

const AS_BEFORE = ['1', '2', '3']
const NOBODY = ['', '', '']

it('is one question of the plan, about all its codes together', async () => {
  const { code, out } = await plan()
  expect(code).toBe(2)
  expect(out).toContain('(Ola One) and 2 others have codes that open somebody else of the job')
  expect(out).toContain('1=stay')
  expect(await codesNow()).toEqual(AS_BEFORE)
})

it.each([
  ['stay', AS_BEFORE],
  ['list', ['3', '1', '2']],
  ['nobody', NOBODY],
])('the decision %s is what happens, is in the history, and is undone with the import', async (decision, after) => {
  await plan()
  await apply('--decide', `codes=${decision}`)
  expect(await codesNow()).toEqual(after)
  const { lines } = await jobs('history')
  const isListed = lines.some((line) => /^2 .* import {2}(\w+ \w+: code; ){2}\w+ \w+: code/.test(line))
  expect(isListed, lines.join('\n')).toBe(decision !== 'stay')
  if (decision === 'stay') return
  expect((await jobs('undo', '2')).lines.join('\n')).toContain('Number 2 is undone: 3 people are as before')
  expect(await codesNow()).toEqual(AS_BEFORE)
  expect((await jobs('undo', '3')).code).toBe(0)
  expect(await codesNow()).toEqual(after)
})

it('without a decision they open nobody, the report names the way back, and the right list is one', async () => {
  const { out } = await importFolder()
  expect(await codesNow()).toEqual(NOBODY)
  expect(out).toContain('"jobs undo" of number 2')
  await importFolder()
  expect(await codesNow()).toEqual(NOBODY)
  await roster(RIGHT)
  await importFolder()
  expect(await codesNow()).toEqual(AS_BEFORE)
  // Also that is in the history.
  await jobs('undo', '3')
  expect(await codesNow()).toEqual(NOBODY)
})

it('what a later list has done to a code is undone first', async () => {
  await roster([A, 'DDDD444444', C])
  await importFolder()
  await roster(['DDDD444444', B, C])
  await importFolder()
  expect(await opened(B, 'DDDD444444')).toEqual(['2', ''])
  const refused = await jobs('undo', '2')
  expect(refused.code).toBe(1)
  expect(refused.lines.join('\n')).toContain('people were changed later: Per Two')
  expect((await jobs('undo', '3')).code).toBe(0)
  expect(await opened('DDDD444444')).toEqual(['2'])
  expect((await jobs('undo', '2')).code).toBe(0)
  expect(await opened(B, 'DDDD444444')).toEqual(['2', ''])
})

it('a code that two shared and a list has separated opens both again once that is undone', async () => {
  await roster([A, A, C])
  await importFolder()
  expect(await opened(A, B)).toEqual(['1+2', '2'])
  await roster([A, B, C])
  await importFolder()
  expect(await opened(A, B)).toEqual(['1', '2'])
  expect((await jobs('undo', '3')).code).toBe(0)
  expect(await opened(A, B)).toEqual(['1+2', '2'])
})

it.each([
  ['nobody', 'a right list'],
  ['list', 'an undo'],
  ['nobody', 'an undo'],
])('after the decision %s, a code whose child got a new one is not brought back by %s', async (decision, way) => {
  await plan()
  await apply('--decide', `codes=${decision}`)
  expect((await jobs('new-code', 'Ola One')).code).toBe(0)
  await roster(RIGHT)
  if (way === 'an undo') await jobs('undo', '2')
  else await importFolder()
  const [ofOla] = await codesNow()
  expect(ofOla).toBe('')
})
