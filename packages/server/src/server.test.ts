import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { provider as providerCalls } from '@portraitkit/core/provider/contract.ts'
import { openLocalMongo } from '@portraitkit/local-mongo/open.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runBackground } from './platform/background.ts'
import { StartError } from './platform/db/startError.ts'
import { EnvError, readEnv } from './platform/env.ts'
import { saveProvider } from './platform/provider/collection.ts'
import { startServer } from './server.ts'
import { buildProvider } from './testing/buildProvider.ts'
import { createTestClient } from './testing/testClient.ts'
import { testEnv } from './testing/testServer.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pk-start-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

/** Without MONGODB_URL, whatever the test environment sets: this file tests the local database. */
const localEnv = (more: Record<string, string> = {}) => ({
  ...testEnv(folder, more),
  mongodbUrl: undefined,
})

describe('the first start', () => {
  it('creates a secret that only the owner can read, and keeps it', async () => {
    const env = { ...localEnv(), secret: undefined }
    const first = await startServer({ env })
    const signature = first.app.secrets.sign('x', 'text')
    await first.close()
    const { mode } = await stat(join(folder, 'secret'))
    expect(mode & 0o777).toBe(0o600)
    const second = await startServer({ env })
    expect(second.app.secrets.verify('x', 'text', signature)).toBe(true)
    await second.close()
  })

  it('keeps the data: a second start finds what the first one stored', async () => {
    const provider = buildProvider()
    const first = await startServer({ env: localEnv() })
    await saveProvider(first.app, provider)
    await first.close()
    const second = await startServer({ env: localEnv() })
    const { name } = await createTestClient(second.port, provider.key).call(providerCalls.settings, {})
    expect(name).toBe(provider.name)
    await second.close()
  })
})

describe('a start that fails', () => {
  it('says in one sentence that a port is taken', async () => {
    const first = await startServer({ env: localEnv() })
    const again = startServer({ env: localEnv({ PORT: String(first.port) }) })
    await expect(again).rejects.toThrow(StartError)
    await expect(again).rejects.toThrow(`Port ${first.port} is already in use: choose another with PORT.`)
    const admin = startServer({ env: localEnv({ ADMIN_PORT: String(first.adminPort) }) })
    await expect(admin).rejects.toThrow(`Port ${first.adminPort} is already in use: choose another with ADMIN_PORT.`)
    await first.close()
  })

  it('says in one sentence that the data folder cannot be written to', async () => {
    // read-only for everybody, even for the superuser that builds run as
    const start = startServer({ env: { ...localEnv(), dataDir: '/proc/portraitkit' } })
    await expect(start).rejects.toThrow(
      /^The data folder \/proc\/portraitkit cannot be written to \(E\w+\): choose another/,
    )
  })

  it('says in one sentence that the data folder is a file', async () => {
    const env = { ...localEnv(), dataDir: join(import.meta.dirname, 'server.ts') }
    await expect(startServer({ env })).rejects.toThrow(/^The data folder .* cannot be written to/)
  })

  it('says in one sentence that the database does not answer', async () => {
    const env = { ...localEnv(), mongodbUrl: 'mongodb://127.0.0.1:1/shop?serverSelectionTimeoutMS=300' }
    await expect(startServer({ env })).rejects.toThrow(/^The database at MONGODB_URL does not answer/)
  })

  it('leaves nothing open behind it', async () => {
    const first = await startServer({ env: localEnv() })
    await expect(startServer({ env: localEnv({ ADMIN_PORT: String(first.adminPort) }) })).rejects.toThrow()
    await first.close()
    const port = String(first.port)
    await (await startServer({ env: localEnv({ PORT: port }) })).close()
  })
})

