import { cp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readStatic, readStaticFiles, type StaticFile } from './staticFile.ts'

/**
 * The built widgets under two kinds of addresses: `/v1/` is the newest build, `/1.4.2/` is permanently that version as it was
 * first served. Earlier versions are kept in the data folder, so that a page with an old loader still finds its chunks after an
 * update.
 */
export type Releases = {
  /** The file at a path such as `/v1/loader.js`, and whether it is immutable; undefined if there is none. */
  find(path: string): Promise<{ file: StaticFile; isForever: boolean } | undefined>
}

type ReleaseFolders = {
  /** The output folder of the widgets' build. */
  built: string
  /** The folder in which versions are kept. */
  archive: string
  /** Whether a new build may replace one of the same version, as during development. */
  mayChange: boolean
}

const NEWEST = '/v1'
const ADDRESS = /^\/(\d+\.\d+\.\d+(?:-[\w.-]+)?)(\/.+)$/
// earlier versions used the whole hash
const CHUNK = /^\/c\/(?:[\w-]{16}|[\w-]{43})\.js$/

/** Stores the version that is built now. Null if nothing has been built. */
export async function openReleases({ built, archive, mayChange }: ReleaseFolders): Promise<Releases | null> {
  const newest = await readStaticFiles(built)
  if (!newest) return null
  const version = versionOf(newest.get('/version.json'))
  if (version) await storeRelease(built, join(archive, version), mayChange)
  const versions = await pathsByVersion(archive)
  const read = new Map<string, Promise<StaticFile>>()

  function ofVersion(name: string, path: string): Promise<StaticFile> | undefined {
    if (!versions.get(name)?.has(path)) return undefined
    const key = `${name}${path}`
    const known = read.get(key) ?? readStatic(join(archive, key))
    read.set(key, known)
    return known
  }

  function ofAnyVersion(path: string): Promise<StaticFile> | undefined {
    const [name] = [...versions].find(([, paths]) => paths.has(path)) ?? []
    return name === undefined ? undefined : ofVersion(name, path)
  }

  return {
    async find(requested) {
      const path = requested.endsWith('/') ? `${requested}index.html` : requested
      if (path.startsWith(`${NEWEST}/`)) {
        const below = path.slice(NEWEST.length)
        const isForever = CHUNK.test(below)
        const file = newest.get(below) ?? (isForever ? await ofAnyVersion(below) : undefined)
        return file && { file, isForever }
      }
      const [, name = '', below = ''] = ADDRESS.exec(path) ?? []
      const file = await ofVersion(name, below)
      return file && { file, isForever: true }
    },
  }
}

/** Whether a path belongs to the widgets, existing or not. */
export const isWidgetPath = (path: string): boolean => path.startsWith(`${NEWEST}/`) || ADDRESS.test(path)

function versionOf(file: StaticFile | undefined): string | undefined {
  return file && (JSON.parse(file.bytes.toString()) as { version: string }).version
}

/** Atomic: if two processes start at once, the second one finds the first one's version. */
async function storeRelease(built: string, target: string, mayChange: boolean): Promise<void> {
  const [before, now] = await Promise.all([target, built].map((folder) => versionFile(folder)))
  if (before !== undefined && (before === now || !mayChange)) return
  const made = `${target}.${process.pid}`
  await cp(built, made, { recursive: true })
  if (before !== undefined) await rm(target, { recursive: true })
  await rename(made, target).catch(() => rm(made, { recursive: true }))
}

const versionFile = (folder: string) => readFile(join(folder, 'loader.js'), 'utf8').catch(() => undefined)

async function pathsByVersion(folder: string): Promise<Map<string, ReadonlySet<string>>> {
  const versions = (await readdir(folder).catch(() => [])).filter((name) => ADDRESS.test(`/${name}/x`))
  return new Map(
    await Promise.all(
      versions.map(async (name) => {
        const entries = await readdir(join(folder, name), { recursive: true, withFileTypes: true })
        const files = entries.filter((entry) => entry.isFile())
        const below = join(folder, name).length
        return [
          name,
          new Set(files.map((file) => join(file.parentPath, file.name).slice(below).replaceAll('\\', '/'))),
        ] as const
      }),
    ),
  )
}
