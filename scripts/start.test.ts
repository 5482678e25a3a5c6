import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portraitkit-start-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

type Run = { child: ChildProcess; output: () => string; errors: () => string; ended: Promise<number | null> }

/** `npm start` without npm and the install, on ports of its own. */
function start(variables: Record<string, string>): Run {
  const env = { ...process.env, PORT: '0', ADMIN_PORT: '0', PLAIN_PORT: '0', NODE_ENV: '', ...variables }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'start.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const text = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    text.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    text.err += chunk
  })
  const ended = new Promise<number | null>((done) => child.on('close', done))
  return { child, output: () => text.out, errors: () => text.err, ended }
}

describe('npm start', () => {
  it('says in one sentence that a port is in use, and ends with 1', async () => {
    const server = createServer()
    const port = await new Promise<number>((done) =>
      server.listen(0, () => done((server.address() as AddressInfo).port)),
    )
    const run = start({ PORT: String(port), DATA_DIR: join(folder, 'data') })
    expect(await run.ended).toBe(1)
    expect(run.errors()).toMatch(new RegExp(`^Port ${port} is in use: [^\\n]+\\n$`))
    server.close()
  })

  it('says in one sentence that the data folder cannot be written, and ends with 1', async () => {
    writeFileSync(join(folder, 'file'), '')
    const run = start({ DATA_DIR: join(folder, 'file', 'data') })
    expect(await run.ended).toBe(1)
    expect(run.errors()).toMatch(/^The data folder [^\n]+ cannot be written [^\n]+\n$/)
  })

  it('says in one sentence which variable is invalid', async () => {
    const run = start({ PORT: 'four thousand', DATA_DIR: folder })
    expect(await run.ended).toBe(1)
    expect(run.errors()).toMatch(/^PORT cannot be used: [^\n]+\n$/)
  })

  it("prints the shop's address, serves it, and ends with 0 on a Ctrl-C that a terminal and npm both send", {
    timeout: 120_000,
  }, async () => {
    const data = join(folder, 'data')
    mkdirSync(data)
    // somebody's own data: the demo world is not added to it
    writeFileSync(join(data, 'mine'), '')
    const run = start({ DATA_DIR: data })
    const url = await vi.waitUntil(() => run.output().match(/Shop +(http\S+)/)?.[1], { timeout: 90_000 })
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect((await fetch(url)).headers.get('content-type')).toContain('text/html')
    run.child.kill('SIGINT')
    run.child.kill('SIGINT')
    expect(await run.ended).toBe(0)
    expect(run.errors()).toBe('')
  })
})
