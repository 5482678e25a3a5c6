import { randomUUID } from 'node:crypto'
import { access } from '@portraitkit/core/access/contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { StoredMail } from '../../platform/mail/queue.ts'
import { type BuiltJob, buildJob, remindNow } from '../../testing/buildJob.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { lettersOf } from '../letters/lettersOf.ts'
import { findDeliveredSets, type Job, jobsOf, picturesOf, subjectsOf } from './collection.ts'
import { jobsCommand } from './command.ts'
import type { Picture } from './picture.ts'
import { addPicture } from './pictures/assignPicture.ts'

let server: TestServer
beforeAll(async () => {
  // Sent emails are deleted, and these tests read them: no mail server is reachable while they run.
  server = await startTestServer({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } })
})
afterAll(() => server.close())

const DAY_MS = 24 * 60 * 60_000
let built: BuiltJob
let carters: string
let diaz: string
beforeEach(async () => {
  carters = `carters-${randomUUID().slice(0, 8)}@example.com`
  diaz = `diaz-${randomUUID().slice(0, 8)}@example.com`
  const orderBy = new Date(server.app.clock().getTime() + 30 * DAY_MS)
  built = await buildJob(
    server.app,
    server.provider,
    [
      { name: 'Emma Carter', email: carters, group: '4A' },
      { name: 'Liam Diaz', email: diaz },
      { name: 'Mia Berg', group: '4C' },
      { name: 'Mia Berg', group: '4D' },
    ],
    { orderBy },
  )
})

const run = (...argv: string[]) => runInTerminal(jobsCommand, [...argv, '--provider', server.provider.key], server.app)
const jobs = (what: string, ...args: string[]) => run(what, built.job.uuid, ...args)
const mailsTo = async (to: string) => {
  const mails = await server.app.db.collection<StoredMail>('mails').find({ to }).toArray()
  return mails.map(({ _id }) => _id.split(' ')[1])
}
const readJob = async () => (await jobsOf(server.app, server.provider.key).findOne({ uuid: built.job.uuid })) as Job
const stored = (name: string) => subjectsOf(server.app, server.provider.key).findOne({ jobUuid: built.job.uuid, name })
const seenBy = async (index: number) => {
  const sets = await findDeliveredSets(server.app, server.provider.key, [built.subjects[index]?.uuid ?? ''])
  return sets[0]?.pictures.map(({ fileName }) => fileName)
}
const problem = (code: number, words: string) => ({ code, problem: expect.stringContaining(words) })

async function addGroupPicture(fileName: string, groups: string[]): Promise<string> {
  const like = (await picturesOf(server.app, server.provider.key).findOne({ jobUuid: built.job.uuid })) as Picture
  const { _id, ...facts } = like as Picture & { _id: unknown }
  const uuid = randomUUID()
  const assignment = { to: 'groups', groups, why: 'group-folder', by: 'import', at: server.app.clock() } as const
  await addPicture(server.app, { ...facts, uuid, fileName, hash: uuid, assignment })
  return uuid
}

describe('a withdrawn child', () => {
  it('is not mailed about by the publication, a reminder or a lost code, and gets no letter, until it is restored', async () => {
    const { app, provider } = server
    await addGroupPicture('class.jpg', ['4A', '4B'])
    expect(await jobs('withdraw', 'liam DIAZ', '--reason', 'moved away', '--operator', 'Ada')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Liam Diaz is withdrawn'),
    })
    expect((await stored('Liam Diaz'))?.withdrawn).toMatchObject({ reason: 'moved away', by: 'Ada' })
    // a class picture that the others see again is not a reason to mail about the child
    await jobs('decide-group', 'class.jpg', 'release', '--reason', 'retouched')
    await jobs('publish')
    server.wait(3 * DAY_MS)
    await remindNow(server)
    await server.client().call(access.recoverCode, { email: diaz })
    expect(await mailsTo(carters)).toEqual(['ready', 'reminder'])
    expect(await mailsTo(diaz)).toEqual([])
    expect((await lettersOf(app, provider, await readJob())).map(({ name }) => name)).not.toContain('Liam Diaz')
    expect((await jobs('withdraw', 'Liam Diaz')).out).toContain('Nothing was changed')

    expect((await jobs('restore', 'Liam Diaz')).out).toContain('is shown again')
    expect((await jobs('restore', 'Liam Diaz')).out).toContain('Nothing was changed')
    await jobs('publish')
    expect(await mailsTo(diaz)).toEqual(['ready'])
    expect((await lettersOf(app, provider, await readJob())).map(({ name }) => name)).toContain('Liam Diaz')
  })

  it('is not brought back once their deletion has begun, and the command says how to finish that', async () => {
    const subjects = subjectsOf(server.app, server.provider.key)
    const uuid = (await stored('Liam Diaz'))?.uuid as string
    const at = server.app.clock()
    await subjects.updateOne({ uuid }, { $set: { deleting: { at }, withdrawn: { at, by: null } } })
    const restored = await jobs('restore', 'Liam Diaz')
    expect([restored.code, restored.problem]).toEqual([
      1,
      'The deletion of Liam Diaz has begun, and nobody comes back from it: repeat it with "jobs delete-subject". Nothing was changed.',
    ])
    expect(await stored('Liam Diaz')).toMatchObject({ withdrawn: {}, deleting: {} })
  })

  it('is named by key, uuid or a whole name that only one has; otherwise the candidates are listed', async () => {
    const [emma, liam, ...mias] = built.subjects
    expect((await jobs('withdraw', emma?.key ?? '')).out).toContain('Emma Carter is withdrawn')
    expect((await jobs('withdraw', liam?.uuid ?? '')).out).toContain('Liam Diaz is withdrawn')
    const ambiguous = await jobs('withdraw', 'mia berg')
    expect(ambiguous).toMatchObject(problem(1, 'several who fit "mia berg"'))
    for (const { uuid } of mias) expect(ambiguous.problem).toContain(`${uuid}  `)
    expect(await jobs('withdraw', 'Mia')).toMatchObject(problem(1, 'has nobody with'))
    expect(await jobs('withdraw')).toMatchObject(problem(2, 'Give the key'))
    expect(await jobs('withdraw', 'Mia', 'Berg')).toMatchObject(problem(2, 'quotes'))
    expect(await run('withdraw', 'Nothing', 'Mia')).toMatchObject(problem(1, 'has no job'))
    expect(
      await subjectsOf(server.app, server.provider.key).count({ jobUuid: built.job.uuid, withdrawn: { $ne: null } }),
    ).toBe(2)
  })
})

