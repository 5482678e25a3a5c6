import { join } from 'node:path'
import { servePlainPage } from '../examples/plain-html/serve.ts'
import { DEMO_CODES, DEMO_CUSTOMER, seedDemo } from '../packages/server/src/demo/seed.ts'
import { prepareDataFolder } from '../packages/server/src/platform/dataFolder.ts'
import { StartError } from '../packages/server/src/platform/db/startError.ts'
import { type Env, EnvError, readEnv } from '../packages/server/src/platform/env.ts'
import { startServer } from '../packages/server/src/server.ts'
import { BuildError, buildBundle, staleBundles } from './bundles.ts'
import { hasDemoWorld, makeDemoWorld, needsDemoWorld } from './demoWorld.ts'
import { checkPorts, PortsError } from './ports.ts'
import { createProgress } from './progress.ts'
import { renderWelcome } from './welcome.ts'

// `npm start`: builds what changed, fills an empty data folder with the demo world, opens the shop, and stops cleanly.

const ROOT = join(import.meta.dirname, '..')
const steps = createProgress(process.stdout)
const stopping = new AbortController()
const closers: Array<() => Promise<void>> = []

async function start(): Promise<void> {
  // the log of a running shop is for operators; here the addresses below should stay visible
  const env = { ...readEnv(), ...(process.env.LOG_LEVEL ? {} : { logLevel: 'warn' }) }
  const plainPort = Number(process.env.PLAIN_PORT || 4100)
  await checkPorts([
    { port: env.port, variable: 'PORT' },
    { port: env.adminPort, variable: 'ADMIN_PORT' },
    { port: plainPort, variable: 'PLAIN_PORT' },
  ])
  prepareDataFolder(env)
  await Promise.all([build(), fill(env)])
  if (stopping.signal.aborted) return
  const server = await startServer({ env })
  closers.push(() => server.close())
  const page = await servePlainPage({ port: plainPort, api: server.url })
  closers.push(() => page.close())
  steps.say('4/4 The shop is open\n')
  steps.say(welcome(env, server.url, page.port))
}

async function build(): Promise<void> {
  const stale = staleBundles(ROOT)
  if (stale.length === 0) return steps.say('2/4 Pages are built')
  steps.say('2/4 Building the pages …')
  const began = performance.now()
  await Promise.all(stale.map((bundle) => buildBundle(ROOT, bundle, stopping.signal)))
  steps.say(`2/4 Pages built in ${since(began)}`)
}

async function fill(env: Env): Promise<void> {
  if (!needsDemoWorld(env))
    return steps.say(`3/4 Data is in ${env.mongodbUrl ? 'the database of MONGODB_URL' : env.dataDir}`)
  const title = '3/4 Making the demo world …'
  steps.progress(title, 0)
  const began = performance.now()
  await makeDemoWorld(env, seedDemo, (done) => steps.progress(title, done))
  steps.finish()
  steps.say(`3/4 Demo world made in ${since(began)}`)
}

const since = (began: number): string => `${((performance.now() - began) / 1000).toFixed(1)} s`

function welcome(env: Env, url: string, plainPort: number): string {
  const at = (host: string, port = new URL(url).port) => `http://${host}.localhost:${port}`
  const demo = [
    { title: 'Codes to type', lines: DEMO_CODES },
    { title: 'An existing customer', lines: [DEMO_CUSTOMER] },
  ]
  const sections = [
    {
      title: 'Portraitkit is open',
      lines: [
        ['Shop', url],
        ['Brightside', at('brightside')],
        ['Nordlys', at('nordlys')],
        ['A page that embeds it', at('studio', String(plainPort))],
      ] as const,
    },
    ...(hasDemoWorld(env) ? demo : []),
    {
      title: 'Good to know',
      lines: [
        ['Data', env.dataDir],
        ['Ctrl-C', 'stops everything'],
      ] as const,
    },
  ]
  return `${renderWelcome(sections, Boolean(process.stdout.isTTY))}\n`
}

let stopped: Promise<void> | undefined
let firstSignal = 0

/**
 * The first Ctrl-C closes everything in order; a second one, after a moment, does not wait. A terminal and npm may each send
 * the first.
 */
function stop(): void {
  if (firstSignal && performance.now() - firstSignal > 1000) process.exit(1)
  firstSignal ||= performance.now()
  stopped ??= close().then(() => process.exit(0))
}

async function close(): Promise<void> {
  steps.finish()
  steps.say('\nStopping …')
  stopping.abort()
  const results = await Promise.allSettled(closers.map((closer) => closer()))
  for (const result of results) if (result.status === 'rejected') console.error(result.reason)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)

start().catch(async (error: unknown) => {
  if (stopped) return
  stopping.abort()
  steps.finish()
  const expected = [PortsError, StartError, EnvError, BuildError].some((kind) => error instanceof kind)
  console.error(expected ? (error as Error).message : error)
  await Promise.allSettled(closers.map((closer) => closer()))
  process.exit(1)
})
