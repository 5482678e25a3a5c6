import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOSTILE_FILES, OTHER_FILES } from '../../../testing/roster/hostileFiles.ts'
import { RosterError } from '../roster.ts'
import { readRoster } from './readRoster.ts'
import { loadRosterFile } from './rosterFile.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pk-roster-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('a file that is not a roster', () => {
  it.each(Object.keys(OTHER_FILES))('gets a sentence that says what to do: %s', (name) => {
    const { build, sentence } = OTHER_FILES[name] as (typeof OTHER_FILES)[string]
    const read = () => readRoster(build(), 'SE')
    expect(read).toThrow(RosterError)
    expect(read).toThrow(sentence)
  })

  it('is not read into memory if it has 200 MB, or is not a file at all', async () => {
    const path = join(folder, 'large.csv')
    const file = await open(path, 'w')
    await file.truncate(200_000_000)
    await file.close()
    const before = process.memoryUsage().arrayBuffers
    await expect(loadRosterFile(path)).rejects.toThrow(/has 200 MB; at most 20 MB are read/)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000)
    await expect(loadRosterFile(folder)).rejects.toThrow(/is not a file/)
  })
})

/** Of the whole process with its modules, and files and unpacked parts outside of the heap. */
const MAX_MEMORY = 700_000_000
/** A process that needs more for its objects ends without a word. */
const HEAP = ['--max-old-space-size=200', '--expose-gc']

describe('hostile rosters', () => {
  it('each get a sentence within bounded memory', async () => {
    const names = Object.keys(HOSTILE_FILES)
    const paths = await Promise.all(
      names.map(async (name, at) => {
        const path = join(folder, String(at))
        await writeFile(path, HOSTILE_FILES[name]?.build() ?? '')
        return path
      }),
    )
    const { sentences, memory } = await readInProcess(paths)
    for (const [at, name] of names.entries()) {
      expect(sentences[at], name).toMatch(/^RosterError: /)
      expect(sentences[at], name).toMatch(HOSTILE_FILES[name]?.sentence ?? /never/)
    }
    expect(memory).toBeLessThan(MAX_MEMORY)
  })
})

async function readInProcess(paths: readonly string[]): Promise<{ sentences: string[]; memory: number }> {
  const script = join(import.meta.dirname, '../../../testing/roster/readHostileFiles.ts')
  const child = spawn(process.execPath, [...HEAP, script, ...paths], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return JSON.parse(output)
}
