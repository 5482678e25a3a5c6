import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  callKey,
  isScenesCall,
  type Names,
  PEOPLE,
  type RecordedWorld,
  type Recording,
  recordingFile,
  sceneKey,
  scenesOf,
} from '../.storybook/callKey.ts'
import { commonFailures } from '../packages/core/src/commonFailures.ts'
import { endpoints } from '../packages/core/src/contract.ts'
import type { AnyEndpoint } from '../packages/core/src/endpoint.ts'
import { seedDemo } from '../packages/server/src/demo/seed.ts'
import { openApp } from '../packages/server/src/openApp.ts'
import { readEnv } from '../packages/server/src/platform/env.ts'
import { readTexts } from '../packages/server/src/platform/texts.ts'
import { startServer } from '../packages/server/src/server.ts'
import { answeredLanguage, PSEUDO } from '../packages/widgets/pseudoLanguage.ts'
import { makeDemoWorld } from './demoWorld.ts'
import { fillShops } from './storybookPeople.ts'
import { inPseudoLanguage } from './storybookPseudo.ts'
import { createSender, type RecordedCall, type Visitor, visitShop } from './storybookVisit.ts'
import { walk } from './storybookWalk.ts'

const ROOT = join(import.meta.dirname, '..')
/** The folder of the recordings: created locally, never part of the repository. */
export const RECORDINGS = join(ROOT, '.storybook/recorded')

/** A server with the demo world: its port and its data. */
export type DemoServer = { port: number; dataDir: string }

/** Records the answers of a demo world's shops, in all their languages or in the first few of each. */
export async function recordDemoWorld(
  { port, dataDir }: DemoServer,
  languagesOfEach = Number.POSITIVE_INFINITY,
): Promise<RecordedWorld> {
  const { app, close } = await openApp(readEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }))
  const shops = await fillShops(app, port).finally(close)
  await rm(RECORDINGS, { recursive: true, force: true })
  await mkdir(RECORDINGS, { recursive: true })
  const providers: RecordedWorld['providers'] = []
  for (const { key, name, languages, people } of shops) {
    const pictures = createPictureStore(createSender(port, key))
    const spoken = languages.slice(0, languagesOfEach)
    providers.push({ key, name, languages: spoken })
    for (const person of PEOPLE)
      for (const language of spoken) {
        const { names, ...who } = people[person]
        const recording = await record({ port, provider: key, language, ...who }, names)
        const stored = pictures.replaceIn(recording)
        await writeRecording(recordingFile(key, person, language), stored)
        if (language === answeredLanguage(PSEUDO))
          await writeRecording(recordingFile(key, person, PSEUDO), inPseudoLanguage(stored))
      }
    await pictures.fetchAll()
  }
  const world = { providers }
  await writeFile(join(RECORDINGS, 'world.json'), JSON.stringify(world))
  return world
}

const writeRecording = (file: string, recording: Recording) =>
  writeFile(join(RECORDINGS, file), JSON.stringify(recording))

/** A new server with a new demo world, for as long as `use` takes. */
export async function withDemoServer<T>(use: (server: DemoServer) => Promise<T>): Promise<T> {
  process.env.DEMO_DRAWINGS ??= join(ROOT, 'node_modules/.cache/portraitkit-drawings')
  const dataDir = await mkdtemp(join(tmpdir(), 'pk-storybook-'))
  const env = readEnv({ PORT: '0', ADMIN_PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' })
  try {
    await makeDemoWorld(env, seedDemo, () => undefined)
    const server = await startServer({ env })
    return await use({ port: server.port, dataDir }).finally(() => server.close())
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Walks through the shop as one person and stores every answer, each checked against its contract. */
async function record(visitor: Visitor, names: Names): Promise<Recording> {
  const answers: Recording['answers'] = {}
  const here = await visitShop(
    visitor,
    (shop) => walk(shop, names),
    (heard) => storeAnswer(answers, heard),
  )
  const { id, message = '' } = commonFailures['server.failed'].text
  const failure = readTexts(visitor.language)[id] ?? message
  return { names: { ...names, ...here }, failure, answers }
}

function storeAnswer(answers: Recording['answers'], { path, init, status, body }: RecordedCall): void {
  const method = init.method ?? 'GET'
  const sent = typeof init.body === 'string' ? init.body : undefined
  const endpoint = endpointOf(method, path)
  // A missing resource, for a visitor, is an answer too.
  const parsed = status === 200 ? endpoint.answer().parse(body) : body
  if (isScenesCall(endpoint.path) && status === 200) {
    const { scenes } = parsed as { scenes: unknown[] }
    for (const [index, scene] of scenesOf(sent).entries()) answers[sceneKey(scene)] = { status, body: scenes[index] }
  } else answers[callKey(method, path, sent)] = { status, body: parsed }
}

/** The call of the contract for an address. */
function endpointOf(method: string, address: string): AnyEndpoint {
  const path = address.split('?')[0] ?? ''
  const found = endpoints
    .filter((one) => one.method === method && patternOf(one.path).test(path))
    // literal segments take precedence
    .sort((one, other) => one.path.split(':').length - other.path.split(':').length)[0]
  if (!found) throw new Error(`${method} ${path} is not in the contract`)
  return found
}

const patternOf = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replaceAll('.', '\\.')}$`)

const ASSET = /^\/(?:images|content|template-assets|template-fonts|fonts|things|system\/gsbackground\.php)[/?]\S*$/

/** Stores the pictures and fonts named in answers as files next to the recordings; each picture in one medium size. */
function createPictureStore(send: ReturnType<typeof createSender>) {
  const files = new Map<string, string>()

  function fileOf(address: string): string {
    const { pathname, searchParams } = new URL(address, 'http://recorded')
    for (const name of ['expires', 'signature', 'grant']) searchParams.delete(name)
    const hash = createHash('sha256').update(`${pathname}?${searchParams}`).digest('hex').slice(0, 16)
    const name = `${hash}${/\.\w+$/.exec(pathname)?.[0] ?? '.jpg'}`
    if (!files.has(name)) files.set(name, address)
    return `recorded/files/${name}`
  }

  function replaceIn<T>(value: T): T {
    if (typeof value === 'string') return (ASSET.test(value) ? fileOf(value) : value) as T
    if (Array.isArray(value)) return value.map(replaceIn) as T
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value)
    const sizes = entries.map(([key]) => Number(key))
    const areSizes = sizes.length > 0 && entries.every(([key, one]) => /^\d+$/.test(key) && ASSET.test(String(one)))
    const middling = sizes.find((size) => size >= 640) ?? sizes.at(-1)
    const named = entries.map(([key, one]) => [
      key,
      replaceIn(areSizes ? entries[sizes.indexOf(middling ?? 0)]?.[1] : one),
    ])
    return Object.fromEntries(named) as T
  }

  return {
    replaceIn,
    async fetchAll(): Promise<void> {
      await mkdir(join(RECORDINGS, 'files'), { recursive: true })
      const waiting = [...files]
      const worker = async () => {
        for (let next = waiting.pop(); next; next = waiting.pop()) {
          const [name, address] = next
          const { status, bytes } = await send({ path: address })
          if (status !== 200) throw new Error(`${address} answered ${status}`)
          await writeFile(join(RECORDINGS, 'files', name), bytes)
        }
      }
      await Promise.all(Array.from({ length: 4 }, worker))
    },
  }
}
