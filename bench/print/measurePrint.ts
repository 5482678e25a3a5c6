import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Scene } from '../../packages/core/src/template/scene.ts'

/** Milliseconds of each print, the process's maximum memory in megabytes, and milliseconds of processor time for one print. */
export type PrintMeasure = { milliseconds: number[]; megabytes: number; processor: number }

type PrintOptions = { folder: string; blobs: string; times: number; kind: 'jpeg' | 'pdf' | 'both' }

/** As `./portraitkit` runs its commands. */
const LAUNCH_ARGUMENTS = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' }

/** Prints a scene several times, in a process that does nothing else. */
export async function measurePrint(scene: Scene, how: PrintOptions): Promise<PrintMeasure> {
  return measurePrintLines([scene], how)
}

/** Like `measurePrint`, for the lines of an order, one after the other. */
export async function measurePrintLines(
  scenes: readonly Scene[],
  { folder, blobs, times, kind }: PrintOptions,
): Promise<PrintMeasure> {
  const stored = join(folder, 'scenes.json')
  await writeFile(stored, JSON.stringify(scenes))
  const printer = join(import.meta.dirname, 'printer.ts')
  const argv = [printer, stored, blobs, folder, String(times), kind]
  const { stdout } = await promisify(execFile)(process.execPath, argv, { env: { ...process.env, ...LAUNCH_ARGUMENTS } })
  return JSON.parse(stdout) as PrintMeasure
}
