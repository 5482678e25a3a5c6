import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aPicture } from '../../testing/buildImport.ts'
import { runKilledAt } from '../../testing/killAtWrite.ts'
import { sightOfJob } from '../../testing/sightOfJob.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { jobsCommand } from '../jobs/command.ts'
import { importCommand } from './command.ts'

/**
 * The undo of an import, killed at a write and repeated: everybody sees what they saw before the import, and the history has one undo, which
 * can be undone itself. Long form: at each of its writes.
 */

const long = process.env.PROOFS === 'long'
const KILLS = 3

let server: TestServer
let root: string
beforeAll(async () => {
  // Without background work: it is the command that is repeated.
  ;[server, root] = await Promise.all([
    startTestServer({ env: { TASK_LANES: 'none' } }),
    mkdtemp(join(tmpdir(), 'pk-killed-undo-')),
  ])
})
afterAll(async () => {
  await server.close()
  await rm(root, { recursive: true, force: true })
})

const BEFORE = { Anna: ['1_a.jpg', 'class.jpg'], Bo: ['2_a.jpg', 'class.jpg'] }
const AFTER = { Anna: ['1_a.jpg', '1_b.jpg'], Bo: ['2_a.jpg', '2_b.jpg', 'class.jpg'], Cy: ['3_a.jpg'] }

/** A job whose second import has added pictures and a child, and taken another child to another class. */
async function buildImports(job: string): Promise<void> {
  const folder = join(root, job)
  await mkdir(join(folder, '_group/4A'), { recursive: true })
  const roster = (...lines: string[]) => writeFile(join(folder, 'roster.csv'), `key,name,group\n${lines.join('\n')}\n`)
  const pictures = async (...files: string[]) => {
    for (const file of files) await writeFile(join(folder, file), await aPicture(++count))
  }
  let count = 0
  const run = () =>
    runInTerminal(importCommand, [folder, '--provider', server.provider.key, '--job', job, '--publish'], server.app)
  await roster('1,Anna,4A', '2,Bo,4A')
  await pictures('_group/4A/class.jpg', '1_a.jpg', '2_a.jpg')
  await run()
  await roster('1,Anna,4B', '2,Bo,4A', '3,Cy,4A')
  await pictures('1_b.jpg', '2_b.jpg', '3_a.jpg')
  await run()
}

const sightOf = (job: string) => sightOfJob(server, job)

const line = (job: string, ...words: string[]) => [...words, '--provider', server.provider.key].toSpliced(1, 0, job)
const jobs = async (job: string, ...words: string[]) => {
  const { code, lines, problem } = await runInTerminal(jobsCommand, line(job, ...words), server.app)
  return { code, out: [...lines, problem].join('\n') }
}
const seenBefore = async (job: string) => {
  const { Cy = [], ...others } = await sightOf(job)
  return { others, Cy }
}

it(
  'gives everybody back what they saw before, when it is repeated, and is one undo',
  async () => {
    await buildImports('Whole')
    expect(await sightOf('Whole')).toEqual(AFTER)
    const { code, writes } = await runKilledAt(server, ['jobs', ...line('Whole', 'undo', '2')])
    expect(code).toBe(0)
    const undone = await seenBefore('Whole')
    expect(undone.others).toEqual(BEFORE)
    const every = long ? 1 : Math.ceil(writes / KILLS)
    for (let at = long ? 1 : 6; at <= writes; at += every) {
      const job = `Killed ${at}`
      await buildImports(job)
      await runKilledAt(server, ['jobs', ...line(job, 'undo', '2')], at)
      const { code: repeated, out } = await jobs(job, 'undo', '2')
      // Killed after its last step, it was undone already.
      const isDone = repeated === 0 || out.includes('was undone by 3')
      expect([at, isDone, out]).toEqual([at, true, out])
      expect([at, await seenBefore(job)]).toEqual([at, undone])
      expect([at, await jobs(job, 'undo', '3')]).toMatchObject([at, { code: 0 }])
      expect([at, await sightOf(job)]).toEqual([at, AFTER])
    }
  },
  long ? 7_200_000 : 300_000,
)
