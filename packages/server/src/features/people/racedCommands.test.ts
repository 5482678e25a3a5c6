import { randomUUID } from 'node:crypto'
import { pictureSets } from '@portraitkit/core/picture-sets/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdLease } from '../../platform/db/lease.ts'
import { beforeUpdate } from '../../testing/beforeUpdate.ts'
import { type BuiltCustomer, buildCustomer } from '../../testing/buildCustomer.ts'
import { buildPicture, buildPictureSet } from '../../testing/buildPictureSet.ts'
import { aStoredPicture } from '../../testing/givePictures.ts'
import { runStoppedAt } from '../../testing/killAtWrite.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { saveCode, subjectsOfCode } from '../access/codes.ts'
import { forgetGrants } from '../access/grants.ts'
import { listHistory } from '../corrections/history.ts'
import { forgetDeliveredJobs, picturesOf, type Subject, subjectsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { findOrCreateSubject } from '../jobs/importStore.ts'
import { withdrawSubject } from '../jobs/subjects/withdrawSubject.ts'
import { mergePeople } from './mergePeople.ts'

/**
 * Two people at one job: one command is stopped before one of its writes, in a process of its own, while the other one runs. What each of them
 * answers is what families see afterwards. Long form: at each of the writes.
 */

const long = process.env.PROOFS === 'long'
const STOPS = 3

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { TASK_LANES: 'none' } })
})
afterAll(() => server.close())

type World = Awaited<ReturnType<typeof buildWorld>>

/** Anna is in the job twice, with a letter and a parent each. */
async function buildWorld() {
  const { app, provider } = server
  const set = await buildPictureSet(app, provider, { subject: { name: 'Anna Berg', key: '12' } })
  const contact = { email: 'father@example.com', phone: null }
  const rest = { group: '4C', key: '12b', name: 'Anna Bergg', contact }
  const again: Subject = { provider: provider.key, uuid: randomUUID(), jobUuid: set.job.uuid, ...rest }
  await subjectsOf(app, provider.key).insertOne(again)
  const subjects = [{ uuid: again.uuid, isCover: false }]
  const picture = await buildPicture(app, provider, { fileName: 'again.jpg' })
  await picturesOf(app, provider.key).insertOne(aStoredPicture(set.subject, picture, { to: 'subjects', subjects }))
  const code = `CODE${randomUUID().slice(0, 8)}`
  await saveCode(app, provider, { code, subjects: [again.uuid] })
  const [mother, father] = await Promise.all(
    [set.subject, again].map(({ uuid }) => buildCustomer(server, { subjects: [uuid] })),
  )
  return { set, again, code, parents: [mother, father] as [BuiltCustomer, BuiltCustomer] }
}

const lineOf = ({ set }: World, [what = '', ...rest]: readonly string[]) => [
  ...[what, set.job.uuid, ...rest],
  ...['--provider', server.provider.key],
]

/** Who sees the picture of the second one, and whom the second one's letter opens. */
async function sightOf({ set, again, code, parents }: World) {
  const { app, provider } = server
  forgetDeliveredJobs(app)
  forgetGrants(app)
  const { uuid } = (await picturesOf(app, provider.key).findOne({ jobUuid: set.job.uuid, fileName: 'again.jpg' })) ?? {}
  const seen = []
  for (const { client } of parents) {
    const sets = [set.subject.uuid, again.uuid].map(async (subjectUuid) => {
      const { status, body } = await client.send(pictureSets.get, { subjectUuid })
      return status === 200 ? (body as { pictureSet: { pictures: { uuid: string }[] } }).pictureSet.pictures : []
    })
    seen.push((await Promise.all(sets)).flat().some((each) => each.uuid === uuid))
  }
  const [mother, father] = seen
  return { mother, father, code: await subjectsOfCode(app, provider, code) }
}

async function storedOf({ set }: World) {
  const person = await subjectsOf(server.app, server.provider.key).findOne({ uuid: set.subject.uuid })
  const history = await listHistory(server.app, set.job, { limit: 50 })
  const emails = [person?.contact.email, ...(person?.contact.others ?? [])]
  return { emails, commands: history.map(({ command }) => command) }
}

