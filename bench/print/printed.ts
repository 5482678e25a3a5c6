import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Scene } from '../../packages/core/src/template/scene.ts'

/** Milliseconds of each print, megabytes of the process at most, and milliseconds of processor time for one print. */
export type Printed = { milliseconds: number[]; megabytes: number; processor: number }

/** Prints a scene several times, in a process of its own that does nothing else. */
export async function printed(
  scene: Scene,
  { folder, blobs, times, kind }: { folder: string; blobs: string; times: number; kind: 'jpeg' | 'pdf' },
): Promise<Printed> {
  const stored = join(folder, 'scene.json')
  await writeFile(stored, JSON.stringify(scene))
  const printer = join(import.meta.dirname, 'printer.ts')
  const told = [printer, stored, blobs, folder, String(times), kind]
  const { stdout } = await promisify(execFile)(process.execPath, told)
  return JSON.parse(stdout) as Printed
}