describe('the environment', () => {
  it.each([
    [{ PORT: 'abc' }, /^PORT cannot be used/],
    [{ PUBLIC_URL: 'shop' }, /^PUBLIC_URL cannot be used/],
    [{ SECRET: 'short' }, /^SECRET cannot be used/],
    [{ MONGODB_URL: 'mongodb://db/shop' }, /^SECRET is missing/],
    [{ TASK_LANES: 'print,paint' }, /^TASK_LANES cannot be used: must be all, none, or some of print/],
  ])('refuses %j by name', (source, text) => {
    expect(() => readEnv(source)).toThrow(EnvError)
    expect(() => readEnv(source)).toThrow(text)
  })

  it('may be empty', () => {
    expect(readEnv({})).toMatchObject({ port: 4000, adminPort: 4001, publicUrl: 'http://localhost:4000' })
  })

  it('names the lanes of long work that the server does', () => {
    const lanesOf = (written?: string) => readEnv({ TASK_LANES: written }).taskLanes
    expect([lanesOf('none'), lanesOf('letters, print')]).toEqual([[], ['print', 'letters']])
    expect(lanesOf()).toEqual(lanesOf('all'))
    expect(lanesOf()).toContain('mails')
  })
})

describe('a lost database', () => {
  it('causes 503, and calls are answered again when it is back', async () => {
    const local = await openLocalMongo({ folder: join(folder, 'elsewhere') })
    const wire = await aWire(decodeURIComponent(local.url.match(/\/\/([^/]+)/)?.[1] ?? ''))
    const address = `mongodb://127.0.0.1:${wire.port}/shop?directConnection=true&serverSelectionTimeoutMS=300`
    const server = await startServer({ env: { ...localEnv(), mongodbUrl: address, logLevel: 'silent' } })
    const provider = buildProvider()
    await saveProvider(server.app, provider)
    const client = createTestClient(server.port, provider.key)
    const status = async (path: string) => (await client.fetch(path)).status
    expect(await status('/readyz')).toBe(200)

    wire.cut()
    // at once, when commands meet broken connections, and later, when no server can be found any more
    for (const path of ['/readyz', '/readyz', '/ajax/prophoto/verify_subject_code.php?code=ABCDEF', '/readyz']) {
      if (path !== '/readyz') await sleep(1500)
      const away = await client.fetch({ path, headers: { 'x-provider': provider.key } })
      expect([away.status, away.json()]).toEqual([503, expect.objectContaining({ reason: 'server.unavailable' })])
      expect(away.headers['retry-after']).toBe('5')
    }
    expect(await status('/healthz')).toBe(200)

    wire.mend()
    await expect.poll(() => status('/readyz'), { timeout: 20_000 }).toBe(200)
    expect((await client.call(providerCalls.settings, {})).name).toBe(provider.name)
    await server.close()
    wire.close()
    await local.close()
  })
})

