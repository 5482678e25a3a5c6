import { account } from '@portraitkit/core/account/contract.ts'
import { commonFailures } from '@portraitkit/core/commonFailures.ts'
import { endpoints } from '@portraitkit/core/contract.ts'
import type { Failures } from '@portraitkit/core/endpoint.ts'
import { inputFaults } from '@portraitkit/core/inputFaults.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { LANGUAGES, translateTo } from '../texts.ts'

let server: TestServer
beforeAll(async () => {
  const languages = ['en', 'de', 'nb'].map((long) => ({ long, name: long }))
  server = await startTestServer({ provider: { languages, defaultLanguage: 'nb' } })
})
afterAll(() => server.close())

const failures: Failures = Object.assign({}, commonFailures, ...endpoints.map((endpoint) => endpoint.failures))
const texts = [
  ...Object.entries(failures).map(([reason, { text }]) => ({ reason, text })),
  ...Object.entries(inputFaults).map(([reason, text]) => ({ reason, text })),
].flatMap(({ reason, text }) => {
  const names = [...(text.message ?? '').matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return names.length > 0
    ? [{ reason, text, values: Object.fromEntries(names.map((name) => [name, `<${name}>`])) }]
    : []
})

describe('failures', () => {
  it.each(LANGUAGES)('[LOC-2] and faults of a field say every value of theirs in %s', (language) => {
    const t = translateTo(language)
    const found = texts.map(({ reason, text, values }) => [reason, (t(text, values).match(/<\w+>/g) ?? []).sort()])
    expect(found).toEqual(texts.map(({ reason, values }) => [reason, Object.values(values).sort()]))
    expect(found).toContainEqual(['cart.closed', ['<day>', '<name>']])
  })

  it.each([
    ['de', 'E-Mail-Adresse und Passwort gehören nicht zusammen.'],
    ['en', 'The email address and the password do not belong together.'],
    // the shop's own language, if the shop does not have the browser's
    ['fr', 'E-postadressen og passordet hører ikke sammen.'],
  ])('[LOC-2] are reported in the language of the call: %s', async (language, text) => {
    const headers = { 'accept-language': language }
    const failure = await server
      .client()
      .fail(account.signIn, { email: 'no@body.example', password: 'wrong' }, { headers })
    expect(failure).toMatchObject({ reason: 'account.wrong_password', error: text })
  })

  it('[LOC-2] say how long to wait', async () => {
    const headers = { 'accept-language': 'de-AT' }
    const sign = () =>
      server.client().fail(account.signIn, { email: 'one@body.example', password: 'wrong' }, { headers })
    for (let count = 0; count < 10; count++) await sign()
    expect((await sign()).error).toMatch(/^Zu viele Versuche\. Bitte versuchen Sie es in \d+ Minuten? noch einmal\.$/)
  })

  it('[LOC-2] are reported in the browser’s language when there is no shop', async () => {
    const path = '/api/webshop/settings?provider=nobody'
    const got = await server.client().fetch({ path, headers: { 'accept-language': 'sv' } })
    expect(got.json()).toMatchObject({ error: 'Det finns ingen butik på den här adressen.' })
  })

  it.each([
    ['de', 'Das wurde nicht gefunden.'],
    // a language of the product that the shop does not offer, and one that nobody has translated
    ['sv', 'Dette ble ikke funnet.'],
    ['fr', 'Dette ble ikke funnet.'],
  ])('[LOC-2] of an unknown address are in a language of the shop: %s', async (language, text) => {
    const headers = { 'accept-language': language }
    const query = `?provider=${server.provider.key}`
    for (const path of ['/api/nothing', '/v1/nothing.js', '/images/nothing', '/fonts/nothing.woff2'])
      expect((await server.client().fetch({ path: `${path}${query}`, headers })).json()).toMatchObject({
        reason: 'not_found',
        error: text,
      })
  })
})
