import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openApp } from '../packages/server/src/openApp.ts'
import type { App } from '../packages/server/src/platform/app.ts'
import { prepareDataFolder } from '../packages/server/src/platform/dataFolder.ts'
import type { Env } from '../packages/server/src/platform/env.ts'

/** Fills an empty shop; reports its progress as a fraction of 1. */
export type Seed = (app: App, onProgress: (done: number) => void) => Promise<void>

// It exists while the demo world is being created: the leftovers of an interrupted start are deleted, never used.
const UNFINISHED = '.demo-unfinished'
const SEEDED = '.demo'

// the leftovers of the Finder and of the server's probe are nobody's data
const contents = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => !['.DS_Store', '.writable'].includes(name)) : []

/** Whether the demo world belongs in this data folder: it is empty, or an earlier attempt was interrupted. */
export function needsDemoWorld(env: Env): boolean {
  // a database elsewhere is somebody's own: nothing is added to it without a request
  if (env.mongodbUrl) return false
  return contents(env.dataDir).length === 0 || existsSync(join(env.dataDir, UNFINISHED))
}

/** Whether this data folder was filled with the demo world. */
export function hasDemoWorld(env: Env): boolean {
  return existsSync(join(env.dataDir, SEEDED))
}

/** Fills the data folder with the demo world, completely or not at all. Throws StartError if it cannot be written. */
export async function makeDemoWorld(env: Env, seed: Seed, onProgress: (done: number) => void): Promise<void> {
  prepareDataFolder(env)
  for (const name of contents(env.dataDir)) rmSync(join(env.dataDir, name), { recursive: true })
  writeFileSync(join(env.dataDir, UNFINISHED), '')
  const { app, close } = await openApp(env)
  try {
    await seed(app, onProgress)
  } finally {
    await close()
  }
  writeFileSync(join(env.dataDir, SEEDED), '')
  rmSync(join(env.dataDir, UNFINISHED))
}
