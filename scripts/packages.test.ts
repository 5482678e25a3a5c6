import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { PACKAGES, packPackages } from './packages.ts'

/** A build that starts with an empty folder and takes its time, like those of the packages, and records that it ran. */
const BUILD = `
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
appendFileSync('../../builds', process.cwd().split('/').at(-1) + ' ')
rmSync('dist', { recursive: true, force: true })
mkdirSync('dist/npm', { recursive: true })
await sleep(500)
const { name, version } = JSON.parse(process.argv[2])
writeFileSync('dist/npm/package.json', JSON.stringify({ name, version }))`

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portraitkit-packing-'))
  for (const folder of ['scripts', 'texts']) mkdirSync(join(root, folder))
  for (const file of [
    'pnpm-lock.yaml',
    'lingui.config.ts',
    'scripts/emitPackage.ts',
    'scripts/leanCalls.ts',
    'texts/en.po',
  ])
    writeFileSync(join(root, file), '')
  for (const name of PACKAGES) {
    const folder = join(root, 'packages', name)
    mkdirSync(folder, { recursive: true })
    const given = JSON.stringify({ name: `@portraitkit/${name}`, version: '1.0.0' })
    writeFileSync(join(folder, 'build.mjs'), BUILD)
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ scripts: { 'build:npm': `node build.mjs '${given}'` } }),
    )
  }
})
afterEach(() => rmSync(root, { recursive: true }))

const start = () => {
  const script = `
    import { packPackages } from ${JSON.stringify(join(import.meta.dirname, 'packages.ts'))}
    console.log(JSON.stringify(await packPackages(${JSON.stringify(root)})))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script])
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const end = once(child, 'close').then(() => {
    if (child.exitCode !== 0) throw new Error(errors)
    return JSON.parse(output)
  })
  return { child, end }
}
const builds = () => readFileSync(join(root, 'builds'), 'utf8').trim().split(' ')

it('two runs that find the packages stale at once share one packing', async () => {
  const [first, second] = await Promise.all([start().end, start().end])
  expect(second).toEqual(first)
  for (const name of PACKAGES) expect(existsSync(first[name])).toBe(true)
  expect(builds()).toEqual(['core', 'widgets'])
})

it('packing leaves the tarballs that were used last, which another run may still need, and deletes older ones', async () => {
  const cache = join(root, 'node_modules/.cache/portraitkit-packages')
  const at = (day: number) => new Date(Date.UTC(2026, 0, day))
  const age = (folder: string, day: number) => utimesSync(folder, at(day), at(day))
  for (const [name, day] of [
    ['older', 1],
    ['last', 3],
    ['unfinished-by-a-killed-run', 4],
  ] as const) {
    mkdirSync(join(cache, name), { recursive: true })
    age(join(cache, name), day)
  }
  const folder = dirname((await packPackages(root)).core)
  expect(folders(cache)).toEqual([basename(folder), 'last'].sort())

  // what was packed long ago was used last if a run has just asked for it
  age(folder, 2)
  await packPackages(root)
  expect(statSync(folder).mtime.getTime()).toBeGreaterThan(at(4).getTime())
})
const folders = (cache: string) =>
  readdirSync(cache, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
    .sort()

it('the build for browsers does not write into the folder that is packed', () => {
  const { build } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../packages/widgets/package.json'), 'utf8'),
  ).scripts
  expect(build).toContain('vite.cdn.ts')
  expect(build).not.toContain('vite.npm.ts')
})

it('a run that is killed while it packs blocks nobody, and leaves nothing that looks like a packed result', async () => {
  const { child, end } = start()
  const death = expect(end).rejects.toThrow()
  await expect.poll(() => existsSync(join(root, 'packages/core/dist')), { timeout: 20_000 }).toBe(true)
  child.kill('SIGKILL')
  await death
  const packed = await start().end
  for (const name of PACKAGES) expect(existsSync(packed[name])).toBe(true)
  expect(builds()).toEqual(['core', 'core', 'widgets'])
})
