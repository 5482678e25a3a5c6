import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '@portraitkit/core/contract.ts'
import type { AnyEndpoint } from '@portraitkit/core/endpoint.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeNonce } from './features/account/sessions/nonce.ts'
import { savePage } from './features/content/collection.ts'
import { buildBackgrounds } from './testing/buildBackgrounds.ts'
import { buildCustomer } from './testing/buildCustomer.ts'
import { buildPackage } from './testing/buildPackage.ts'
import { type BuiltPictureSet, buildPictureSet } from './testing/buildPictureSet.ts'
import { buildTemplate } from './testing/buildTemplate.ts'
import { countCommands } from './testing/countCommands.ts'
import { flowOf } from './testing/flowOf.ts'
import { startTestServer, type TestServer } from './testing/testServer.ts'

// The guide's table lists everything that a stranger may request, with the maximum number of database commands for an answer.
// Here each request is made with nothing cached, in its most expensive form.

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guide/security.md'), 'utf8')
const table = guide.split('## What a stranger may cost')[1] ?? ''
const budgets = new Map(
  [...table.matchAll(/^\| `([^`]+)` \| (\d+) \| [^|]+ \|$/gm)].map(([, name = '', max]) => [name, Number(max)]),
)

const UUID = '00000000-0000-4000-8000-000000000000'
const KEY = 'x'.repeat(43)
const PASSWORD = 'sesame-open'

let server: TestServer
let set: BuiltPictureSet
let inputs: Record<string, object>
let paths: Record<string, string>
beforeAll(async () => {
  server = await startTestServer()
  set = await buildPictureSet(server.app, server.provider)
  const { uuid: template } = (await buildTemplate(server.app, server.provider)).definition
  const { document } = await buildPackage(server.app, server.provider, [set.job.uuid])
  const { customer } = await buildCustomer(server)
  await savePage(server.app, server.provider.key, {
    id: 'hello',
    modules: { en: [{ id: '1', type: 'Title', text: 'Hello' }] },
  })
  inputs = inputsOf({ template, photoPackage: document.uuid, email: customer.email })
  paths = await pathsOf(template)
  forgetCaches()
})
afterAll(async () => {
  vi.restoreAllMocks()
  await server.close()
})

/** The input of each call for which an empty one is not the most expensive. */
function inputsOf({ template, photoPackage, email }: Record<'template' | 'photoPackage' | 'email', string>) {
  const { app, provider } = server
  const account = { email: 'new@example.com', password: PASSWORD, confirm_password: PASSWORD, mobile: '(212) 555-0123' }
  return {
    'account.existsByEmail': { email },
    'account.create': { ...account, code: set.code, acceptmail: false, termsofservice: true },
    'account.signIn': { email, password: 'wrong' },
    'account.renew': { sessionId: UUID, nonce: makeNonce(app, provider), signature: 'x' },
    'account.remind': { email },
    'account.checkResetKey': { key: KEY },
    'account.reset': { key: KEY, password: PASSWORD },
    'access.verifySubjectCode': { code: set.code },
    'access.recoverCode': { email },
    'template.list': { type: 'cards' },
    'template.listByCategory': { type: 'cards', category: 'cards' },
    'template.byUuid': { uuid: template },
    'template.byUuidAndVersion': { uuid: template, version: '1' },
    'template.scenes': { scenes: Array.from({ length: 12 }, () => ({ template: { uuid: template } })) },
    'photo-packages.open': { packageUuid: photoPackage },
    'browsing.photogiftCategory': { category: 'mugs' },
    'editor.fillTemplate': { template: { uuid: template }, subject: { uuid: null } },
    'content.page': { id: 'hello' },
    'support.startRecording': { userAgent: 'a browser' },
    'support.addEvents': { key: KEY, part: 0, events: '[]' },
    'support.stopRecording': { key: KEY },
  }
}

/** An address for each page's route; if it needs the link in an email, one that was never sent. */
async function pathsOf(template: string): Promise<Record<string, string>> {
  const { app, provider } = server
  const { wall } = await buildBackgrounds(app, provider, { wall: '#336699' })
  const shop = `?provider=${provider.key}`
  return {
    '/system/gsbackground.php': `/system/gsbackground.php${shop}&uuid=${wall?.uuid}&rotation=90&effect=sepia`,
    '/templates/all/:name': `/templates/all/${provider.key}_${template}_1_en.svg`,
    '/content/:provider/:name': `/content/${provider.key}/${'x'.repeat(22)}.webp`,
    '/template-assets/:provider/:hash/:file': `/template-assets/${provider.key}/${'0'.repeat(64)}/320.webp`,
    '/template-fonts/:hash/:file': '/template-fonts/0/none.woff2',
    '/fonts/:file': '/fonts/none.woff2',
    '/images/:uuid': `/images/${UUID}${shop}&grant=x&size=960&rotation=0&effect=original&expires=9999999999`,
    '/sections/prophoto/ajax/digitalcopies.php': `/sections/prophoto/ajax/digitalcopies.php${shop}&ticket=x`,
    '/m/orders/:orderUuid/receipt.pdf': `/m/orders/${UUID}/receipt.pdf${shop}&key=${KEY}`,
    '/simulate/:ticket': `/simulate/x${shop}`,
    '/c/:code': `/c/${set.code}${shop}`,
    '/confirm-address/:key': `/confirm-address/${KEY}${shop}`,
    '/reminders/stop/:contact/:signature': `/reminders/stop/x/x${shop}`,
    '/m/shopping-cart/checkout/payment/:transactionUuid': `/m/shopping-cart/checkout/payment/${UUID}${shop}`,
    '/payments/:provider/:gateway/webhook': `/payments/${provider.key}/stripe/webhook`,
    '/sandbox-gateway/:provider/:session': `/sandbox-gateway/${provider.key}/${UUID}`,
    '/sandbox-gateway/:provider/:session/pay': `/sandbox-gateway/${provider.key}/${UUID}/pay`,
    '/sandbox-gateway/:provider/:session/decline': `/sandbox-gateway/${provider.key}/${UUID}/decline`,
  }
}

/** Short caches use the clock of the process, which tests do not wait for. */
function forgetCaches(): void {
  const { now } = performance
  const MINUTE_MS = 60_000
  const ahead = (now.call(performance) + MINUTE_MS) * 10
  let minutes = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + ahead + MINUTE_MS * minutes)
  forget = () => {
    minutes += 1
  }
}
let forget = () => {}

const forStrangers = endpoints.filter(({ access }) => access !== 'customer')
/** The requests of the operator's own machines. */
const OPERATOR_PAGES = ['/healthz', '/readyz', '/api/openapi.json']
const routesOfPages = () => [
  ...new Set(server.app.features.flatMap(({ pages = [] }) => pages.map(({ path }) => path))),
  ...OPERATOR_PAGES,
]

describe('the cost of a stranger’s request', () => {
  it('is listed for every call and page', () => {
    expect([...budgets.keys()].toSorted()).toEqual(
      [...forStrangers.map(({ name }) => name), ...routesOfPages()].toSorted(),
    )
  })

  it.each(forStrangers.map((endpoint: AnyEndpoint) => [endpoint.name, endpoint] as const))(
    '%s takes at most the listed number of database commands',
    async (name, endpoint) => {
      forget()
      const client = server.client()
      if (endpoint.access === 'flow') client.flow = await flowOf(server.app, server.provider, set.code)
      const commands = await countCommands(server.app, () => client.send(endpoint, inputs[name] ?? {}))
      expect(commands.length, commands.join(', ')).toBeLessThanOrEqual(budgets.get(name) ?? -1)
    },
  )

  it('is within the listed number of database commands for any page', async () => {
    const pages = server.app.features.flatMap(({ pages = [] }) => pages)
    const operators = OPERATOR_PAGES.map((path) => ({ method: 'GET', path }))
    for (const { method, path } of [...pages, ...operators]) {
      forget()
      const request = { method, path: paths[path] ?? path }
      const commands = await countCommands(server.app, () => server.client().fetch(request))
      expect(commands.length, `${path}: ${commands.join(', ')}`).toBeLessThanOrEqual(budgets.get(path) ?? -1)
    }
  })
})
