import { once } from 'node:events'
import { connect } from 'node:net'
import type { CommandStartedEvent } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { subjectsOfCode } from '../../features/access/codes.ts'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { buildPictureSet } from '../../testing/buildPictureSet.ts'
import { countCommands } from '../../testing/countCommands.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import type { App } from '../app.ts'
import { createSharedRead } from './sharedRead.ts'

const inDatabase = (db: object) => ({ db }) as App

function readLetters() {
  const reads: string[] = []
  const read = createSharedRead(async (_app, provider, keys) => {
    reads.push(`${provider}: ${keys.join(' ')}`)
    if (keys.includes('broken')) throw new Error('away')
    return new Map(keys.filter((key) => key !== 'missing').map((key) => [key, key.toUpperCase()]))
  })
  return { read, reads }
}

describe('a shared read', () => {
  const app = inDatabase({})

  it('reads together what is requested in one turn, and gives each caller only its own keys', async () => {
    const { read, reads } = readLetters()
    const found = await Promise.all([read(app, 'a', ['x', 'missing']), read(app, 'a', ['y']), read(app, 'a', ['x'])])
    expect(found.map((each) => [...each])).toEqual([[['x', 'X']], [['y', 'Y']], [['x', 'X']]])
    expect(reads).toEqual(['a: x missing y'])
  })

  it('reads together what is requested by callbacks of one turn, as by requests of several connections', async () => {
    const { read, reads } = readLetters()
    const inCallback = (key: string) =>
      new Promise((resolve) => {
        setImmediate(() => resolve(read(app, 'a', [key])))
      })
    await Promise.all([inCallback('x'), inCallback('y'), inCallback('z')])
    expect(reads).toEqual(['a: x y z'])
  })

  it('reads again what is requested after the command was sent', async () => {
    const { read, reads } = readLetters()
    await read(app, 'a', ['x'])
    await read(app, 'a', ['x'])
    expect(reads).toEqual(['a: x', 'a: x'])
  })

  it('keeps shops and databases apart', async () => {
    const { read, reads } = readLetters()
    await Promise.all([read(app, 'a', ['x']), read(app, 'b', ['x']), read(inDatabase({}), 'a', ['x'])])
    expect(reads.toSorted()).toEqual(['a: x', 'a: x', 'b: x'])
  })

  it('begins another command after a hundred keys', async () => {
    const { read, reads } = readLetters()
    await Promise.all(Array.from({ length: 150 }, (_each, index) => read(app, 'a', [`k${index}`])))
    expect(reads.map((keys) => keys.split(' ').length - 1)).toEqual([100, 50])
  })

  it('fails for everybody who waits for it, and not for those who come later', async () => {
    const { read } = readLetters()
    const both = await Promise.allSettled([read(app, 'a', ['x']), read(app, 'a', ['broken'])])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect([...(await read(app, 'a', ['x']))]).toEqual([['x', 'X']])
  })
})

describe('customers whose requests arrive together', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  type Sent = { path: string; headers: Record<string, string> }

  /** Sends the requests of all of them by one connection in one write, so that the server gets them in one turn. */
  async function sendTogether(requests: readonly Sent[]): Promise<string[]> {
    const socket = connect(server.port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    const texts = requests.map(({ path, headers }, index) => {
      const connection = index === requests.length - 1 ? 'close' : 'keep-alive'
      const all = { host: String(server.provider.hosts[0]), connection, ...headers }
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
      return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
    })
    socket.write(texts.join(''))
    await once(socket, 'close')
    return (
      Buffer.concat(chunks)
        .toString('utf8')
        .match(/HTTP\/1\.1 \d+/g) ?? []
    )
  }

  async function commandsOf(requests: readonly Sent[]): Promise<string[]> {
    let answers: string[] = []
    const commands = await countCommands(server.app, async () => {
      answers = await sendTogether(requests)
    })
    expect(answers).toEqual(requests.map(() => 'HTTP/1.1 200'))
    // a process reads the provider every two seconds, whatever is requested
    return commands.filter((command) => command !== 'find providers').toSorted()
  }

  it('take the commands of one customer', async () => {
    const requests: Sent[] = []
    for (let count = 0; count < 5; count++) {
      const { subject } = await buildPictureSet(server.app, server.provider)
      const { client } = await buildCustomer(server, { subjects: [subject.uuid] })
      const cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ')
      const path = `/api/webshop/picture-sets/${subject.uuid}?provider=${server.provider.key}`
      requests.push({ path, headers: { cookie } })
    }
    expect(await commandsOf(requests)).toEqual([
      'find backgrounds',
      'find carts',
      'find grants',
      'find jobs',
      'find pictures',
      'find rights',
      'find sessions',
      'find subjects',
    ])
  })

  it('are checked against the limit of wrong codes by one command', async () => {
    const { code } = await buildPictureSet(server.app, server.provider)
    const request = {
      path: `/ajax/prophoto/verify_subject_code.php?code=${code}`,
      headers: { 'x-provider': server.provider.key },
    }
    const commands = await commandsOf([request, request, request])
    expect(commands.filter((command) => command === 'find throttles')).toHaveLength(1)
  })

  it('have their codes looked up by one command', async () => {
    const { app, provider } = server
    const sets = [await buildPictureSet(app, provider), await buildPictureSet(app, provider)]
    const commands: string[] = []
    const note = ({ commandName, command }: CommandStartedEvent) =>
      commands.push(`${commandName} ${command[commandName]}`)
    app.db.client.on('commandStarted', note)
    const found = await Promise.all(sets.map(({ code }) => subjectsOfCode(app, provider, code)))
    app.db.client.off('commandStarted', note)
    expect(found).toEqual(sets.map(({ subject }) => [subject.uuid]))
    expect(commands.filter((command) => command === 'find codes')).toHaveLength(1)
  })
})
