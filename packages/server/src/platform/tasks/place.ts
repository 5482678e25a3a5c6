import { stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import type { App } from '../app.ts'
import { readDataId } from '../dataFolder.ts'
import type { NamedPath, StoredTask } from './collection.ts'

/** Where a task with files can be run: by processes that use this data and find these files. */
export type Place = { machine: string; paths: NamedPath[] }

/** The files and folders that a command names, as full paths. */
export type TaskFiles = {
  /** They must exist. */
  reads: readonly string[]
  /** Folders. They may be missing: what exists of their path must be the same. */
  writes: readonly string[]
}

/** A file that a command names is not there. */
export class MissingFile extends Error {
  override name = 'MissingFile'
}

const machines = new Map<string, string>()

/**
 * The id of this process's data folder, under which tasks store that they belong to it. A host name would not do: a container
 * has a new one at each start.
 */
export function machineOf({ env }: Pick<App, 'env'>): string {
  const known = machines.get(env.dataDir)
  if (known !== undefined) return known
  const id = readDataId(env)
  machines.set(env.dataDir, id)
  return id
}

/** The machines whose tasks this process can run. Earlier versions stored host names. */
export const ownMachines = (app: App): string[] => [machineOf(app), hostname()]

/** The place of a command's files. Throws MissingFile. */
export async function findPlace(app: App, { reads, writes }: TaskFiles): Promise<Place> {
  const existing = await Promise.all(reads.map(requirePath))
  return { machine: machineOf(app), paths: [...existing, ...(await Promise.all(writes.map(nearestPath)))] }
}

async function requirePath(path: string): Promise<NamedPath> {
  try {
    return { path, identity: await identityOf(path) }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new MissingFile(`${path} is not on this machine: it cannot be read (${code})`, { cause: error })
  }
}

/** The path itself or, if it does not exist yet, the nearest folder above it. */
async function nearestPath(path: string): Promise<NamedPath> {
  try {
    return { path, identity: await identityOf(path) }
  } catch {
    return dirname(path) === path ? { path, identity: '' } : nearestPath(dirname(path))
  }
}

async function identityOf(path: string): Promise<string> {
  const { dev, ino } = await stat(path, { bigint: true })
  return `${dev}:${ino}`
}

/** Whether the files of a task are the ones that this process finds under their names. */
export async function hasFiles({ paths = [] }: Pick<StoredTask, 'paths'>): Promise<boolean> {
  const found = await Promise.all(
    paths.map(async ({ path, identity }) => (await identityOf(path).catch(() => null)) === identity),
  )
  return found.every((isSame) => isSame)
}

/** Whether this process can run a task, as far as its files are concerned. */
export async function isHere(app: App, task: Pick<StoredTask, 'machine' | 'paths'>): Promise<boolean> {
  return (task.machine === undefined || ownMachines(app).includes(task.machine)) && (await hasFiles(task))
}
