import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

// Files for tests and benches from Debian's packages: taken from the system if a package is installed, otherwise fetched once into
// a cache. None of them is stored in the project.

const cache = join(import.meta.dirname, '../node_modules/.cache/portraitkit-debian')

/** A package, and the path of a file in it. */
export type DebianPackage = { name: string; holds: string }

/** The folder into which a package is unpacked; `/` if it is installed. Throws this sentence if there is none. */
export async function locatePackage({ name, holds }: DebianPackage, missing: string): Promise<string> {
  if (existsSync(join('/', holds))) return '/'
  const folder = join(cache, name)
  if (existsSync(join(folder, holds))) return folder
  try {
    await fetchPackage(name, folder)
    await stat(join(folder, holds))
  } catch (error) {
    throw new Error(missing, { cause: error })
  }
  return folder
}

/** Unpacks next to the cache and renames, so that several tests may do it at the same time. */
async function fetchPackage(name: string, folder: string): Promise<void> {
  const aside = join(cache, `.incoming-${randomUUID()}`)
  await mkdir(join(aside, 'unpacked'), { recursive: true })
  try {
    await run('apt-get', ['download', name], aside).catch(async () => {
      // A machine that never fetched the lists of packages has none.
      await run('apt-get', ['update'], aside)
      await run('apt-get', ['download', name], aside)
    })
    const archive = (await readdir(aside)).find((file) => file.endsWith('.deb'))
    if (!archive) throw new Error(`apt-get download ${name} downloaded nothing`)
    await run('dpkg-deb', ['-x', archive, 'unpacked'], aside)
    await rename(join(aside, 'unpacked'), folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

function run(command: string, args: string[], cwd: string): Promise<unknown> {
  return promisify(execFile)(command, args, { cwd, timeout: 240_000 })
}
