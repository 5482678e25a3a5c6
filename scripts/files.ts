import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The files in a folder, as full paths; a file or folder whose name matches `leftOut` is skipped. */
export function filesUnder(folder: string, leftOut: RegExp): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (leftOut.test(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesUnder(path, leftOut) : [path]
  })
}
