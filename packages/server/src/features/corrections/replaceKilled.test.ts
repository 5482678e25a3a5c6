import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { originalKey, pictureFolder } from '../../imaging/derivatives/pictureFiles.ts'
import { buildPictureSet } from '../../testing/buildPictureSet.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { picturesOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import type { Picture } from '../jobs/picture.ts'
import { listVersions } from '../jobs/pictures/pictureVersions.ts'
import { correctionStepsOf, correctionsOf } from './collection.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  ;[server, folder] = await Promise.all([startTestServer(), mkdtemp(join(tmpdir(), 'pk-killed-replace-'))])
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const MAIN = join(import.meta.dirname, '../../cli/main.ts')
const key = () => server.provider.key

/** Starts the command in a process of its own and kills it as soon as something has happened. */
async function killOnce(argv: string[], hasHappened: () => Promise<boolean>): Promise<void> {
  const { dataDir, secret, mongodbUrl } = server.app.env
  const { PORT: _port, PUBLIC_URL: _url, ...rest } = process.env
  const env = { ...rest, DATA_DIR: dataDir, SECRET: secret, MONGODB_URL: mongodbUrl }
  const child = spawn(process.execPath, [MAIN, 'jobs', ...argv], { env, stdio: 'ignore' })
  const ended = once(child, 'exit')
  await expect.poll(hasHappened, { timeout: 60_000, interval: 1 }).toBe(true)
  child.kill('SIGKILL')
  await ended
}

it('a killed replacement leaves a whole picture, is repeated, and undone as often as it was recorded', async () => {
  const { app } = server
  const { job, pictures } = await buildPictureSet(app, server.provider)
  const { uuid } = pictures.first
  const jpeg = await sharp({ create: { width: 1040, height: 1300, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  const hash = createHash('sha256').update(jpeg).digest('hex')
  const file = join(folder, 'red.jpg')
  await writeFile(file, jpeg)
  const argv = ['pictures', job.uuid, 'replace', '1.jpg', file, '--provider', key()]
  const stored = async () => (await picturesOf(app, key()).findOne({ uuid })) as Picture
  const filesBelow = async (version: string | null) => {
    const keys: string[] = []
    for await (const each of app.blobs.list(pictureFolder({ provider: key(), uuid, version }))) keys.push(each)
    return keys
  }
  const version = hash.slice(0, 16)
  const steps = () => correctionStepsOf(app, key()).find({ picture: uuid }).toArray()
  const moments = [
    async () => (await listVersions(app, key(), [uuid])).length > 0,
    async () => (await filesBelow(version)).length > 0,
    async () => (await steps()).length > 0,
  ]
  for (const moment of moments) {
    await killOnce(argv, moment)
    // Whichever file it has, it is there.
    const { hash: now, version: of = null, format } = await stored()
    const original = await app.blobs.get(originalKey({ provider: key(), uuid, version: of }, format))
    expect(
      createHash('sha256')
        .update(original as Buffer)
        .digest('hex'),
    ).toBe(now)
    expect(of).toBe(now === hash ? version : null)
  }
  const again = await runInTerminal(jobsCommand, argv, app)
  expect(again.code).toBe(0)
  expect(await stored()).toMatchObject({ hash, version, bytes: jpeg.length })
  expect(await filesBelow(version)).toHaveLength(6)
  const undo = (number: number) =>
    runInTerminal(jobsCommand, ['undo', job.uuid, String(number), '--provider', key()], app)
  const last = await correctionsOf(app, key()).count({ jobUuid: job.uuid })
  for (let number = last; number > 0; number--) expect((await undo(number)).code).toBe(0)
  expect((await stored()).hash).toBe(pictures.first.hash)
})
