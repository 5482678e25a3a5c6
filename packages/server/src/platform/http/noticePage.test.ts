import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { simulationLink } from '../../features/account/sessions/actAsCustomer.ts'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

// The page that a person sees at an address that is invalid, or no longer valid.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const openPath = (path: string, { accept = BROWSER, language = 'en', method = 'GET' } = {}) =>
  server.client().fetch({
    method,
    path: `${path}${path.includes('?') ? '&' : '?'}provider=${server.provider.key}`,
    headers: { accept, 'accept-language': language },
  })

it('a used operator link says so in the provider’s look and in the reader’s language', async () => {
  const { customer } = await buildCustomer(server)
  const link = await simulationLink(server.app, server.provider, customer.email, 'Kari')
  const { pathname } = new URL(link ?? '')
  expect((await openPath(pathname)).status).toBe(302)
  const used = await openPath(pathname)
  expect([used.status, used.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  expect(used.text).toMatch(/role="main"[\s\S]*<h1/)
  for (const text of ['works once and for ten minutes', server.provider.name, server.provider.contactInfo.email])
    expect(used.text).toContain(text)
  expect(used.headers['content-security-policy']).toContain("default-src 'none'")
  const german = await openPath(pathname, { language: 'de' })
  expect(german.text).toContain('gilt einmal und zehn Minuten lang')
  expect(german.text).toContain('<html lang="de')
})

it('a damaged link for stopping reminders changes nothing, says so and links to the switches', async () => {
  for (const method of ['GET', 'POST']) {
    const page = await openPath('/reminders/stop/somebody/no-signature?lang=de', { method })
    expect(page.status).toBe(404)
    expect(page.text).toContain('Es wurde nichts geändert')
    expect(page.text).toContain('/my-account/communication')
  }
  expect(await server.app.db.collection('reminderChoices').countDocuments()).toBe(0)
})

it.each([
  ['a payment', `/m/shopping-cart/checkout/payment/${randomUUID()}`],
  ['an image', `/images/${randomUUID()}?size=320&rotation=0&effect=original&signature=x`],
  ['a page of the sandbox', `/sandbox-gateway/nobody/${randomUUID()}`],
])('the missing address of %s is a page for a person, and JSON for a program', async (_name, path) => {
  const page = await openPath(path)
  expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  expect(page.text).toContain('There is no such page')
  const program = await openPath(path, { accept: '*/*' })
  expect([program.status, program.json()]).toMatchObject([404, { reason: 'not_found' }])
})
