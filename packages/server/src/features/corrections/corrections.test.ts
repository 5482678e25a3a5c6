import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { createCorrectionModel, type ModelOwners } from '../../testing/correctionModel.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { findDeliveredSets, type Job, jobsOf, picturesOf, type Subject, subjectsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { findPicture } from '../jobs/pictures/assignPicture.ts'
import { findVisiblePictures } from '../jobs/pictures/visiblePictures.ts'
import { correctionStepsOf } from './collection.ts'
import { correctPictures, listPictures } from './correctPictures.ts'
import { listHistory, stepSweep } from './history.ts'
import { recordCorrection } from './recordCorrection.ts'
import { undoCorrection } from './undoCorrection.ts'

const long = process.env.PROOFS === 'long'
const NAMES = ['Emma', 'Noah', 'Liam'] as const
const FILES = ['a.jpg', 'b.jpg', 'c.jpg'] as const

let world: ImportWorld
let job: Job

/** A job with three children, whose pictures are all Emma's. */
beforeEach(async () => {
  world = await buildImportWorld()
  await world.writeFiles({
    'roster.csv': 'key,name,group\n1,Emma,4A\n2,Noah,4A\n3,Liam,4B\n',
    'Emma/a.jpg': await aPicture(1),
    'Emma/b.jpg': await aPicture(2),
    'Emma/c.jpg': await aPicture(3),
  })
  await world.import()
  job = (await jobsOf(world.app, world.provider.key).findOne({})) as Job
})
afterEach(() => world.close())

const people = () => subjectsOf(world.app, world.provider.key).find({}).toArray()
const picturesNamed = async (names: readonly string[]) =>
  picturesOf(world.app, world.provider.key)
    .find({ fileName: { $in: [...names] } })
    .sort({ fileName: 1 })
    .toArray()
const namedPeople = async (names: readonly string[]) => (await people()).filter(({ name }) => names.includes(name))

