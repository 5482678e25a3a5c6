import { templates as contract } from '@portraitkit/core/template/contract.ts'
import { textSlots } from '@portraitkit/core/template/slots.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allowanceOf } from '../../../platform/http/allowance.ts'
import { securityEventsOf } from '../../../platform/security/collection.ts'
import { awaitSecurityEvents } from '../../../platform/security/record.ts'
import { buildCustomer } from '../../../testing/buildCustomer.ts'
import { type BuiltTemplate, buildTemplate } from '../../../testing/buildTemplate.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { VISITOR_LAYOUTS } from './visitorLayouts.ts'

// Laying out new texts occupies the server's only thread.

let server: TestServer
let card: BuiltTemplate
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } })
  card = await buildTemplate(server.app, server.provider)
})
afterAll(() => server.close())

let texts = 0
/** Requests a card with a text; by default a new one. */
async function layOut(ip: string, { client = server.client(), text = `Hello ${texts++}` } = {}) {
  const slot = textSlots(card.definition).find(({ layer }) => !layer.disableEdit)
  const resources = [{ fullId: slot?.fullId ?? '', type: 'STRING' as const, text }]
  const scenes = [{ template: { uuid: card.definition.uuid }, resources }]
  return client.send(contract.scenes, { scenes }, { headers: { 'x-forwarded-for': ip } })
}

/** Uses up the layouts of an address, except for a few. */
function spend(ip: string): void {
  const source = { app: server.app, provider: server.provider, http: { ip, state: {} } }
  allowanceOf(source, VISITOR_LAYOUTS, ip).spend(VISITOR_LAYOUTS.units - 1)
}

describe('the layouts that visitors at one address may request', () => {
  it('are limited, with the time to wait, and are available again later', async () => {
    const ip = '198.51.100.1'
    spend(ip)
    expect(await layOut(ip)).toMatchObject({ status: 200 })
    expect(await layOut(ip)).toMatchObject({
      status: 429,
      body: { reason: 'throttle.wait', data: { seconds: expect.any(Number) } },
    })
    await awaitSecurityEvents(server.app)
    const recorded = securityEventsOf(server.app).find({ event: 'throttled', limit: 'layouts' })
    expect(await recorded.toArray()).toMatchObject([{ address: '198.51.100.0' }])
    server.wait(VISITOR_LAYOUTS.windowMs)
    expect(await layOut(ip)).toMatchObject({ status: 200 })
  })

  it('are limited for the previews of templates, too', async () => {
    const ip = '198.51.100.2'
    spend(ip)
    await layOut(ip)
    const path = `/templates/all/${server.provider.key}_${card.definition.uuid}_1_en.svg`
    const headers = { 'x-forwarded-for': ip }
    expect((await server.client().fetch({ path, headers })).status).toBe(429)
    expect((await server.client().fetch({ path })).status).toBe(200)
  })

  it('are not used up by cached layouts', async () => {
    const ip = '198.51.100.3'
    await layOut('198.51.100.4', { text: 'The same' })
    spend(ip)
    for (let count = 0; count < 3; count++) {
      expect(await layOut(ip, { text: 'The same' })).toMatchObject({ status: 200 })
    }
  })

  it('are counted for each address, and not for customers', async () => {
    const ip = '198.51.100.5'
    spend(ip)
    await layOut(ip)
    expect(await layOut('198.51.100.6')).toMatchObject({ status: 200 })
    const { client } = await buildCustomer(server)
    expect(await layOut(ip, { client })).toMatchObject({ status: 200 })
  })
})
