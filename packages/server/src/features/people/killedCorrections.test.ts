import { randomUUID } from 'node:crypto'
import { pictureSets } from '@portraitkit/core/picture-sets/contract.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BuiltCustomer, buildCustomer } from '../../testing/buildCustomer.ts'
import { buildPicture, buildPictureSet } from '../../testing/buildPictureSet.ts'
import { aStoredPicture } from '../../testing/givePictures.ts'
import { runKilledAt } from '../../testing/killAtWrite.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { saveCode, subjectsOfCode } from '../access/codes.ts'
import { forgetGrants } from '../access/grants.ts'
import { forgetDeliveredJobs, picturesOf, type Subject, subjectsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'

/**
 * Commands that are killed at one of their writes, by a process that cannot say goodbye: what families see is never more than it
 * was before and will be afterwards, and repeating the command ends it. Long form: at each of their writes.
 */

const long = process.env.PROOFS === 'long'
const KILLS = 2

let server: TestServer
beforeAll(async () => {
  // Without background work, which would end it first.
  server = await startTestServer({ env: { TASK_LANES: 'none' } })
})
afterAll(() => server.close())

type World = Awaited<ReturnType<typeof buildWorld>>

/** Anna is in the job twice, with a letter and a parent each; Bo is in a picture with the second of her. */
async function buildWorld() {
  const { app, provider } = server
  const set = await buildPictureSet(app, provider, { subject: { name: 'Anna Berg', key: '12' } })
  const member = async (key: string, name: string) => {
    const contact = { email: null, phone: null }
    const subject = {
      provider: provider.key,
      uuid: randomUUID(),
      jobUuid: set.job.uuid,
      group: '4B',
      key,
      name,
      contact,
    }
    await subjectsOf(app, provider.key).insertOne(subject)
    return subject
  }
  const owned = async (fileName: string, owners: readonly Subject[]) => {
    const subjects = owners.map(({ uuid }) => ({ uuid, isCover: false }))
    const built = await buildPicture(app, provider, { fileName })
    await picturesOf(app, provider.key).insertOne(aStoredPicture(set.subject, built, { to: 'subjects', subjects }))
  }
  const again = await member('12b', 'Anna Bergg')
  const bo = await member('7', 'Bo Lind')
  await owned('anna.jpg', [again])
  await owned('anna-bo.jpg', [again, bo])
  const code = `CODE${randomUUID().slice(0, 8)}`
  await saveCode(app, provider, { code, subjects: [again.uuid] })
  const [mother, father, boMother] = await Promise.all(
    [set.subject, again, bo].map(({ uuid }) => buildCustomer(server, { subjects: [uuid] })),
  )
  return { set, again, bo, codes: [set.code, code], parents: [mother, father, boMother] as BuiltCustomer[] }
}

/** The files that each parent sees of anybody in the job, and whom each code opens, by their keys. */
async function sightOf({ set, again, bo, codes, parents }: World) {
  const { app, provider } = server
  forgetDeliveredJobs(app)
  forgetGrants(app)
  const people = [set.subject, again, bo]
  const seen = []
  for (const { client } of parents) {
    const files: string[] = []
    for (const { uuid } of people) {
      const { status, body } = await client.send(pictureSets.get, { subjectUuid: uuid })
      if (status !== 200) continue
      const { pictures } = (body as { pictureSet: { pictures: { uuid: string }[] } }).pictureSet
      const stored = await picturesOf(app, provider.key)
        .find({ uuid: { $in: pictures.map((each) => each.uuid) } })
        .toArray()
      files.push(...stored.map(({ fileName }) => fileName))
    }
    seen.push([...new Set(files)].sort())
  }
  const opened = []
  for (const code of codes) {
    const subjects = await subjectsOfCode(app, provider, code)
    opened.push(subjects.map((uuid) => people.find((each) => each.uuid === uuid)?.key ?? uuid).sort())
  }
  return { seen, opened }
}

const OWN = ['1.jpg', '2.jpg', 'group.jpg']
const OTHERS = ['anna-bo.jpg', 'anna.jpg', 'group.jpg']
const ALL = [...new Set([...OWN, ...OTHERS])].sort()
const BO = ['anna-bo.jpg', 'group.jpg']
const APART = { seen: [OWN, OTHERS, BO], opened: [['12'], ['12b']] }
const ONE = { seen: [ALL, ALL, BO], opened: [['12'], ['12']] }
const GONE = { seen: [[], [], []], opened: [[], []] }

type Killable = {
  name: string
  argv: readonly string[]
  /** Done before, and not killed. */
  first?: readonly (readonly string[])[]
  before: Sight
  after: Sight
  /** What the command answers if it had already ended but for its report. */
  ended?: string
}
type Sight = typeof APART

const commands: Killable[] = [
  { name: 'merge', argv: ['merge', '12', '12b', '--yes'], before: APART, after: ONE },
  {
    name: 'undo of a merge',
    argv: ['undo', '1'],
    // a picture that was given to both, and to Bo, is only Bo's afterwards
    first: [
      ['merge', '12', '12b', '--yes'],
      ['pictures', 'move', '2.jpg', '--to', '12', '--to', '7'],
    ],
    before: { ...ONE, seen: [ALL, ALL, ['2.jpg', ...BO]] },
    after: { ...APART, seen: [OWN.filter((file) => file !== '2.jpg'), OTHERS, ['2.jpg', ...BO]] },
    ended: 'was undone by',
  },
  {
    name: 'delete-subject',
    argv: ['delete-subject', '12b', '--yes'],
    before: APART,
    // pictures with somebody who was deleted are hidden until the photographer decides
    after: { seen: [['1.jpg', '2.jpg'], [], []], opened: [['12'], []] },
    ended: 'has nobody with',
  },
  { name: 'delete', argv: ['delete', '--yes'], before: APART, after: GONE, ended: 'has no job' },
]

const lineOf = ({ set }: World, [what = '', ...rest]: readonly string[]) => [
  what,
  set.job.uuid,
  ...rest,
  '--provider',
  server.provider.key,
]

/** The command in a process of its own, which costs a second: only what is killed needs one. */
const runKilled = (world: World, line: readonly string[], at?: number) =>
  runKilledAt(server, ['jobs', ...lineOf(world, line)], at)
const runHere = async (world: World, line: readonly string[]) => {
  const { code, lines } = await runInTerminal(jobsCommand, lineOf(world, line), server.app)
  return { code, output: lines.join('\n') }
}

async function prepare({ first }: Killable): Promise<World> {
  const world = await buildWorld()
  for (const line of first ?? []) expect(await runHere(world, line)).toMatchObject({ code: 0 })
  return world
}

/** Nobody sees more than before and afterwards together. */
function isBetween({ seen, opened }: Sight, { before, after }: Killable): boolean {
  const within = (one: string[][], ...others: string[][][]) =>
    one.every((files, index) => files.every((file) => others.some((other) => other[index]?.includes(file))))
  return within(seen, before.seen, after.seen) && within(opened, before.opened, after.opened)
}

it.each(commands)(
  '$name, killed at any of its writes, shows nobody too much, and is ended by repeating it',
  async (command) => {
    const whole = await prepare(command)
    expect(await sightOf(whole)).toEqual(command.before)
    const { code, writes } = await runKilled(whole, command.argv)
    expect([code, await sightOf(whole)]).toEqual([0, command.after])
    expect(writes).toBeGreaterThan(KILLS)
    for (const at of killsOf(writes)) {
      const world = await prepare(command)
      const killed = await runKilled(world, command.argv, at)
      expect([at, killed.code]).toEqual([at, null])
      const half = await sightOf(world)
      expect([at, half, isBetween(half, command)]).toEqual([at, half, true])
      const repeated = await runHere(world, command.argv)
      const isEnded = command.ended !== undefined && repeated.output.includes(command.ended)
      expect([at, isEnded || repeated.code === 0, repeated.output]).toEqual([at, true, repeated.output])
      expect([at, await sightOf(world)]).toEqual([at, command.after])
    }
  },
  long ? 7_200_000 : 600_000,
)

/** The writes at which it is killed: all of them, or some that differ from run to run. */
function killsOf(writes: number): number[] {
  const all = Array.from({ length: writes }, (_each, index) => index + 1)
  if (long) return all
  return Array.from({ length: KILLS }, (_each, third) => {
    const from = Math.floor((third * writes) / KILLS)
    return from + 1 + Math.floor(Math.random() * (Math.floor(((third + 1) * writes) / KILLS) - from))
  })
}
