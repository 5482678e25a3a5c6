import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { grantSubjects } from '../access/grants.ts'
import { storeCustomer } from '../account/collection.ts'
import { importCommand } from '../imports/command.ts'
import { forgetDeliveredJobs, subjectsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { correctionStepsOf } from './collection.ts'
import { stepSweep } from './history.ts'

// A report of who could see what a correction took misses no family, and never says "nobody" of what is no longer stored.

let world: ImportWorld
beforeEach(async () => {
  world = await buildImportWorld()
  await world.writeFiles({
    'roster.csv':
      'key,name,group,files\n1,Anna,4A,both.jpg\n2,Bo,4A,\n3,Cy,4A,\n4,Di,4B,both.jpg\n5,Ed,4B,\n6,Fay,4C,\n7,Gus,4C,\n',
    '_group/4A/a.jpg': await aPicture(1),
    '_group/4B/b.jpg': await aPicture(2),
    '_group/4C/c.jpg': await aPicture(3),
    'both.jpg': await aPicture(4),
    '1_1.jpg': await aPicture(5),
    '2_1.jpg': await aPicture(6),
  })
  const { app, provider, folder } = world
  await runInTerminal(importCommand, [folder, '--provider', provider.key, '--job', 'Spring', '--publish'], app)
  for (const { name, uuid } of await subjectsOf(app, provider.key).find({}).toArray()) {
    const described = { email: `${name.toLowerCase()}@example.com`, mobile: '+12125550123', acceptMail: false }
    const customer = await storeCustomer(app, provider, { ...described, language: provider.defaultLanguage }, 'none')
    await grantSubjects(app, provider, customer?._id ?? '', [uuid])
  }
})
afterEach(() => world.close())

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

describe('the report names every family that saw', () => {
  it('a picture of two, when one of them is withdrawn', async () => {
    await jobs('withdraw', '1', '--reason', 'family wish')
    expect(await families(2)).toEqual(['anna', 'bo', 'cy', 'di'])
  })

  it.each(['class-picture', 'print-and-sell'])('a picture of two, when one of them says no to %s', async (purpose) => {
    await jobs('consent', '1', purpose, 'no', '--who', 'mother', '--source', 'form')
    expect(await families(2)).toEqual(purpose === 'class-picture' ? ['anna', 'bo', 'cy', 'di'] : ['anna', 'di'])
  })

  it.each([
    ['withdraw', '1'],
    ['consent', '1', 'class-picture', 'no'],
  ])('the picture of a class that a child has left: %s', async (...command) => {
    await jobs('change-class', '1', '4B')
    await jobs(command[0] ?? '', ...command.slice(1))
    expect(await families(3)).toEqual(['anna', 'bo', 'cy', 'di', 'ed'])
  })

  it('the picture of a class that a child joins who has said no', async () => {
    await jobs('consent', '1', 'class-picture', 'no', '--who', 'mother', '--source', 'form')
    await jobs('change-class', '1', '4C')
    expect(await families(3)).toEqual(expect.arrayContaining(['fay', 'gus']))
  })
})

describe('what is no longer known', () => {
  const move = async () => {
    await jobs('pictures', 'move', '2_1.jpg', '--to', '1')
    await jobs('pictures', 'move', '2_1.jpg', '--to', '2')
    expect(await families(3)).toEqual(['anna'])
  }

  it('after 30 days is not called "nobody"', async () => {
    await move()
    const later = { ...world.app, clock: () => new Date(world.app.clock().getTime() + 40 * 86_400_000) }
    await stepSweep.run(later)
    expect(await jobs('exposure', '3')).toContain('no longer stored')
  })

  it('after the deletion of a child is not called "nobody"', async () => {
    await move()
    await jobs('delete-subject', '2', '--yes')
    const report = await jobs('exposure', '3')
    expect(report).toContain('no longer stored')
    expect(report).not.toContain('Nobody')
  })

  it('in part, is added to what is known', async () => {
    await jobs('pictures', 'move', '2_1.jpg', '1_1.jpg', '--to', '3')
    await jobs('delete-subject', '2', '--yes')
    const report = await jobs('exposure', '2')
    expect(report).toContain('anna@example.com')
    expect(report).toContain('no longer stored')
  })
})

describe('hiding a picture from everybody by decision', () => {
  it('is in the history, says who could see it, and is undone', async () => {
    const answer = await jobs('decide-group', 'both.jpg', 'hide', '--operator', 'Kim')
    expect(answer).toContain('jobs exposure')
    expect(await jobs('history')).toMatch(/2 {2}.*decide-group {2}1 picture {2}Kim/)
    expect(await families(2)).toEqual(['anna', 'di'])
    expect(await jobs('undo', '2')).toContain('is undone')
    expect(await jobs('decide-group')).toContain('0 pictures are withheld')
  })

  it('is forgotten with whoever objected to it', async () => {
    await jobs('consent', '1', 'class-picture', 'no', '--who', 'mother', '--source', 'form')
    await jobs('decide-group', 'both.jpg', 'hide')
    await jobs('decide-group', 'a.jpg', 'release', '--reason', 'agreed by phone')
    const { app, provider } = world
    const anna = await subjectsOf(app, provider.key).findOne({ key: '1' })
    const stored = async () => JSON.stringify(await correctionStepsOf(app, provider.key).find({}).toArray())
    expect(await stored()).toContain(`${anna?.uuid} class-picture`)
    await jobs('delete-subject', '1', '--yes')
    expect(await stored()).not.toContain(anna?.uuid)
  })
})
