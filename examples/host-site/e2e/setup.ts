import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildMailServer } from '../../../packages/server/src/testing/buildMailServer.ts'
import { servePlainPage } from '../../plain-html/serve.ts'
import type { House, World } from './world.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')

/**
 * One shop for all journeys, started as a newcomer starts it, with its demo world; and a second provider next to it whose name,
 * range, roster and photographs are generated again in every run, imported by the operator's own command.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pk-journeys-'))
  // not in the data folder: a demo world is only created in an empty one
  const mailbox = await mkdtemp(join(tmpdir(), 'pk-mailbox-'))
  const mails = await buildMailServer(mailbox)
  const [port, adminPort, plainPort, otherPage, examplePort, stripePort] = await freePorts()
  const secret = () => randomUUID().replaceAll('-', '')
  const stripe = { port: stripePort, secretKey: `sk_test_${secret()}`, webhookSecret: `whsec_${secret()}` }
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: `${port}`,
    ADMIN_PORT: `${adminPort}`,
    PLAIN_PORT: `${plainPort}`,
    SMTP_URL: mails.url,
  }
  const server = spawn(process.execPath, ['scripts/start.ts'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const stop = async () => {
    if (server.exitCode !== null) return
    server.kill('SIGINT')
    await once(server, 'exit')
  }
  await waitForOutput(server, 'The shop is open')
  const ports = { PAGE_PORT: `${otherPage}`, EXAMPLE_PORT: `${examplePort}` }
  const made = await generatedWorld({ ...env, ...ports, STRIPE: JSON.stringify(stripe) }).catch(async (error) => {
    await stop()
    throw error
  })
  const page = await servePlainPage({ port: otherPage, api: `http://localhost:${port}`, provider: made.provider })
  project.provide('house', {
    dataDir,
    mailbox,
    port,
    examplePort,
    stripe,
    worlds: [
      demoWorld(port, plainPort),
      { ...made, shop: `http://${made.provider}.localhost:${port}`, studio: `http://studio.localhost:${otherPage}` },
    ],
  } satisfies House)

  return async () => {
    await page.close()
    await stop()
    await mails.close()
    for (const folder of [dataDir, mailbox]) await rm(folder, { recursive: true, force: true })
  }
}

function demoWorld(port: number, plainPort: number): World {
  return {
    title: 'the demo world',
    provider: 'brightside',
    shop: `http://brightside.localhost:${port}`,
    studio: `http://studio.localhost:${plainPort}`,
    code: 'MAPLE7',
    subject: 'Emma Carter',
    customer: { email: 'demo@example.com', password: 'portrait-demo' },
    card: 'Archway',
    address: {
      name: 'Anna Carter',
      street: '12 Elm Street',
      postalCode: '02108',
      city: 'Boston',
      state: 'Massachusetts',
    },
    phone: '(617) 555-0123',
    offered: ["Don't forget the catalogue"],
    amount: /\$\d+\.\d\d/,
  }
}

async function generatedWorld(env: NodeJS.ProcessEnv): Promise<World> {
  const out = join(env.DATA_DIR as string, 'generated.json')
  const maker = spawn(process.execPath, [join(import.meta.dirname, 'generatedWorld.ts'), out], {
    cwd: ROOT,
    env: { ...env, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = (await once(maker, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`The generated world could not be created (exit code ${code})`)
  return JSON.parse(await readFile(out, 'utf8'), (key, value) =>
    key === 'amount' ? new RegExp(value) : value,
  ) as World
}

async function waitForOutput(child: ChildProcess, words: string): Promise<void> {
  let heard = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      heard += text
      if (heard.includes(words)) resolve()
    })
    child.once('exit', (code) =>
      reject(new Error(`The shop ended with ${code} before it printed "${words}":\n${heard}`)),
    )
  })
}

/** Free ports outside the range that programs get when they ask for any port, because creating the demo world takes a while. */
async function freePorts(): Promise<[number, number, number, number, number, number]> {
  const ports = new Set<number>()
  while (ports.size < 6) {
    const port = randomInt(20_000, 32_000)
    if (await isFree(port)) ports.add(port)
  }
  return [...ports] as [number, number, number, number, number, number]
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen(port), 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}
