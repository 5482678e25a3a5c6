import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { grantSubjects } from '../access/grants.ts'
import { storeCustomer } from '../account/collection.ts'
import { importCommand } from '../imports/command.ts'
import { forgetDeliveredJobs, subjectsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { stepSweep } from './history.ts'

// What withholds a class, or a whole job, reports who could see its pictures, as what withholds one child does.

let world: ImportWorld
beforeEach(async () => {
  world = await buildImportWorld()
  await world.writeFiles({
    'roster.csv':
      'key,name,group,files\n1,Anna,4A,both.jpg\n2,Bo,4A,\n3,Cy,4A,\n4,Di,4B,both.jpg\n5,Ed,4B,\n6,Fay,4C,\n',
    '_group/4A/a.jpg': await aPicture(1),
    '_group/4B/b.jpg': await aPicture(2),
    '_group/4C/c.jpg': await aPicture(3),
    'both.jpg': await aPicture(4),
    '1_1.jpg': await aPicture(5),
    '2_1.jpg': await aPicture(6),
  })
})
afterEach(() => world.close())

async function importFolder(...options: string[]): Promise<void> {
  const { app, provider, folder } = world
  await runInTerminal(importCommand, [folder, '--provider', provider.key, '--job', 'Spring', ...options], app)
  for (const { name, uuid } of await subjectsOf(app, provider.key).find({}).toArray()) {
    const described = { email: `${name.toLowerCase()}@example.com`, mobile: '+12125550123', acceptMail: false }
    const customer = await storeCustomer(app, provider, { ...described, language: provider.defaultLanguage }, 'none')
    await grantSubjects(app, provider, customer?._id ?? '', [uuid])
  }
}

async function jobs(command: string, ...argv: string[]): Promise<string> {
  const { app, provider } = world
  forgetDeliveredJobs(app)
  const { lines, problem } = await runInTerminal(
    jobsCommand,
    [command, 'Spring', ...argv, '--provider', provider.key],
    app,
  )
  return [...lines, problem].join('\n')
}

/** The families in a report, in alphabetical order. */
async function families(number: number): Promise<string[]> {
  const report = await jobs('exposure', `${number}`)
  return [...new Set([...report.matchAll(/(\w+)@example\.com/g)].map(([, name]) => name ?? ''))].toSorted()
}

const EVERYBODY = ['anna', 'bo', 'cy', 'di', 'ed', 'fay']

describe('the report names every family that could see', () => {
  beforeEach(() => importFolder('--publish'))

  it('a class that is unpublished', async () => {
    const answer = await jobs('unpublish', '--class', '4A', '--operator', 'Kim')
    expect(answer).toContain('"jobs exposure" with number 2 lists who could see it (3)')
    expect(await families(2)).toEqual(['anna', 'bo', 'cy'])
    expect(await jobs('history')).toMatch(/2 {2}.*unpublish {2}class 4A {2}Kim/)
  })

  it('a class, without whoever was withheld before', async () => {
    await jobs('unpublish', '--subject', '2')
    await jobs('unpublish', '--class', '4A')
    expect(await families(3)).toEqual(['anna', 'cy'])
  })

  it.each([
    ['unpublish', []],
    ['state', ['sorting']],
  ])('a job: %s', async (command, argv) => {
    const answer = await jobs(command, ...argv, '--operator', 'Kim')
    expect(answer).toContain('"jobs exposure" with number 2 lists who could see it (6)')
    expect(await families(2)).toEqual(EVERYBODY)
    expect(await jobs('history')).toMatch(new RegExp(`2 {2}.*${command} {2}whole job {2}Kim`))
  })

  it('a job, without a class that was withheld before', async () => {
    await jobs('unpublish', '--class', '4A')
    await jobs('unpublish')
    expect(await families(3)).toEqual(['di', 'ed', 'fay'])
  })

  it.each([
    ['class-picture', ['anna', 'bo', 'cy', 'di', 'ed']],
    ['print-and-sell', ['anna', 'bo', 'di']],
  ])('what "not asked" withholds: %s', async (purpose, expected) => {
    await jobs('consent', '6', purpose, 'yes')
    const answer = await jobs('not-asked', purpose, 'no', '--operator', 'Kim')
    expect(answer).toContain('"jobs exposure" with number 3')
    expect(await families(3)).toEqual(expected)
    expect(await jobs('history')).toMatch(new RegExp(`3 {2}.*not-asked {2}${purpose} no {2}Kim`))
  })

  it('also once the class is published again', async () => {
    await jobs('unpublish', '--class', '4A')
    await jobs('publish', '--class', '4A')
    expect(await families(2)).toEqual(['anna', 'bo', 'cy'])
  })
})

describe('what withholds nothing', () => {
  it.each([
    ['unpublish', '--class', '4A'],
    ['state', 'sorting'],
    ['not-asked', 'class-picture', 'no'],
  ])('of a job that was never published is not in the history: %s', async (...[command = '', ...argv]) => {
    await importFolder()
    expect(await jobs(command, ...argv)).not.toContain('exposure')
    expect(await jobs('history')).not.toMatch(/^2 /m)
  })

  it.each([
    ['state', 'closed'],
    ['not-asked', 'yearbook', 'no'],
    ['not-asked', 'class-picture', 'yes'],
  ])('from families is not in the history: %s %s', async (...[command = '', ...argv]) => {
    await importFolder('--publish')
    expect(await jobs(command, ...argv)).not.toContain('exposure')
    expect(await jobs('history')).not.toMatch(/^2 /m)
  })

  it.each([['unpublish'], ['unpublish', '--class', '4A'], ['state', 'sorting'], ['not-asked', 'class-picture', 'no']])(
    'when it is repeated: %s %s',
    async (...[command = '', ...argv]) => {
      await importFolder('--publish')
      await jobs(command, ...argv)
      expect(await jobs(command, ...argv)).not.toContain('exposure')
      expect(await jobs('history')).not.toMatch(/^3 /m)
    },
  )
})

describe('an entry about a class or the job', () => {
  beforeEach(() => importFolder('--publish'))

  it('is reversed by its own command, and undo says by which', async () => {
    await jobs('unpublish', '--class', '4A')
    expect(await jobs('undo', '2')).toContain(
      'Nothing was undone: number 2 is about a class or the whole job. "jobs publish" or "jobs not-asked" reverses it',
    )
    expect(await jobs('history')).not.toMatch(/^3 /m)
  })

  it('is no longer stored after 30 days, and says so', async () => {
    await jobs('unpublish', '--class', '4A')
    const later = { ...world.app, clock: () => new Date(world.app.clock().getTime() + 40 * 86_400_000) }
    await stepSweep.run(later)
    expect(await jobs('exposure', '2')).toContain('no longer stored')
    expect(await jobs('history')).toMatch(/2 {2}.*unpublish {2}what is no longer stored/)
  })

  it('says after the deletion of a child that it is not complete', async () => {
    await jobs('unpublish', '--class', '4A')
    await jobs('delete-subject', '2', '--yes')
    const report = await jobs('exposure', '2')
    expect(report).toContain('anna@example.com')
    expect(report).toContain('no longer stored')
  })
})
