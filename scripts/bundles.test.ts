import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BUNDLES, BuildError, type Bundle, buildBundle, staleBundles } from './bundles.ts'

const bundle: Bundle = {
  name: 'the page',
  folder: 'examples/page',
  output: 'examples/page/dist',
  sources: ['packages/core', 'examples/page', 'scripts/emitPackage.ts'],
}
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portraitkit bundles '))
  write('pnpm-lock.yaml', 'lock')
  write('scripts/emitPackage.ts', 'emit')
  write('packages/core/src/a.ts', 'a')
  write('packages/core/src/cart/b.ts', 'b')
  write('packages/core/src/cart/b.test.ts', 'test')
  write(
    'examples/page/build.mjs',
    `import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
rmSync('dist', { recursive: true, force: true }); mkdirSync('dist'); writeFileSync('dist/page.js', '1')`,
  )
  write('examples/page/package.json', JSON.stringify({ scripts: { build: 'node build.mjs' } }))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** Builds the bundle in a process of its own, as another run of the tests would. */
async function buildElsewhere(of: Bundle): Promise<void> {
  const script = `
    import { buildBundle } from ${JSON.stringify(join(import.meta.dirname, 'bundles.ts'))}
    await buildBundle(${JSON.stringify(root)}, ${JSON.stringify(of)})`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'close')
  expect(code).toBe(0)
}

describe('several runs that build one bundle at once', () => {
  it('share one build, and none of them finds the folder empty', async () => {
    write(
      'examples/page/build.mjs',
      `import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
appendFileSync('builds', 'a build ')
rmSync('dist', { recursive: true, force: true }); mkdirSync('dist')
await sleep(1000)
writeFileSync('dist/page.js', '1')`,
    )
    write('examples/page/builds', '')
    const sources = { ...bundle, sources: ['packages/core', 'examples/page/build.mjs'] }
    const built = Array.from({ length: 2 }, () => buildElsewhere(sources))
    await Promise.all(built)
    expect(readFileSync(join(root, 'examples/page/builds'), 'utf8')).toBe('a build ')
    expect(staleBundles(root, [sources])).toEqual([])
    // a build that nobody else made meanwhile is made, even if nothing changed
    await buildElsewhere(sources)
    expect(readFileSync(join(root, 'examples/page/builds'), 'utf8')).toBe('a build a build ')
  })

  it('wait no longer once they are aborted', async () => {
    write('examples/page/build.mjs', `setInterval(() => {}, 1000)`)
    const first = new AbortController()
    const second = new AbortController()
    const builds = [first, second].map(({ signal }) => buildBundle(root, bundle, signal))
    second.abort()
    await expect(builds[1]).rejects.toThrow()
    first.abort()
    await expect(builds[0]).rejects.toThrow(BuildError)
  })
})

describe('bundles are built if their sources changed, and only then', () => {
  it('once, and not again', async () => {
    expect(staleBundles(root, [bundle])).toEqual([bundle])
    await buildBundle(root, bundle)
    expect(readFileSync(join(root, 'examples/page/dist/page.js'), 'utf8')).toBe('1')
    expect(staleBundles(root, [bundle])).toEqual([])
  })

  it('after a change of a source, of a new file, or of the locked packages', async () => {
    for (const [path, text] of [
      ['packages/core/src/cart/b.ts', 'changed'],
      ['packages/core/src/cart/c.ts', 'new'],
      ['scripts/emitPackage.ts', 'changed'],
      ['pnpm-lock.yaml', 'changed'],
    ] as const) {
      await buildBundle(root, bundle)
      write(path, text)
      expect(staleBundles(root, [bundle])).toEqual([bundle])
    }
  })

  it('not after a change of a test, of an installed package or of the output', async () => {
    await buildBundle(root, bundle)
    write('packages/core/src/cart/b.test.ts', 'changed')
    write('packages/core/node_modules/koa/index.js', 'changed')
    write('examples/page/dist/page.js', 'changed')
    expect(staleBundles(root, [bundle])).toEqual([])
  })

  it('after somebody removed the output or built it by hand', async () => {
    await buildBundle(root, bundle)
    rmSync(join(root, 'examples/page/dist'), { recursive: true })
    expect(staleBundles(root, [bundle])).toEqual([bundle])
  })

  it("a failing build reports the builder's output and is tried again", async () => {
    write('examples/page/build.mjs', `console.error('no such colour'); process.exit(3)`)
    await expect(buildBundle(root, bundle)).rejects.toThrow(BuildError)
    await expect(buildBundle(root, bundle)).rejects.toThrow('no such colour')
    expect(staleBundles(root, [bundle])).toEqual([bundle])
  })

  it('an aborted build ends the builder too', async () => {
    const pid = join(root, 'pid')
    write(
      'examples/page/build.mjs',
      `import { writeFileSync } from 'node:fs'
writeFileSync(${JSON.stringify(pid)}, String(process.pid)); setInterval(() => {}, 1000)`,
    )
    const abort = new AbortController()
    const build = buildBundle(root, bundle, abort.signal)
    const builder = await vi.waitUntil(() => existsSync(pid) && Number(readFileSync(pid, 'utf8')), { timeout: 5000 })
    abort.abort()
    await expect(build).rejects.toThrow(BuildError)
    await expect.poll(() => isRunning(builder), { timeout: 10_000 }).toBe(false)
  })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('every page is built again after a change of a catalogue, whose texts are in it', () => {
  for (const { name, sources } of BUNDLES) expect([name, sources.includes('texts')]).toEqual([name, true])
})