type Sight = Awaited<ReturnType<typeof sightOf>>
const isSeenByNobody = ({ mother, father }: Sight) => !mother && !father

type Other = {
  name: string
  argv: readonly string[]
  /** Whether what the command has answered is so. */
  isDone: (sight: Sight, emails: readonly unknown[], isMerged: boolean) => boolean
}
const others: Other[] = [
  { name: 'withdraw', argv: ['withdraw', '12b'], isDone: isSeenByNobody },
  { name: 'consent', argv: ['consent', '12b', 'print-and-sell', 'no'], isDone: isSeenByNobody },
  { name: 'unpublish', argv: ['unpublish', '--subject', '12b'], isDone: isSeenByNobody },
  { name: 'delete-subject', argv: ['delete-subject', '12b', '--yes'], isDone: isSeenByNobody },
  {
    name: 'new-code',
    argv: ['new-code', '12b', '--end-access', '--yes'],
    isDone: ({ father, code }) => !father && code.length === 0,
  },
  {
    name: 'details',
    argv: ['details', '12b', '--emails', 'uncle@example.com'],
    isDone: (_sight, emails, isMerged) =>
      !isMerged || (emails.includes('uncle@example.com') && !emails.includes('father@example.com')),
  },
]
const MERGE = ['merge', '12', '12b', '--yes']

/** Runs both, the first one in a process of its own, which continues when the second one has ended or waits for it. */
async function race(world: World, first: readonly string[], at: number, second: readonly string[]) {
  const { promise: isWaiting, resolve } = Promise.withResolvers<void>()
  let tries = 0
  const waiting = beforeUpdate(server.app, 'leases', async () => {
    if (++tries === 2) resolve()
  })
  let ended: ReturnType<typeof runInTerminal> | undefined
  const stopped = await runStoppedAt(server, ['jobs', ...lineOf(world, first)], at, async () => {
    ended = runInTerminal(jobsCommand, lineOf(world, second), waiting)
    await Promise.race([ended, isWaiting])
  })
  const late = await (ended ?? runInTerminal(jobsCommand, lineOf(world, second), server.app))
  return { stopped, late: { code: late.code, output: late.lines.join('\n') } }
}

async function expectTrue(world: World, other: Other, merge: Answer, answer: Answer, label: unknown[]): Promise<void> {
  const sight = await sightOf(world)
  const { emails, commands } = await storedOf(world)
  const all = { label, merge, answer, sight, emails, commands }
  if (answer.code === 0)
    expect({ ...all, done: other.isDone(sight, emails, merge.code === 0) }).toEqual({ ...all, done: true })
  else {
    expect(all.answer.output).toMatch(/has made Anna Bergg|"jobs merge" by another process|has nobody with/)
    expect({ ...all, merge: merge.code }).toEqual({ ...all, merge: 0 })
    expect(sight).toEqual({ mother: true, father: true, code: [world.set.subject.uuid] })
  }
  if (merge.code === 0) return
  expect(merge.output).toMatch(/withdrawn|deleted|is not in the job|has nobody with/)
  expect({ ...all, emails: emails.includes('father@example.com'), merged: commands.includes('merge') }).toEqual({
    ...all,
    emails: false,
    merged: false,
  })
}
type Answer = { code: number | null; output: string }

/** The writes before which it is stopped: all of them, or some that differ from run to run. */
function stopsOf(writes: number): number[] {
  const all = Array.from({ length: writes }, (_each, index) => index + 1)
  if (long) return all
  return Array.from({ length: STOPS }, (_each, part) => {
    const from = Math.floor((part * writes) / STOPS)
    return from + 1 + Math.floor(Math.random() * (Math.floor(((part + 1) * writes) / STOPS) - from))
  })
}

const writesOf = async (argv: readonly string[]) => {
  const { writes } = await runStoppedAt(server, ['jobs', ...lineOf(await buildWorld(), argv)], 0, async () => {})
  return writes
}
let writesOfMerge: Promise<number> | undefined

