import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prepareDataFolder } from '../packages/server/src/platform/dataFolder.ts'
import { type Env, readEnv } from '../packages/server/src/platform/env.ts'
import { hasDemoWorld, makeDemoWorld, needsDemoWorld, type Seed } from './demoWorld.ts'

let folder: string
let env: Env
const seed: Seed = async ({ db }, onProgress) => {
  await db.collection('providers').insertOne({ provider: 'demo' })
  onProgress(1)
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portraitkit-demo-'))
  env = readEnv({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' })
})
afterEach(() => rmSync(folder, { recursive: true }))

it('an empty data folder is filled once', async () => {
  // as the start does it, before anything is built
  prepareDataFolder(env)
  expect(needsDemoWorld(env)).toBe(true)
  expect(hasDemoWorld(env)).toBe(false)
  await makeDemoWorld(env, seed, () => undefined)
  expect(needsDemoWorld(env)).toBe(false)
  expect(hasDemoWorld(env)).toBe(true)
})

it('the leftovers of an interrupted start are deleted and created again', async () => {
  const fails: Seed = async () => {
    throw new Error('interrupted')
  }
  await expect(makeDemoWorld(env, fails, () => undefined)).rejects.toThrow('interrupted')
  writeFileSync(join(env.dataDir, 'left-over'), '')
  expect(needsDemoWorld(env)).toBe(true)
  await makeDemoWorld(env, seed, () => undefined)
  expect(needsDemoWorld(env)).toBe(false)
  expect(readdirSync(env.dataDir)).not.toContain('left-over')
})

it("somebody's own data and database are not changed", () => {
  mkdirSync(env.dataDir)
  writeFileSync(join(env.dataDir, 'secret'), 'x')
  expect(needsDemoWorld(env)).toBe(false)
  expect(needsDemoWorld({ ...env, dataDir: join(folder, 'other'), mongodbUrl: 'mongodb://db' })).toBe(false)
})
