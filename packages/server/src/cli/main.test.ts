import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCustomer } from '../http/buildCustomer.ts'
import { startTestServer, type TestServer } from '../http/testServer.ts'

let server: TestServer
let email: string
beforeAll(async () => {
  server = await startTestServer()
  email = (await buildCustomer(server)).customer.email
})
afterAll(() => server.close())

/** What a command prints in a process of its own, which knows the data of the server and nothing else. */
async function run(env: Record<string, string>, ...argv: string[]): Promise<string> {
  const { dataDir, secret, mongodbUrl } = server.app.env
  const { PORT: _port, PUBLIC_URL: _url, ...rest } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'main.ts'), ...argv], {
    env: { ...rest, DATA_DIR: dataDir, SECRET: secret, MONGODB_URL: mongodbUrl, ...env },
  })
  return stdout.trim()
}

describe('./portraitkit', () => {
  it('writes addresses where the server serves the shop, or where it is told', async () => {
    const link = ['simulate', email, '--provider', server.provider.key, '--operator', 'Kari']
    const [host] = server.provider.hosts
    expect(await run({}, ...link)).toContain(`http://${host}:${server.port}/`)
    expect(await run({ PUBLIC_URL: 'https://shops.example' }, ...link)).toContain(`https://${host}/`)
  })
})
