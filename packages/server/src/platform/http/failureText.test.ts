import { account } from '@portraitkit/core/account/contract.ts'
import { contract } from '@portraitkit/core/contract.ts'
import { type AnyEndpoint, commonFailures } from '@portraitkit/core/endpoint.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { failureTexts } from './failureText.ts'

let server: TestServer
beforeAll(async () => {
  const languages = ['en', 'de', 'nb'].map((long) => ({ long, name: long }))
  server = await startTestServer({ provider: { languages, defaultLanguage: 'nb' } })
})
afterAll(() => server.close())

const endpoints = Object.values(contract).flatMap((feature): AnyEndpoint[] => Object.values(feature))
const reasons = [...new Set([commonFailures, ...endpoints.map(({ failures }) => failures)].flatMap(Object.keys))].sort()

describe('failures', () => {
  it.each(Object.keys(failureTexts))('[LOC-2] have one text each in %s, and there are no others', (language) => {
    expect(Object.keys(failureTexts[language]?.texts ?? {}).sort()).toEqual(reasons)
  })

  it.each([
    ['de', 'E-Mail-Adresse und Passwort gehören nicht zusammen.'],
    ['en', 'The e-mail address and the password do not belong together.'],
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
})
