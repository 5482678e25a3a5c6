import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Scene } from '../../packages/core/src/template/scene.ts'

/** Milliseconds of each print, megabytes of the process at most, and milliseconds of processor time for one print. */
export type Printed = { milliseconds: number[]; megabytes: number; processor: number }

type How = { folder: string; blobs: string; times: number; kind: 'jpeg' | 'pdf' | 'both' }

/** As `./portraitkit` runs its commands. */
const launched = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' }

/** Prints a scene several times, in a process of its own that does nothing else. */
export async function printed(scene: Scene, how: How): Promise<Printed> {
  return printedLines([scene], how)
}

/** The same with the lines of an order, one after the other. */
export async function printedLines(scenes: readonly Scene[], { folder, blobs, times, kind }: How): Promise<Printed> {
  const stored = join(folder, 'scenes.json')
  await writeFile(stored, JSON.stringify(scenes))
  const printer = join(import.meta.dirname, 'printer.ts')
  const told = [printer, stored, blobs, folder, String(times), kind]
  const { stdout } = await promisify(execFile)(process.execPath, told, { env: { ...process.env, ...launched } })
  return JSON.parse(stdout) as Printed
}