/** The files that each child sees, which must be those whose addresses open. */
async function seen(): Promise<Record<string, string[]>> {
  const { app, provider } = world
  const subjects = await people()
  const sets = await findDeliveredSets(
    app,
    provider.key,
    subjects.map(({ uuid }) => uuid),
  )
  const entries = sets.map(async ({ subject, pictures }) => {
    const { open } = await findVisiblePictures(app, provider.key, subject.uuid)
    expect([...open].sort()).toEqual(pictures.map(({ uuid }) => uuid).sort())
    return [subject.name, pictures.map(({ fileName }) => fileName).sort()] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

const move = async (files: readonly string[], names: readonly string[]) =>
  correctPictures(
    world.app,
    job,
    await picturesNamed(files),
    { command: 'move', owners: { to: 'subjects', subjects: await namedPeople(names) } },
    'Kim',
  )
const undo = (number: number) => undoCorrection(world.app, job, number, 'Kim')

describe('a correction', () => {
  it('takes pictures from one child, gives them to another one, and is undone and done again', async () => {
    expect(await move(['a.jpg', 'b.jpg'], ['Noah'])).toMatchObject({ number: 2, changed: { length: 2 } })
    expect(await seen()).toEqual({ Emma: ['c.jpg'], Noah: ['a.jpg', 'b.jpg'], Liam: [] })
    expect(await undo(2)).toEqual({
      outcome: 'undone',
      number: 3,
      pictures: 2,
      people: 0,
      released: [],
      unpublished: [],
      newCodes: [],
    })
    expect(await seen()).toEqual({ Emma: ['a.jpg', 'b.jpg', 'c.jpg'], Noah: [], Liam: [] })
    expect(await undo(2)).toEqual({ outcome: 'undone before', by: 3 })
    expect(await undo(3)).toEqual({
      outcome: 'undone',
      number: 4,
      pictures: 2,
      people: 0,
      released: [],
      unpublished: [],
      newCodes: [],
    })
    expect(await seen()).toEqual({ Emma: ['c.jpg'], Noah: ['a.jpg', 'b.jpg'], Liam: [] })
  })

  it('is not undone, not even in part, once one of its pictures was changed later', async () => {
    await move(['a.jpg', 'b.jpg'], ['Noah'])
    await move(['b.jpg'], ['Liam'])
    const before = await seen()
    expect(await undo(2)).toEqual({ outcome: 'changed later', pictures: ['b.jpg'], people: [] })
    expect(await seen()).toEqual(before)
    await undo(3)
    expect(await undo(2)).toMatchObject({ outcome: 'undone' })
    expect(await seen()).toEqual({ Emma: ['a.jpg', 'b.jpg', 'c.jpg'], Noah: [], Liam: [] })
  })

  it('that changes nothing leaves no trace', async () => {
    expect(await move(['a.jpg'], ['Emma'])).toEqual({ number: null, changed: [], withheld: [] })
    expect((await listHistory(world.app, job, { limit: 10 })).map(({ number }) => number)).toEqual([1])
  })

  it('of an import leaves its pictures to nobody, and a later import gives them out again', async () => {
    expect(await undo(1)).toMatchObject({ outcome: 'undone', pictures: 3 })
    expect(await seen()).toEqual({})
    expect(await listPictures(world.app, job, { to: 'unmatched' }, { limit: 10 })).toHaveLength(3)
    await world.import()
    expect(await seen()).toEqual({ Emma: ['a.jpg', 'b.jpg', 'c.jpg'], Noah: [], Liam: [] })
  })

  it('that was recorded, but never made because the process died, is skipped', async () => {
    const [a] = await picturesNamed(['a.jpg'])
    const [noah] = await namedPeople(['Noah'])
    if (!a || !noah) throw new Error('The world is incomplete')
    const source = { why: 'hand' as const, by: null, at: world.app.clock() }
    const after = { to: 'subjects' as const, subjects: [{ uuid: noah.uuid, isCover: false }], ...source }
    const started = recordCorrection(world.app, job, { command: 'move', by: 'Kim' })
    await started.record(a.uuid, a.assignment, after)
    expect(await undo(2)).toEqual({
      outcome: 'undone',
      number: null,
      pictures: 0,
      people: 0,
      released: [],
      unpublished: [],
      newCodes: [],
    })
    expect((await findPicture(world.app, job, a.uuid))?.assignment).toEqual(a.assignment)
  })

  it('can be undone for 30 days', async () => {
    await move(['a.jpg'], ['Noah'])
    const { clock } = world.app
    const later = new Date(clock().getTime() + 31 * 24 * 60 * 60_000)
    const spy = vi.spyOn(world.app, 'clock').mockImplementation(() => later)
    expect(await undo(2)).toEqual({ outcome: 'too old' })
    await stepSweep.run(world.app)
    spy.mockRestore()
    expect(await correctionStepsOf(world.app, world.provider.key).count({})).toBe(0)
    expect(await seen()).toEqual({ Emma: ['b.jpg', 'c.jpg'], Noah: ['a.jpg'], Liam: [] })
  })

  it('by two people at the same moment gets two numbers', async () => {
    const [first, second] = await Promise.all([move(['a.jpg'], ['Noah']), move(['b.jpg'], ['Liam'])])
    expect([first.number, second.number].toSorted()).toEqual([2, 3])
  })
})

const files = fc.subarray([...FILES], { minLength: 1 })
const names = fc.subarray([...NAMES], { minLength: 1 })
const action = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('move' as const), files, names }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('add' as const), files, names }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reject' as const), files }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('undo' as const), back: fc.nat(6) }) },
)

it('random corrections and their undoing show every child exactly what a plain model says', {
  timeout: 600_000,
}, async () => {
  const { app } = world
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: long ? 40 : 14 }), async (actions) => {
      // All pictures are Emma's again; the history so far is not the model's.
      await move(FILES, ['Emma'])
      const [latest] = await listHistory(app, job, { limit: 1 })
      const offset = latest?.number ?? 0
      const model = createCorrectionModel(FILES, 'Emma')
      for (const each of actions) {
        if (each.do === 'undo') {
          const number = Math.max(1, model.length() - each.back)
          if (model.length() === 0) continue
          expect((await undo(offset + number)).outcome).toBe(model.undo(number))
        } else {
          const pictures = await picturesNamed(each.files)
          const subjects: Subject[] = each.do === 'reject' ? [] : await namedPeople(each.names)
          const made =
            each.do === 'move'
              ? await move(each.files, each.names)
              : await correctPictures(
                  app,
                  job,
                  pictures,
                  each.do === 'add' ? { command: 'add', subjects } : { command: 'reject' },
                  'Kim',
                )
          const expected = model.correct(each.files, (owners) => nextOwners(each, owners))
          expect(made.number).toBe(expected === null ? null : offset + expected)
        }
        expect(await seen()).toEqual(Object.fromEntries(NAMES.map((name) => [name, model.seenBy(name)])))
      }
    }),
    { numRuns: long ? 150 : 12 },
  )
})

