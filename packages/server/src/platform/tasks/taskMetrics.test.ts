import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { openApp } from '../../openApp.ts'
import { createTestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { healthCommand } from '../health/healthCommand.ts'
import { defineTask } from '../taskKind.ts'
import { claimOne, LEASE_MS } from './claim.ts'
import { tasksOf } from './collection.ts'
import { createTask } from './queue.ts'

let shop: TestServer
beforeAll(async () => {
  shop = await startTestServer({ env: { TASK_LANES: 'none' } })
})
afterAll(() => shop.close())

const kind = defineTask({ name: 'letters.write', lane: 'letters', input: z.object({}), run: async () => null })
const create = (key: string) => createTask(shop.app, kind, { provider: shop.provider.key, key, input: {} })

async function samples(): Promise<Record<string, number>> {
  const { text } = await createTestClient(shop.server.adminPort, '').fetch('/metrics')
  const lines = text.split('\n').filter((line) => /^portraitkit_tasks_.*\{lane="(letters|print)"\}/.test(line))
  return Object.fromEntries(
    lines.map((line) => [
      line.replace(/^portraitkit_tasks_(\w+)\{lane="(\w+)"\} .*/, '$1 $2'),
      Number(line.split(' ')[1]),
    ]),
  )
}

it('tasks are counted by lane: those that wait, their age, those that run, without a process, and failed ones', async () => {
  const none = { waiting: 0, oldest_seconds: 0, running: 0, abandoned: 0, failed: 0 }
  const of = (lane: string, counts: object) =>
    Object.fromEntries(Object.entries({ ...none, ...counts }).map(([name, count]) => [`${name} ${lane}`, count]))
  expect(await samples()).toEqual({ ...of('letters', {}), ...of('print', {}) })

  const abandoned = await create('abandoned')
  await claimOne(shop.app, abandoned)
  shop.wait(LEASE_MS)
  await claimOne(shop.app, await create('running'))
  const failed = await create('failed')
  const finished = shop.app.clock()
  const change = { $set: { state: 'failed' as const, finished }, $unset: { due: '' as const } }
  await tasksOf(shop.app, shop.provider.key).updateOne({ _id: failed._id }, change)
  await create('one')
  await create('two')
  expect(await samples()).toEqual({
    ...of('letters', { waiting: 2, oldest_seconds: expect.any(Number), running: 2, abandoned: 1, failed: 1 }),
    ...of('print', {}),
  })
  const health = () =>
    runInTerminal(
      (argv) => healthCommand(argv, shop.app.env, () => openApp(shop.app.env, { clock: shop.app.clock })),
      [],
      shop.app,
    )
  const { out } = await health()
  for (const sentence of [
    'Tasks that wait to be run: 2 (letters 2).',
    'Tasks that are run: 2 (letters 2).',
    'Of these, tasks whose process is gone: 1 (letters 1).',
    'Tasks that failed within the last day: 1 (letters 1).',
  ])
    expect(out).toContain(`  ${sentence}\n`)
  shop.wait(25 * 60 * 60_000)
  const later = await samples()
  expect(later['oldest_seconds letters']).toBeGreaterThanOrEqual(25 * 60 * 60)
  expect(later['failed letters']).toBe(0)
})
