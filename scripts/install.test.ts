import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cleanEnvironment, installFingerprint, isInstalled } from './install.mjs'

const boot = join(import.meta.dirname, 'boot.mjs')
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portraitkit install '))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** A repository in which the install has just ended. */
function anInstalledRepository() {
  write('pnpm-lock.yaml', 'lock')
  write('pnpm-workspace.yaml', 'packages: [packages/*]')
  write('package.json', JSON.stringify({ devDependencies: { vite: '8' }, optionalDependencies: { 'node-other': '1' } }))
  write('packages/core/package.json', JSON.stringify({ dependencies: { '@scope/ky': '2' } }))
  write('node_modules/vite/package.json', '{}')
  write('packages/core/node_modules/@scope/ky/package.json', '{}')
  write('node_modules/.portraitkit-installed', installFingerprint(root))
}

describe('installing is skipped only if nothing changed', () => {
  it('after an install', () => {
    expect(isInstalled(root)).toBe(false)
    anInstalledRepository()
    expect(isInstalled(root)).toBe(true)
  })

  it('but not after a change of the lock, of a package or of the members', () => {
    for (const path of ['pnpm-lock.yaml', 'packages/core/package.json', 'packages/new/package.json']) {
      anInstalledRepository()
      write(path, '{"dependencies":{}}')
      expect(isInstalled(root)).toBe(false)
      rmSync(join(root, 'packages/new'), { recursive: true, force: true })
    }
  })

  it('and not if installed packages are missing', () => {
    anInstalledRepository()
    rmSync(join(root, 'packages/core/node_modules'), { recursive: true })
    expect(isInstalled(root)).toBe(false)
    anInstalledRepository()
    rmSync(join(root, 'node_modules'), { recursive: true })
    expect(isInstalled(root)).toBe(false)
  })
})

describe('the environment of the tools', () => {
  it('has no empty XDG folders, which pnpm would take for the checkout', () => {
    const env = cleanEnvironment({ XDG_DATA_HOME: '', XDG_CACHE_HOME: '/cache', HOME: root, PATH: '/bin' })
    expect(env).toEqual({ XDG_CACHE_HOME: '/cache', HOME: root, PATH: '/bin' })
  })

  it('has a writable home, even if none is given', () => {
    expect(cleanEnvironment({ HOME: join(root, 'new') }).HOME).toBe(join(root, 'new'))
    expect(cleanEnvironment({ HOME: '' }).HOME).not.toBe('')
    expect(cleanEnvironment({ HOME: '/dev/null/home' }).HOME).toContain(tmpdir())
  })
})

describe('boot', () => {
  const script = (text: string) => {
    write('a script.mjs', text)
    return join(root, 'a script.mjs')
  }

  it('runs a script on the pinned Node, with its arguments, in the folder of the caller, and ends with its code', () => {
    const path = script(
      `console.log(JSON.stringify([process.version, process.cwd(), ...process.argv.slice(2)])); process.exitCode = 7`,
    )
    const { status, stdout } = spawnSync('node', [boot, path, 'one', 'two words'], { cwd: root, encoding: 'utf8' })
    expect(JSON.parse(stdout)).toEqual([process.version, root, 'one', 'two words'])
    expect(status).toBe(7)
  })

  it('passes a signal on and waits until the script has ended', async () => {
    const path = script(`
      process.on('SIGTERM', () => setTimeout(() => { console.log('stopped'); process.exit(0) }, 300))
      setTimeout(() => process.exit(9), 10_000); console.log('up')`)
    const child = spawn('node', [boot, path], { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
      if (String(chunk) === 'up\n') child.kill('SIGTERM')
    })
    const code = await new Promise((done) => child.on('close', done))
    expect(output).toBe('up\nstopped\n')
    expect(code).toBe(0)
  })
})

describe('the launcher', () => {
  it('starts the command line from any folder and through a link', () => {
    const launcher = join(import.meta.dirname, '../portraitkit')
    const link = join(root, 'pk')
    spawnSync('ln', ['-s', launcher, link])
    for (const path of [launcher, link]) {
      const { stdout, stderr } = spawnSync(path, ['--help'], { cwd: root, encoding: 'utf8' })
      expect(stdout + stderr).toContain('import')
    }
  })

  it('runs it with an allocator that frees the memory of large pictures', () => {
    const folder = join(root, 'installed')
    mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
    const [launcher, node] = [join(folder, 'portraitkit'), join(folder, 'node_modules/.bin/node')]
    copyFileSync(join(import.meta.dirname, '../portraitkit'), launcher)
    writeFileSync(node, '#!/bin/sh\necho $MALLOC_ARENA_MAX $MALLOC_MMAP_THRESHOLD_\n', { mode: 0o755 })
    const { MALLOC_ARENA_MAX: _most, MALLOC_MMAP_THRESHOLD_: _from, ...env } = process.env
    const { stdout } = spawnSync(launcher, [], { encoding: 'utf8', env })
    expect(stdout).toBe('2 1048576\n')
  })
})
