import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { aTemplate } from '@portraitkit/core/testing/aTemplate.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { remakeFilesTask } from '../features/jobs/remakeFilesTask.ts'
import { migrate } from '../platform/migrations/migrate.ts'
import { type Migration, migrationsOf } from '../platform/migrations/migration.ts'
import { claimOne } from '../platform/tasks/claim.ts'
import { tasksOf } from '../platform/tasks/collection.ts'
import { cancelTask, createTask } from '../platform/tasks/queue.ts'
import { buildCustomer } from '../testing/buildCustomer.ts'
import { buildPictureSet } from '../testing/buildPictureSet.ts'
import { startTestServer, type TestServer } from '../testing/testServer.ts'

let server: TestServer
let email: string
beforeAll(async () => {
  // Without background work that could take a task over.
  server = await startTestServer({ env: { TASK_LANES: 'none' } })
  email = (await buildCustomer(server)).customer.email
})
afterAll(() => server.close())

const command = join(import.meta.dirname, 'main.ts')

/** The environment of a separate process, which gets only the data of the server. */
function own(env: Record<string, string> = {}) {
  const { dataDir, secret, mongodbUrl } = server.app.env
  const { PORT: _port, PUBLIC_URL: _url, ...rest } = process.env
  return { ...rest, DATA_DIR: dataDir, SECRET: secret, MONGODB_URL: mongodbUrl, ...env }
}

/** The output of a command. */
async function run(env: Record<string, string>, ...argv: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...argv], { env: own(env) })
  return stdout.trim()
}

describe('./portraitkit', () => {
  it('writes addresses with the shop’s own origin, or with the configured one', async () => {
    const link = ['simulate', email, '--provider', server.provider.key, '--operator', 'Kari']
    const [host] = server.provider.hosts
    expect(await run({}, ...link)).toContain(`http://${host}:${server.port}/`)
    expect(await run({ PUBLIC_URL: 'https://shops.example' }, ...link)).toContain(`https://${host}/`)
  })

  it('ends quietly when nobody reads its output, also if the reader leaves later', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pk-unread-'))
    // the message about one command is printed before the other one is looked up
    for (const name of ['card', 'sketches']) await mkdir(join(folder, name))
    await writeFile(join(folder, 'card/template.json'), JSON.stringify(aTemplate()))
    const argv = [command, 'templates', 'check', folder]
    const child = spawn(process.execPath, argv, { env: own(), stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.destroy()
    const [[code], output] = await Promise.all([once(child, 'exit'), text(child.stderr)])
    expect([code, output]).toEqual([0, ''])
    await rm(folder, { recursive: true })
  })

  it('counts as a process of its version while it runs, so that no exclusive migration starts next to it', async () => {
    const { app, provider } = server
    const { job } = await buildPictureSet(app, provider)
    // This test does the work, so that the command waits for it. The server of the test may be faster, and then it is a new task.
    const request = { provider: provider.key, key: `${job.uuid} missing`, input: { job: job.uuid, all: false } }
    let task = await createTask(app, remakeFilesTask, request)
    while (!(await claimOne(app, task))) task = await createTask(app, remakeFilesTask, request)
    const argv = [command, 'jobs', 'remake-files', job.uuid, '--provider', provider.key]
    const child = spawn(process.execPath, argv, { env: own(), stdio: ['ignore', 'pipe', 'pipe'] })
    const listed = () => app.db.collection('servers').countDocuments({ command: 'jobs' })
    let output = ''
    child.stderr.on('data', (part) => (output += part))
    await expect.poll(listed, { timeout: 60_000 }).toBe(1)
    const present = migrationsOf(app.features)
    const next: Migration = {
      number: present.length + 1,
      about: 'changes everything',
      kind: { name: 'exclusive' },
      step: async () => null,
    }
    await expect(migrate(app, { migrations: [...present, next], backUp: async () => 'a file' })).rejects.toThrow(
      './portraitkit jobs. Stop each server and wait until each command has ended',
    )
    // A command that has not found the task yet would begin a new one.
    await expect.poll(() => output, { timeout: 60_000 }).toContain('is doing this already')
    await cancelTask(app, provider.key, task._id)
    await tasksOf(app, provider.key).updateOne({ _id: task._id }, { $set: { state: 'cancelled' }, $unset: { due: '' } })
    expect((await once(child, 'exit'))[0]).toBe(1)
    expect(await listed()).toBe(0)
  })
})
