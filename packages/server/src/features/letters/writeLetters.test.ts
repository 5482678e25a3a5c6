import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { buildProvider } from '../../testing/buildProvider.ts'

const run = promisify(execFile)

/** Draws letters slowly enough that the file cannot grow any more while the next ones are drawn. */
const programOf = (file: string) => `
  import { setTimeout as sleep } from 'node:timers/promises'
  import { writeLetters } from ${JSON.stringify(join(import.meta.dirname, 'writeLetters.ts'))}
  const letters = Array.from({ length: 40 }, (_, index) => ({ name: 'Child ' + index, group: '4B', code: 'ABCDE23456', address: 'https://shop.example.com/c/ABCDE23456' }))
  const provider = ${JSON.stringify(buildProvider())}
  const order = { provider, language: 'en', letters, job: 'A job', orderBy: null, place: 'shop.example.com', now: new Date() }
  const task = { progress: () => sleep(20), signal: new AbortController().signal }
  const result = await writeLetters(${JSON.stringify(file)}, order, task).then(() => 'written', (error) => error.code ?? error)
  console.log(result)`

it('letters that do not fit on the disk fail with its reason, end no process and leave no file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pk-letters-'))
  const program = join(folder, 'program.mjs')
  await writeFile(program, programOf(join(folder, 'letters.pdf')))
  const { stdout } = await run('sh', ['-c', 'ulimit -f 8 && exec "$@"', 'sh', process.execPath, program])
  expect(stdout.trim()).toBe('EFBIG')
  expect(await readdir(folder)).toEqual(['program.mjs'])
  await rm(folder, { recursive: true })
})
