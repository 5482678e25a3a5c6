import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { subjectsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { importCommand } from './command.ts'

// A school takes an address out of its list: whoever is no longer to be reached there is not reached there without a word.

let world: ImportWorld
beforeEach(async () => {
  world = await buildImportWorld()
  await list(`${ANNA},mother@example.com,+12125550123`, BO)
  await run(importCommand, world.folder, ...ofJob())
})
afterEach(() => world.close())

const ANNA = '1,Anna Berg,4A,Maja Berg'
const EMPTY = '1,Anna Berg,4A,,,'
const BO = '2,Bo Lind,4A,Eva Lind,eva@example.com,'
const list = (...lines: string[]) => {
  const header = 'Student number,Name,Class,Guardian 1,Guardian 1 email,Guardian 1 phone'
  return world.writeFiles({ 'roster.csv': [header, ...lines, ''].join('\n') })
}
const ofJob = () => ['--provider', world.provider.key, '--job', 'Spring']
const planPath = () => join(world.folder, '..', 'plan.json')
const run = async (command: typeof importCommand, ...argv: string[]) => {
  const { lines, problem } = await runInTerminal(command, argv, world.app)
  return [...lines, problem].join('\n')
}
const importAgain = (...more: string[]) => run(importCommand, world.folder, ...ofJob(), ...more)
const decide = async (...decisions: string[]) => {
  const printed = await importAgain('--plan', planPath())
  return printed + (await run(importCommand, '--apply', planPath(), ...decisions.flatMap((each) => ['--decide', each])))
}
const jobs = (what: string, ...argv: string[]) =>
  run(jobsCommand, what, 'Spring', ...argv, '--provider', world.provider.key)

async function detailsOf(key: string) {
  const person = await subjectsOf(world.app, world.provider.key).findOne({ key })
  const { email = null, others = [], phone = null } = person?.contact ?? {}
  const guardians = (person?.guardians ?? []).map((each) => [each.name, ...each.emails, each.phone].join(' ').trim())
  return { emails: [email, ...others].filter(Boolean), phone, guardians }
}
const STORED = {
  emails: ['mother@example.com'],
  phone: '+12125550123',
  guardians: ['Maja Berg mother@example.com +12125550123'],
}
const STAYS =
  '(Anna Berg) has no address, no number and no guardian on this list any more: 1 address, 1 number and 1 guardian from earlier stay and are used'

it('an address, a number and a guardian that a list has no longer stay, and the report and the plan name whose they are', async () => {
  await list(EMPTY, BO)
  const report = await importAgain()
  expect(report).toContain(`Roster line 2 ${STAYS}. Make a plan with --plan to remove them`)
  expect(report).not.toContain('(Bo Lind) has no address')
  expect(await detailsOf('1')).toEqual(STORED)
  expect(await decide()).toContain(`1 Roster line 2 ${STAYS}`)
  expect(await detailsOf('1')).toEqual(STORED)
})

it('they are removed if a plan decides it, and an undo brings them back', async () => {
  await list(EMPTY, BO)
  expect(await decide('contacts=remove')).toContain('has no telephone number any more')
  expect(await detailsOf('1')).toEqual({ emails: [], phone: null, guardians: [] })
  expect(await importAgain()).not.toContain('on this list any more')
  expect(await jobs('undo', '2')).toContain('is undone')
  expect(await detailsOf('1')).toEqual(STORED)
})

it('only what the list has no longer is removed', async () => {
  await list(`${ANNA},,+12125550123`, BO)
  expect(await decide('contacts=remove')).toContain(
    '(Anna Berg) has no address on this list any more: 1 address from earlier stays and is used',
  )
  expect(await detailsOf('1')).toEqual({ emails: [], phone: '+12125550123', guardians: ['Maja Berg +12125550123'] })
})

it('a list has them again once it has them', async () => {
  await list(EMPTY, BO)
  await decide('contacts=remove')
  await list(`${ANNA},mother@example.com,+12125550123`, BO)
  await importAgain()
  expect(await detailsOf('1')).toEqual(STORED)
})

it('what a person has added or corrected is not about the list', async () => {
  await list(EMPTY, BO)
  await decide('contacts=remove')
  await jobs('details', '1', '--emails', 'father@example.com', '--phone', '+12125550199')
  expect(await importAgain()).not.toContain('on this list any more')
  expect(await detailsOf('1')).toMatchObject({ emails: ['father@example.com'], phone: '+12125550199' })
})

it('a list without columns for them says nothing about them', async () => {
  await world.writeFiles({ 'roster.csv': 'Student number,Name,Class\n1,Anna Berg,4A\n2,Bo Lind,4A\n' })
  expect(await importAgain()).not.toContain('on this list any more')
  expect(await detailsOf('1')).toEqual(STORED)
})
