import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { access } from '@portraitkit/core/access/contract.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { aPicture } from '../../testing/buildImport.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { jobsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { importCommand } from './command.ts'
import type { ImportInput } from './importInput.ts'
import { importTask } from './importTask.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  count++
  folder = await mkdtemp(join(tmpdir(), 'pk-draft-'))
  await mkdir(join(folder, 'Emma'))
  await writeFile(join(folder, 'roster.csv'), `name,code\nEmma,${code()}\n`)
  await writeFile(join(folder, 'Emma/1.jpg'), await aPicture(1))
  return () => rm(folder, { recursive: true, force: true })
})

let count = 0
const code = () => `SPRING${count}`
const name = () => `Maple Grove ${count}`
const runImport = (...options: string[]) =>
  runInTerminal(importCommand, [folder, '--provider', server.provider.key, '--job', name(), ...options], server.app)
/** What somebody with the letter reads about the pictures. */
const seen = async () => {
  const { data } = await server.client().call(access.verifySubjectCode, { code: code() })
  return data?.subjects.map(({ state }) => state)
}
const stored = () => jobsOf(server.app, server.provider.key).findOne({ name: name() })

it('a new job is a draft of which families see nothing until it is published, and the import says so', async () => {
  const { code: exit, lines } = await runImport()
  expect(exit).toBe(0)
  expect(lines.at(-1)).toContain(
    `"${name()}" (${new Date().getUTCFullYear()}) is a draft: families see nothing until ./portraitkit jobs publish '${name()}'`,
  )
  expect(await stored()).toMatchObject({ state: 'draft', published: false, hasBeenInWebShop: false })
  expect(await seen()).toEqual(['waiting'])
  await runInTerminal(jobsCommand, ['publish', name(), '--provider', server.provider.key], server.app)
  expect(await seen()).not.toEqual(['waiting'])
})

it('an import into a published job keeps it published, and into a draft keeps it a draft', async () => {
  await runImport()
  await runImport()
  expect(await stored()).toMatchObject({ state: 'draft' })
  await runInTerminal(jobsCommand, ['publish', name(), '--provider', server.provider.key], server.app)
  const { lines } = await runImport()
  expect(await stored()).toMatchObject({ state: 'published', published: true })
  expect(lines.join('\n')).not.toContain('families see nothing')
})

it('--publish shows the pictures at once without an email, of a new job and of a draft', async () => {
  const { lines } = await runImport('--publish')
  expect(await stored()).toMatchObject({ state: 'published', published: true, hasBeenInWebShop: true })
  expect(await stored()).not.toHaveProperty('announcement')
  expect(await seen()).not.toEqual(['waiting'])
  expect(lines.join('\n')).not.toContain('families see nothing')
  count++
  await writeFile(join(folder, 'roster.csv'), `name,code\nEmma,${code()}\n`)
  await runImport()
  await runImport('--publish')
  expect(await stored()).toMatchObject({ state: 'published' })
  const refused = await runImport('--publish', '--not-ready')
  expect([refused.code, refused.problem]).toEqual([1, expect.stringContaining('contradict each other')])
})

it('--publish of an import that is continued does not show again what somebody has unpublished since', async () => {
  await runImport('--publish')
  const [task] = await server.app.db.collection('tasks').find({ 'input.job': name() }).toArray()
  await runInTerminal(jobsCommand, ['unpublish', name(), '--provider', server.provider.key], server.app)
  const { _id: id, created: requested, input } = task as unknown as { _id: string; created: Date; input: ImportInput }
  const { signal } = new AbortController()
  const nothing = async () => undefined
  const run = { id, requested, provider: server.provider.key, input, signal, resumeFrom: { classPictures: [] } }
  const continued = { ...run, checkpoint: nothing, progress: nothing, forgetSoon: nothing }
  const { report } = await importTask.run(server.app, continued as unknown as Parameters<typeof importTask.run>[1])
  expect(report.notes.map(({ text }) => text)).toContainEqual(
    expect.stringContaining('was unpublished after the import began'),
  )
  expect(await stored()).toMatchObject({ state: 'proofing', published: false })
  expect(await seen()).toEqual(['waiting'])
  await runImport('--publish')
  expect(await stored()).toMatchObject({ published: true })
})
