import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { aTemplate } from '@portraitkit/core/testing/aTemplate.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCustomer } from '../testing/buildCustomer.ts'
import { startTestServer, type TestServer } from '../testing/testServer.ts'

let server: TestServer
let email: string
beforeAll(async () => {
  server = await startTestServer()
  email = (await buildCustomer(server)).customer.email
})
afterAll(() => server.close())

const command = join(import.meta.dirname, 'main.ts')

/** The environment of a separate process, which gets only the data of the server. */
function own(env: Record<string, string> = {}) {
  const { dataDir, secret, mongodbUrl } = server.app.env
  const { PORT: _port, PUBLIC_URL: _url, ...rest } = process.env
  return { ...rest, DATA_DIR: dataDir, SECRET: secret, MONGODB_URL: mongodbUrl, ...env }
}

/** The output of a command. */
async function run(env: Record<string, string>, ...argv: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...argv], { env: own(env) })
  return stdout.trim()
}

describe('./portraitkit', () => {
  it('writes addresses with the shop’s own origin, or with the configured one', async () => {
    const link = ['simulate', email, '--provider', server.provider.key, '--operator', 'Kari']
    const [host] = server.provider.hosts
    expect(await run({}, ...link)).toContain(`http://${host}:${server.port}/`)
    expect(await run({ PUBLIC_URL: 'https://shops.example' }, ...link)).toContain(`https://${host}/`)
  })

  it('ends quietly when nobody reads its output, also if the reader leaves later', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pk-unread-'))
    // the message about one command is printed before the other one is looked up
    for (const name of ['card', 'sketches']) await mkdir(join(folder, name))
    await writeFile(join(folder, 'card/template.json'), JSON.stringify(aTemplate()))
    const argv = [command, 'templates', 'check', folder]
    const child = spawn(process.execPath, argv, { env: own(), stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.destroy()
    const [[code], output] = await Promise.all([once(child, 'exit'), text(child.stderr)])
    expect([code, output]).toEqual([0, ''])
    await rm(folder, { recursive: true })
  })
})