/** A connection to a Unix socket that can be cut and restored. */
async function aWire(socketPath: string) {
  const open = new Set<Socket>()
  let whole = true
  const server: Server = createServer((near) => {
    if (!whole) return near.destroy()
    const far = connect(socketPath)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as { port: number }).port,
    cut() {
      whole = false
      for (const socket of open) socket.destroy()
    },
    mend() {
      whole = true
    },
    close() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

it('operators see counts and memory on an address of their own', async () => {
  const nothingBuilt = { site: join(folder, 'no-site'), widgets: join(folder, 'no-widgets') }
  const server = await startServer({ env: localEnv(), staticFolders: nothingBuilt })
  const shop = createTestClient(server.port, 'nobody')
  await shop.fetch('/healthz')
  await shop.fetch('/api/nothing')
  const { text, headers } = await createTestClient(server.adminPort, 'nobody').fetch('/metrics')
  expect(headers['content-type']).toContain('text/plain')
  expect(text).toContain('portraitkit_request_seconds_count{call="/healthz",status="2xx"} 1\n')
  expect(text).toContain('portraitkit_request_seconds_count{call="files",status="4xx"} 1\n')
  expect(text).toMatch(/\nprocess_resident_memory_bytes \d+\n/)
  expect((await shop.fetch('/metrics')).status).toBe(404)
  await server.close()
})

describe('background work', () => {
  it('continues after a failure, never runs twice at once, and is awaited at the end', async () => {
    const server = await startServer({ env: { ...localEnv(), logLevel: 'silent' } })
    let runs = 0
    let running = 0
    let maxRunning = 0
    const work = {
      name: 'test',
      everyMs: 5,
      run: async () => {
        runs += 1
        running += 1
        maxRunning = Math.max(maxRunning, running)
        await new Promise((resolve) => setTimeout(resolve, 20))
        running -= 1
        if (runs === 1) throw new Error('the first one fails')
      },
    }
    const background = runBackground(server.app, [work])
    await expect.poll(() => runs).toBeGreaterThan(2)
    await background.stop()
    expect([running, maxRunning]).toEqual([0, 1])
    const before = runs
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(runs).toBe(before)
    await server.close()
  })
})

describe('the program', () => {
  const run = (file: string, argv: string[], env: Record<string, string>) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, file), ...argv], {
      env: { PATH: process.env.PATH ?? '', DATA_DIR: folder, PORT: '0', ADMIN_PORT: '0', ...env },
    })
    let out = ''
    let problems = ''
    child.stdout.on('data', (chunk) => {
      out += chunk
    })
    child.stderr.on('data', (chunk) => {
      problems += chunk
    })
    return { child, ended: once(child, 'exit'), out: () => out, problems: () => problems }
  }

  it.each(['SIGINT', 'SIGTERM'] as const)('prints the shop’s address and ends cleanly with %s', async (signal) => {
    const { child, ended, out, problems } = run('main.ts', [], {})
    await expect.poll(out, { timeout: 60_000 }).toContain('the shop is open')
    expect(out()).toContain('MONGODB_URL')
    child.kill(signal)
    expect(await ended).toEqual([0, null])
    expect(problems()).toBe('')
    const secret = (await readFile(join(folder, 'secret'), 'utf8')).trim()
    expect(out()).not.toContain(secret)
  })

  it('logs one line per request with its route, and none of the user’s input', async () => {
    const { child, ended, out } = run('main.ts', [], { NODE_ENV: 'production' })
    await expect.poll(out, { timeout: 60_000 }).toContain('the shop is open')
    const port = Number(out().match(/"url":"http:\/\/localhost:(\d+)"/)?.[1])
    const client = createTestClient(port, 'nobody')
    await client.fetch({
      path: '/ajax/prophoto/verify_subject_code.php?code=TOPSECRET1',
      headers: { 'x-provider': 'nobody' },
    })
    await client.fetch('/c/TOPSECRET2?provider=nobody')
    await client.fetch('/images/TOPSECRET3?signature=TOPSECRET4')
    await client.fetch({
      method: 'POST',
      path: '/api/webshop/session?x=TOPSECRET5',
      headers: { 'x-provider': 'TOPSECRET6', 'content-type': 'application/json', cookie: 'a=TOPSECRET7' },
      body: '{"email":"TOPSECRET8@example.com","password":"TOPSECRET9"}',
    })
    child.kill('SIGTERM')
    await ended
    const lines = out()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const routes = lines.filter(({ msg }) => msg === 'request').map(({ route, status }) => `${route} ${status}`)
    expect(routes).toEqual([
      '/ajax/prophoto/verify_subject_code.php 404',
      '/c/:code 404',
      '/images/:uuid 404',
      '/api/webshop/session 404',
    ])
    expect(out()).not.toContain('TOPSECRET')
  })

  it('says in one sentence why it does not start', async () => {
    const { ended, problems } = run('main.ts', [], { PORT: 'x' })
    expect(await ended).toEqual([1, null])
    expect(problems()).toMatch(/^PORT cannot be used: .*\n$/)
  })

  it('the command line lists its commands, and names an unknown one', async () => {
    const help = run('cli/main.ts', ['--help'], {})
    expect(await help.ended).toEqual([0, null])
    expect(help.out()).toContain('import <folder>')
    const unknown = run('cli/main.ts', ['fly'], {})
    expect(await unknown.ended).toEqual([2, null])
    expect(unknown.problems()).toContain('There is no command "fly".')
  })
})