describe('what a family has agreed to', () => {
  it('is recorded with who, when and where, and "no" to print and sale leaves out the own pictures', async () => {
    await jobs('publish')
    expect(await seenBy(0)).toEqual(['1.jpg'])
    const answer = ['--who', 'mother', '--source', 'form of 3 September']
    expect((await jobs('consent', 'Emma Carter', 'print-and-sell', 'no', ...answer)).code).toBe(0)
    expect((await stored('Emma Carter'))?.consent).toMatchObject({
      'print-and-sell': { answer: 'no', who: 'mother', source: 'form of 3 September', at: expect.any(Date) },
    })
    expect(await seenBy(0)).toEqual([])
    expect((await jobs('consent', 'Emma Carter', 'print-and-sell', 'no', ...answer)).out).toContain('as before')
    await jobs('consent', 'Emma Carter', 'print-and-sell', 'not-asked')
    expect((await stored('Emma Carter'))?.consent).toBeUndefined()
    expect(await seenBy(0)).toEqual(['1.jpg'])
    await jobs('not-asked', 'print-and-sell', 'no')
    expect([await seenBy(0), await seenBy(1)]).toEqual([[], []])
    await jobs('consent', 'Emma Carter', 'print-and-sell', 'yes')
    expect([await seenBy(0), await seenBy(1)]).toEqual([['1.jpg'], []])
  })

  it('is not changed by what cannot be read', async () => {
    expect(await jobs('consent', 'Emma Carter', 'selling', 'no')).toMatchObject(problem(2, 'Give the purpose'))
    expect(await jobs('consent', 'Emma Carter', 'yearbook', 'perhaps')).toMatchObject(problem(2, 'Give the answer'))
    expect(await jobs('not-asked', 'yearbook', 'maybe')).toMatchObject(problem(2, 'yes or no'))
    expect((await stored('Emma Carter'))?.consent).toBeUndefined()
    expect((await readJob()).notAsked).toBeUndefined()
  })
})

