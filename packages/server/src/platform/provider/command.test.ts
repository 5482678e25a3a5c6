import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { websitesCommand } from './command.ts'

let shop: TestServer
beforeAll(async () => {
  shop = await startTestServer()
})
afterAll(() => shop.close())

const STUDIO = 'https://studio.example.com'
const run = (...argv: string[]) => runInTerminal(websitesCommand, [...argv, '--provider', shop.provider.key], shop.app)
/** The shop's answer to a page of the studio. */
const toStudio = async () => {
  const path = `/api/webshop/settings?provider=${shop.provider.key}`
  return (await shop.client().fetch({ path, headers: { origin: STUDIO } })).status
}

it('a website may embed the shop once it is allowed, by any of its addresses, and no longer once it is refused', async () => {
  expect(await toStudio()).toBe(403)
  const allowed = { code: 0, out: `Pages of ${STUDIO} may embed the shop ${shop.provider.key}.` }
  expect(await run('allow', 'HTTPS://Studio.example.com:443/pictures?year=1#top')).toMatchObject(allowed)
  expect(await run('allow', STUDIO)).toMatchObject(allowed)
  expect(await toStudio()).toBe(200)
  expect((await run('list')).out.split('\n')).toEqual([...shop.provider.origins, STUDIO])
  expect(await run('refuse', STUDIO)).toMatchObject({ code: 0 })
  expect(await toStudio()).toBe(403)
  expect((await run('list')).out.split('\n')).toEqual(shop.provider.origins)
})

it.each([
  [['refuse', STUDIO], 1, `${STUDIO} is not allowed; there are http`],
  [['allow', 'studio.example.com'], 2, 'studio.example.com is not the address of a website'],
  [['allow', 'file:///index.html'], 2, 'is not the address of a website'],
  [['allow'], 2, 'Give an address'],
  [['allow', STUDIO, STUDIO], 2, 'Too many arguments'],
  [['list', STUDIO], 2, 'Too many arguments'],
  [['forget', STUDIO], 2, 'There is no "websites forget"'],
])('%j says what is wrong and changes nothing', async (argv, code, problem) => {
  expect(await run(...argv)).toMatchObject({ code, problem: expect.stringContaining(problem) })
  expect((await run('list')).out.split('\n')).toEqual(shop.provider.origins)
})
