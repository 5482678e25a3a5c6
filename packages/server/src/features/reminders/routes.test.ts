import { reminders } from '@portraitkit/core/reminders/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { buildJob } from '../../testing/buildJob.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function aParent(...names: string[]) {
  const { subjects } = await buildJob(
    server.app,
    server.provider,
    names.map((name) => ({ name })),
  )
  const uuids = subjects.map(({ uuid }) => uuid)
  return { ...(await buildCustomer(server, { subjects: uuids })), uuids }
}
const enabledOf = async ({ client }: Awaited<ReturnType<typeof aParent>>) =>
  (await client.call(reminders.list, {})).subjects.map(({ name, remindersEnabled }) => [name, remindersEnabled]).sort()
const choices = () => server.app.db.collection('reminderChoices').find({}).toArray()

describe('reminder switches', () => {
  it('[ACC-4, API-1] are all the customer’s subjects with their switch, on by default', async () => {
    const parent = await aParent('Emma Carter', 'Noah Carter')
    const { subjects } = await parent.client.call(reminders.list, {})
    expect(subjects.toSorted((one, other) => (one.name < other.name ? -1 : 1))).toEqual([
      { uuid: parent.uuids[0], name: 'Emma Carter', remindersEnabled: true },
      { uuid: parent.uuids[1], name: 'Noah Carter', remindersEnabled: true },
    ])
    const nobody = await buildCustomer(server)
    expect(await nobody.client.call(reminders.list, {})).toEqual({ subjects: [] })
  })

  it('[ACC-4] change only the named subjects, whatever the subjects are called', async () => {
    const parent = await aParent('Emma', 'Noah')
    const [emma = '', noah = ''] = parent.uuids
    const set = (uuid: string, remindersEnabled: boolean) => ({ subjects: [{ uuid, name: 'Else', remindersEnabled }] })
    const answer = await parent.client.call(reminders.set, set(emma, false))
    expect(answer.subjects.find(({ uuid }) => uuid === emma)).toEqual({
      uuid: emma,
      name: 'Emma',
      remindersEnabled: false,
    })
    expect(await enabledOf(parent)).toEqual([
      ['Emma', false],
      ['Noah', true],
    ])
    await Promise.all([
      parent.client.call(reminders.set, set(emma, true)),
      parent.client.call(reminders.set, set(noah, false)),
    ])
    expect(await enabledOf(parent)).toEqual([
      ['Emma', true],
      ['Noah', false],
    ])
  })

  it('[ACC-4] of another customer’s subject are refused like those of a missing one, and nothing changes', async () => {
    const parent = await aParent('Emma')
    const other = await aParent('Liam')
    const before = await choices()
    for (const uuid of [other.uuids[0] as string, crypto.randomUUID()]) {
      const subjects = [parent.uuids[0] as string, uuid].map((each) => ({
        uuid: each,
        name: '',
        remindersEnabled: false,
      }))
      const failure = await parent.client.fail(reminders.set, { subjects })
      expect(failure).toEqual({
        status: 404,
        error: 'One of these picture sets is not in your account.',
        reason: 'reminders.unknown_subject',
      })
    }
    expect(await choices()).toEqual(before)
    expect(await enabledOf(other)).toEqual([['Liam', true]])
  })

  it('[LOC-3, API-2] find nothing of another provider, and refuse an invalid list of subjects', async () => {
    const elsewhere = await buildCustomer(server, { provider: server.other })
    const parent = await aParent('Emma')
    const subjects = [{ uuid: parent.uuids[0] as string, name: '', remindersEnabled: false }]
    expect(await elsewhere.client.fail(reminders.set, { subjects })).toMatchObject({ status: 404 })
    for (const wrong of [{}, { subjects: [{ uuid: 'x', name: '', remindersEnabled: true }] }, { subjects: 'all' }])
      expect(await parent.client.fail(reminders.set, wrong)).toMatchObject({ status: 400, reason: 'input.invalid' })
    expect(await enabledOf(parent)).toEqual([['Emma', true]])
  })

  it('store no address', async () => {
    const parent = await aParent('Emma')
    const subjects = [{ uuid: parent.uuids[0] as string, name: '', remindersEnabled: false }]
    await parent.client.call(reminders.set, { subjects })
    expect(JSON.stringify(await choices())).not.toContain('@')
  })
})
