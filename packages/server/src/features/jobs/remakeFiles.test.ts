import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { originalKey, pictureFolder, sizeKey, workingKey } from '../../imaging/derivatives/pictureFiles.ts'
import type { StoredTask } from '../../platform/tasks/collection.ts'
import { buildPicture, buildPictureSet } from '../../testing/buildPictureSet.ts'
import { givePictures } from '../../testing/givePictures.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { jobsOf } from './collection.ts'
import { jobsCommand } from './command.ts'
import type { DeliveredPicture } from './picture.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const MAIN = join(import.meta.dirname, '../../cli/main.ts')
const run = (job: string, ...more: string[]) =>
  runInTerminal(jobsCommand, ['remake-files', job, '--provider', server.provider.key, ...more], server.app)
const of = ({ uuid }: DeliveredPicture) => ({ provider: server.provider.key, uuid })

/** Every file of a picture, by its key. */
async function filesOf(picture: DeliveredPicture): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for await (const key of server.app.blobs.list(pictureFolder(of(picture))))
    files.set(key, (await server.app.blobs.get(key))?.toString('base64') ?? '')
  return files
}

/** Leaves a picture nothing but its original, as a restore without the damaged files would. */
async function deleteDerived(picture: DeliveredPicture): Promise<void> {
  for (const key of (await filesOf(picture)).keys())
    if (key !== originalKey(of(picture), picture.format)) await server.app.blobs.delete(key)
}

it('missing files are made again as they were, and files that are there stay', async () => {
  const { blobs } = server.app
  const { job, subject, pictures } = await buildPictureSet(server.app, server.provider)
  const cutOut = await buildPicture(server.app, server.provider, { greenscreen: true })
  expect(cutOut.working).toBe('png')
  await givePictures(server.app, subject, [pictures.first, pictures.favourite, cutOut])
  const all = [pictures.first, pictures.favourite, pictures.group, cutOut]
  const before = await Promise.all(all.map(filesOf))
  expect((await run(job.uuid)).out).toBe(`"${job.name}" (2026) has 4 pictures: no file was missing.`)

  await deleteDerived(pictures.first)
  await deleteDerived(cutOut)
  await blobs.put(sizeKey(of(pictures.group), 640), Buffer.alloc(0))
  const made = `${pictureFolder(of(pictures.group))}/made/old.jpg`
  await blobs.put(made, Buffer.from('from the sizes before'))
  const present = sizeKey(of(pictures.favourite), 320)
  await blobs.put(present, Buffer.from('is there'))
  expect(await run(job.uuid)).toMatchObject({ code: 0, out: expect.stringContaining('files of 3 were made again.') })
  const after = await Promise.all(all.map(filesOf))
  expect(after[1]?.get(present)).toBe(Buffer.from('is there').toString('base64'))
  for (const index of [0, 2, 3]) expect(after[index]).toEqual(before[index])

  const working = workingKey(of(pictures.favourite), pictures.favourite.working)
  await blobs.put(working, Buffer.from('what is printed'))
  expect((await run(job.uuid, '--all')).out).toContain('files of 4 were made again.')
  expect(await filesOf(pictures.favourite)).toEqual(
    new Map(before[1]).set(working, Buffer.from('what is printed').toString('base64')),
  )
})

it('a run that is killed is continued by a server, and makes nothing twice', async () => {
  const { job, subject, pictures } = await buildPictureSet(server.app, server.provider)
  const more: DeliveredPicture[] = []
  for (let count = 0; count < 12; count++) more.push(await buildPicture(server.app, server.provider))
  await givePictures(server.app, subject, more)
  const all = [...more, pictures.group]
  const before = await Promise.all(all.map(filesOf))
  for (const picture of all) await deleteDerived(picture)

  const { dataDir, secret, mongodbUrl } = server.app.env
  const { PORT: _port, PUBLIC_URL: _url, ...rest } = process.env
  const env = { ...rest, DATA_DIR: dataDir, SECRET: secret, MONGODB_URL: mongodbUrl }
  const argv = [MAIN, 'jobs', 'remake-files', job.uuid, '--provider', server.provider.key]
  const findTask = () => server.app.db.collection<StoredTask>('tasks').findOne({ key: `${job.uuid} missing` })
  const child = spawn(process.execPath, argv, { env, stdio: 'ignore' })
  const ended = once(child, 'exit')
  const remade = async () => ((await findTask())?.checkpoint as { remade: number } | undefined)?.remade ?? 0
  await expect.poll(remade, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0)
  child.kill('SIGKILL')
  await ended
  server.wait(60_000)
  await expect.poll(async () => (await findTask())?.state, { timeout: 60_000 }).toBe('done')
  const { result, fence } = (await findTask()) as StoredTask
  expect(result).toMatchObject({ pictures: 13, unusable: 0 })
  // A picture that was complete when the process died, and not counted yet, is not made again.
  expect((result as { remade: number }).remade).toBeGreaterThanOrEqual(12)
  expect(fence).toBeGreaterThan(0)
  expect(await Promise.all(all.map(filesOf))).toEqual(before)
})

it('names what cannot be made again, and leaves the rest of the job complete', async () => {
  const { job, pictures } = await buildPictureSet(server.app, server.provider)
  await server.app.blobs.delete(originalKey(of(pictures.first), pictures.first.format))
  await deleteDerived(pictures.favourite)
  await server.app.blobs.delete(sizeKey(of(pictures.first), 320))
  const { code, out, problem } = await run(job.uuid)
  expect([code, out]).toEqual([1, expect.stringContaining('files of 1 were made again.')])
  expect(problem).toContain('1 picture cannot be made again, because the original is missing or damaged')
  const task = await server.app.db.collection<StoredTask>('tasks').findOne({ key: `${job.uuid} missing` })
  expect(task?.log.map(({ line }) => line)).toEqual([
    `picture ${pictures.first.uuid}: its original is missing or damaged`,
  ])
})

it('makes nothing of pictures that are past their day of deletion, and refuses a wrong command line', async () => {
  const { job, pictures } = await buildPictureSet(server.app, server.provider)
  await deleteDerived(pictures.first)
  const deletion = new Date(server.app.clock().getTime() - 3 * 24 * 60 * 60_000)
  await jobsOf(server.app, server.provider.key).updateOne({ uuid: job.uuid }, { $set: { deletion } })
  const { code, problem } = await run(job.uuid)
  expect([code, problem]).toEqual([1, 'The pictures of the job are past their deletion date: nothing was made.'])
  const left = [...(await filesOf(pictures.first)).keys()]
  expect(left.filter((key) => !key.endsWith(`original.${pictures.first.format}`))).toEqual([])
  const list = ['list', '--all', '--provider', server.provider.key]
  expect((await runInTerminal(jobsCommand, list, server.app)).code).toBe(2)
})