describe('a class picture of somebody who said no', () => {
  it('is hidden from everybody and listed, until it is released with a reason', async () => {
    const uuid = await addGroupPicture('class.jpg', ['4A', '4B'])
    await jobs('publish')
    expect(await seenBy(1)).toEqual(['1.jpg', 'class.jpg'])
    await jobs('consent', 'Emma Carter', 'class-picture', 'no')
    expect([await seenBy(0), await seenBy(1)]).toEqual([['1.jpg'], ['1.jpg']])
    const list = await jobs('decide-group')
    expect(list.out).toBe(
      `${uuid}  class.jpg  class picture of 4A, 4B  to decide  Emma Carter (4A): no to class-picture\n1 picture is withheld.`,
    )
    expect(await jobs('decide-group', 'class.jpg', 'release')).toMatchObject(problem(2, 'needs its reason'))
    expect(await jobs('decide-group', 'class.jpg', 'blur')).toMatchObject(problem(2, 'release, hide or reopen'))
    expect(await jobs('decide-group', 'other.jpg', 'hide')).toMatchObject(problem(1, 'has no picture'))
    expect(await jobs('decide-group', '1.jpg', 'hide')).toMatchObject(problem(1, 'several pictures'))
    expect((await jobs('decide-group', 'class.jpg', 'release', '--reason', 'retouched')).code).toBe(0)
    expect([await seenBy(0), await seenBy(1)]).toEqual([
      ['1.jpg', 'class.jpg'],
      ['1.jpg', 'class.jpg'],
    ])
    await jobs('withdraw', 'Emma Carter')
    expect(await seenBy(1)).toEqual(['1.jpg'])
    await jobs('decide-group', uuid, 'hide')
    await jobs('restore', 'Emma Carter')
    expect(await seenBy(1)).toEqual(['1.jpg'])
    expect((await jobs('decide-group')).out).toContain('hidden  Emma Carter (4A): no to class-picture')
    await jobs('consent', 'Emma Carter', 'class-picture', 'yes')
    await jobs('decide-group', uuid, 'reopen')
    expect(await seenBy(1)).toEqual(['1.jpg', 'class.jpg'])
    const own = await picturesOf(server.app, server.provider.key).findOne({
      'assignment.subjects.uuid': built.subjects[0]?.uuid ?? '',
    })
    expect(await jobs('decide-group', own?.uuid ?? '', 'hide')).toMatchObject(problem(1, 'is of one person'))
  })
})

describe('unpublishing', () => {
  it('withholds the pictures of one child, and publishing it mails its family once', async () => {
    await jobs('unpublish', '--subject', 'Liam Diaz', '--reason', 'red eyes')
    await jobs('publish')
    expect([await seenBy(0), await seenBy(1)]).toEqual([['1.jpg'], []])
    server.wait(3 * DAY_MS)
    await remindNow(server)
    expect([await mailsTo(carters), await mailsTo(diaz)]).toEqual([['ready', 'reminder'], []])
    expect((await jobs('unpublish', '--subject', 'Liam Diaz')).out).toContain('Nothing was changed')
    const { out } = await jobs('publish', '--subject', 'Liam Diaz')
    expect(out).toContain('1 family gets one email')
    expect(await seenBy(1)).toEqual(['1.jpg'])
    expect([await mailsTo(carters), await mailsTo(diaz)]).toEqual([['ready', 'reminder'], ['ready']])
  })

  it('withholds the pictures of a class, also of a child that is published by itself or joins it', async () => {
    await jobs('publish')
    await jobs('unpublish', '--class', '4a')
    expect([await seenBy(0), await seenBy(1)]).toEqual([[], ['1.jpg']])
    await jobs('unpublish', '--subject', 'Emma Carter')
    expect((await jobs('publish', '--subject', 'Emma Carter')).out).toContain('the whole group 4A is')
    expect(await seenBy(0)).toEqual([])
    await jobs('publish', '--class', '4A')
    expect(await seenBy(0)).toEqual(['1.jpg'])
    expect(await jobs('unpublish', '--class', '9Z')).toMatchObject(problem(1, 'has no group "9Z"; it has 4A, 4B'))
    expect(await jobs('unpublish', '--class', '4A', '--subject', 'Emma Carter')).toMatchObject(problem(2, 'not both'))
    expect(await run('list', '--class', '4A')).toMatchObject(problem(2, 'options of publish'))
  })
})

describe('the state of a job', () => {
  it('is a word, from which follows what families are told', async () => {
    const flags = async () => {
      const { state, published, hasBeenInWebShop, requireFineTunedPictures, isArchived } = await readJob()
      return [state, published, hasBeenInWebShop, requireFineTunedPictures, isArchived]
    }
    expect((await jobs('state', 'sorting')).out).toContain('is sorting, before: draft')
    expect(await flags()).toEqual(['sorting', false, false, true, false])
    expect(await jobs('state', 'published')).toMatchObject(problem(2, 'Use "jobs publish"'))
    expect(await jobs('state', 'open')).toMatchObject(problem(2, 'Give the new state'))
    await jobs('publish')
    expect(await flags()).toEqual(['published', true, true, false, false])
    await jobs('unpublish')
    expect(await flags()).toEqual(['proofing', false, true, false, false])
    expect((await readJob()).announcement).toBeUndefined()
    await jobs('publish')
    await jobs('state', 'closed')
    expect(await flags()).toEqual(['closed', true, true, false, true])
    expect((await jobs('state', 'closed')).out).toContain('Nothing was changed')
    const listed = async () => (await run('list')).out.split('\n').find((line) => line.includes(built.job.uuid))
    expect(await listed()).toMatch(/ {2}closed( {2}|$)/)
    expect(await jobs('publish')).toMatchObject(problem(1, 'is closed: nothing was published. Set another state first'))
    await jobs('unpublish')
    expect(await listed()).toMatch(/ {2}closed, withheld( {2}|$)/)
    await jobs('state', 'proofing')
    await jobs('publish')
    expect(await flags()).toEqual(['published', true, true, false, false])
  })
})