describe('a merge and another command about the second one at the same moment', () => {
  it.each(others)(
    '$name answers what families see, wherever the merge is',
    async (other) => {
      writesOfMerge ??= writesOf(MERGE)
      for (const at of stopsOf(await writesOfMerge)) {
        const world = await buildWorld()
        const { stopped, late } = await race(world, MERGE, at, other.argv)
        await expectTrue(world, other, stopped, late, ['merge stopped', at])
      }
    },
    600_000,
  )

  it.each(others)(
    '$name answers what families see, wherever it is when the merge begins',
    async (other) => {
      for (const at of stopsOf(await writesOf(other.argv))) {
        const world = await buildWorld()
        const { stopped, late } = await race(world, other.argv, at, MERGE)
        await expectTrue(world, other, late, stopped, ['other stopped', at])
      }
    },
    600_000,
  )
})

describe('a merge that is refused', () => {
  it('leaves nothing of the second one with the first one, also if an earlier process has begun it and was killed', async () => {
    const world = await buildWorld()
    const { app, provider } = server
    const merging = { person: world.set.subject.uuid, double: world.again.uuid, by: null }
    let updates = 0
    const killed = beforeUpdate(app, 'subjects', async () => {
      if (++updates === 2) throw new Error('killed')
    })
    await expect(mergePeople(killed, provider, world.set.job, merging)).rejects.toThrow('killed')
    expect((await storedOf(world)).emails).toContain('father@example.com')
    await withdrawSubject(app, world.set.job, world.again.uuid, { by: null })
    const { code, problem } = await runInTerminal(jobsCommand, lineOf(world, MERGE), app)
    expect([code, problem]).toEqual([1, expect.stringContaining('had begun is undone, as number 3 of the history')])
    expect((await storedOf(world)).emails).not.toContain('father@example.com')
  })

  it('after it has begun, because a process that was stopped for long withdraws the second one, is taken back', async () => {
    const world = await buildWorld()
    const { app, provider } = server
    const merging = { person: world.set.subject.uuid, double: world.again.uuid, by: null }
    let updates = 0
    const slow = beforeUpdate(app, 'subjects', async () => {
      if (++updates !== 2) return
      const withdrawn = { at: app.clock(), by: null }
      await app.db.collection('subjects').updateOne({ uuid: world.again.uuid }, { $set: { withdrawn } })
    })
    expect(await mergePeople(slow, provider, world.set.job, merging)).toEqual({ outcome: 'withdrawn', undone: 2 })
    expect((await storedOf(world)).emails).not.toContain('father@example.com')
  })
})

it('what an import says about the second one while it is merged is the first one’s', async () => {
  const world = await buildWorld()
  const { app, provider } = server
  const merging = { person: world.set.subject.uuid, double: world.again.uuid, by: null }
  const row = {
    line: 2,
    key: '12b',
    name: 'Anna Bergg',
    group: '4C',
    phone: null,
    code: null,
    files: [],
    favorite: null,
  }
  let updates = 0
  const importing = beforeUpdate(app, 'subjects', async () => {
    if (++updates === 2)
      await findOrCreateSubject(app, world.set.job, { ...row, emails: ['aunt@example.com', 'father@example.com'] })
  })
  expect(await mergePeople(importing, provider, world.set.job, merging)).toMatchObject({ outcome: 'merged' })
  expect((await storedOf(world)).emails).toContain('aunt@example.com')
})

it('a command that waits in vain changes nothing, and names what it has waited for', async () => {
  const world = await buildWorld()
  const { app, provider } = server
  const lease = await holdLease(app, `merge ${provider.key} ${world.set.job.uuid}`, 60_000, 'merge')
  const { code, problem } = await runInTerminal(jobsCommand, lineOf(world, ['withdraw', '12b']), app)
  expect([code, problem]).toEqual([1, expect.stringContaining('"jobs merge" by another process changes people')])
  await lease?.release()
  expect((await storedOf(world)).commands).toEqual([])
  expect((await runInTerminal(jobsCommand, lineOf(world, ['withdraw', '12b']), app)).code).toBe(0)
})
