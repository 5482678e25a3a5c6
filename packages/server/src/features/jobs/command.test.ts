import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { buildJob, type Child } from '../../testing/buildJob.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { type Job, jobsOf, subjectsOf } from './collection.ts'
import { jobsCommand } from './command.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const run = (...argv: string[]) => runInTerminal(jobsCommand, argv, server.app)
const ours = () => ['--provider', server.provider.key]
const build = (children: readonly Child[], change: Partial<Job> = {}) =>
  buildJob(server.app, server.provider, children, change)
const stored = ({ uuid }: Job) => jobsOf(server.app, server.provider.key).findOne({ uuid })
const mails = () => server.app.db.collection('mails').countDocuments({ provider: server.provider.key })

describe('./portraitkit jobs', () => {
  it('lists jobs with their content and whether the families were notified, without control characters', async () => {
    const email = `${randomUUID()}@example.com`
    const orderBy = new Date('2027-03-31T23:59:59.999Z')
    const { job } = await build([{ name: 'Emma', email }, { name: 'Noah' }], { name: 'Spring \u001b[31m', orderBy })
    await build([{ name: 'Ruby', photographed: false }], { name: 'Old', isArchived: true, year: 2023 })
    const before = await run('list', ...ours())
    expect(before.code).toBe(0)
    expect(before.out).toContain(`${job.uuid}  2026  Spring  [31m  2 subjects  2 pictures  draft  order by 2027-03-31`)
    expect(before.out).toMatch(/2023 {2}Old {2}1 subject {2}0 pictures {2}closed, withheld\n2 jobs\.$/)
    await run('publish', job.uuid, ...ours())
    expect((await run('list', ...ours())).out).toContain(`published ${server.app.clock().toISOString().slice(0, 10)}`)
    expect((await run('list', '--provider', server.other.key)).out).toBe('0 jobs.')
  })

  it('publishes by name or uuid, reports who gets an email and who cannot, and unpublishes', async () => {
    const email = `${randomUUID()}@example.com`
    const { job } = await build([{ name: 'Emma', email }, { name: 'Noah', email }, { name: 'Ruby' }], {
      name: 'Fjellgata skole',
    })
    const { code, out } = await run('publish', 'fjellgata SKOLE', ...ours())
    expect(code).toBe(0)
    expect(out).toContain('1 family gets one email')
    expect(out).toContain('1 subject has no email address')
    expect((await stored(job))?.published).toBe(true)
    expect((await run('unpublish', job.uuid, ...ours())).code).toBe(0)
    expect(await stored(job)).toMatchObject({ published: false })
  })

  it('counts only the emails that it queues: including customers with an account, and excluding those who have had one', async () => {
    const [first, later] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`]
    const { job, subjects } = await build([{ name: 'Emma', email: first }, { name: 'Noah' }, { name: 'Ruby' }])
    await buildCustomer(server, { subjects: [subjects[1]?.uuid as string] })
    const before = await mails()
    expect((await run('publish', job.uuid, ...ours())).out).toContain('2 families get one email each')
    expect(await mails()).toBe(before + 2)
    expect((await run('publish', job.uuid, ...ours())).out).toContain('No email is sent')
    await subjectsOf(server.app, server.provider.key).updateOne(
      { uuid: subjects[2]?.uuid as string },
      { $set: { 'contact.email': later } },
    )
    expect((await run('publish', job.uuid, ...ours())).out).toContain('1 family gets one email each')
    expect(await mails()).toBe(before + 3)
  })

  it('changes nothing and sends nothing if publishing is impossible', async () => {
    const archived = (await build([{ name: 'Emma', email: 'a@example.com' }], { isArchived: true })).job
    const past = (await build([{ name: 'Emma', email: 'a@example.com' }], { deletion: new Date(0) })).job
    const empty = (await build([{ name: 'Emma', email: 'a@example.com', photographed: false }])).job
    const before = await mails()
    for (const [job, words] of [
      [archived, 'is closed: nothing was published. Set another state first'],
      [past, 'past their deletion date'],
      [empty, 'has no pictures yet'],
    ] as const) {
      const answer = await run('publish', job.uuid, ...ours())
      expect(answer).toMatchObject({ code: 1, problem: expect.stringContaining(words) })
      expect((await stored(job))?.published).toBe(false)
    }
    expect(await mails()).toBe(before)
  })

  it('reports clearly what it cannot read', async () => {
    const { job } = await build([{ name: 'Emma' }], { name: 'Twice', year: 2025 })
    await build([{ name: 'Emma' }], { name: 'Twice', year: 2026 })
    const says = (code: number, words: string) => ({ code, problem: expect.stringContaining(words) })
    expect(await run('publish', 'Twice', ...ours())).toMatchObject(says(2, '--year (2025, 2026)'))
    expect(await run('publish', 'Twice', '--year', '2025', ...ours())).toMatchObject({ code: 0 })
    expect((await stored(job))?.published).toBe(true)
    expect(await run('publish', 'Twice', '--year', '25', ...ours())).toMatchObject(says(2, 'is not a year'))
    expect(await run('publish', 'Nothing', ...ours())).toMatchObject(says(1, 'has no job "Nothing"'))
    expect(await run('publish', job.uuid, '--provider', server.other.key)).toMatchObject(says(1, 'has no job'))
    expect(await run('publish', ...ours())).toMatchObject(says(2, 'Give the name or uuid of a job'))
    expect(await run('publish', 'Two', 'words', ...ours())).toMatchObject(says(2, 'quotes'))
    expect(await run('hide', 'Twice', ...ours())).toMatchObject(says(2, 'no "jobs hide"'))
    expect(await run('list')).toMatchObject(says(2, '--provider'))
    expect(await run('list', '--provider', 'nobody')).toMatchObject(says(1, 'nobody'))
    expect((await run('--help')).code).toBe(0)
  })
})