function nextOwners(each: { do: string; names?: readonly string[] }, owners: ModelOwners): ModelOwners {
  if (each.do === 'reject') return 'rejected'
  const children = each.names ?? []
  if (each.do === 'move' || typeof owners !== 'object') return { children }
  return { children: [...new Set([...owners.children, ...children])] }
}

describe('./portraitkit jobs', () => {
  async function run(...argv: string[]): Promise<{ code: number; out: string }> {
    const { code, lines } = await runInTerminal(jobsCommand, argv, world.app)
    return { code, out: lines.join('\n') }
  }

  it('pictures lists whose they are, and moves, adds and rejects them; history and undo follow', async () => {
    expect((await run('pictures', 'Spring', '--of', 'Emma')).out).toMatch(
      /a\.jpg {2}Emma \("1"\) {2}\(by folder, import, /,
    )
    const moved = await run('pictures', 'Spring', 'move', 'a.jpg', '--to', '2', '--operator', 'Kim')
    expect(moved).toEqual({
      code: 0,
      out: 'a.jpg: Emma ("1") → Noah ("2")\nNumber 2 of the history; "jobs undo" reverses it.',
    })
    await run('pictures', 'Spring', 'add', 'a.jpg', '--to', 'Liam')
    expect((await run('pictures', 'Spring', 'reject', 'b.jpg')).out).toContain('b.jpg: Emma ("1") → rejected')
    expect((await run('pictures', 'Spring', 'move', 'c.jpg', '--to-group', '4a')).out).toContain('→ group 4A')
    expect(await seen()).toEqual({ Emma: ['c.jpg'], Noah: ['a.jpg', 'c.jpg'], Liam: ['a.jpg'] })
    expect((await run('undo', 'Spring', '2')).out).toContain('pictures were changed later: a.jpg')
    expect((await run('undo', 'Spring', '4')).out).toContain(
      'Number 4 is undone: 1 picture is as before. This is number 6',
    )
    const { out } = await run('history', 'Spring')
    expect(out.split('\n').map((line) => line.replace(/\d{4}-.* UTC/, 'TIME'))).toEqual([
      '6  TIME  undo of 4  1 picture  unknown',
      '5  TIME  move  1 picture  unknown',
      '4  TIME  reject  1 picture  unknown  undone by 6',
      '3  TIME  add  1 picture  unknown',
      '2  TIME  move  1 picture  Kim',
      '1  TIME  import  Emma; Noah; Liam; 3 pictures  unknown',
    ])
  })

  it('pictures says if nobody sees one any more, because of somebody who is in it with others now', async () => {
    await run('consent', 'Spring', '1', 'class-picture', 'no')
    const { out } = await run('pictures', 'Spring', 'add', 'a.jpg', '--to', 'Noah')
    expect(out).toContain('nobody sees a.jpg now, because of Emma (no to class-picture). "jobs decide-group" decides')
    expect((await seen()).Emma).not.toContain('a.jpg')
    expect((await run('pictures', 'Spring', 'move', 'a.jpg', '--to', '1')).out).not.toContain('nobody sees')
  })

  it.each([
    [['move', 'z.jpg', '--to', '2'], 'has no picture "z.jpg"'],
    [['move', 'a.jpg', '--to', 'Otto'], 'has nobody with the key, uuid or whole name "Otto"'],
    [['move', 'a.jpg', '--to-group', '9Z'], 'has no group "9Z"'],
    [['move', 'a.jpg'], 'Say whose the pictures are'],
    [['move', 'a.jpg', '--to', '2', '--to-nobody'], 'Say whose the pictures are'],
    [['move', '--to', '2'], 'Name at least one picture'],
    [['add', 'a.jpg', '--to-group', '4A'], '"add" needs --to'],
    [['reject', 'a.jpg', '--to', '2'], 'leave out --to'],
    [['move', 'a.jpg', '--to', '2', '--operator', 'x'.repeat(101)], '--operator is a name of at most 100 characters'],
    [['burn', 'a.jpg', '--to', '2'], 'There is no "jobs pictures … burn"'],
  ])('pictures Spring %j is refused and changes nothing', async (argv, sentence) => {
    const before = await seen()
    const { code, out } = await run('pictures', 'Spring', ...argv)
    expect(out).toContain(sentence)
    expect(code).toBeGreaterThan(0)
    expect(await seen()).toEqual(before)
  })
})
