import { account } from '@portraitkit/core/account/contract.ts'
import { contract } from '@portraitkit/core/contract.ts'
import { type AnyEndpoint, commonFailures } from '@portraitkit/core/endpoint.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { features } from '../../features.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import type { FailureTexts } from '../failureTexts.ts'
import { LANGUAGES } from '../languages.ts'
import { commonFailureTexts, mergeFailureTexts } from './commonFailureTexts.ts'

let server: TestServer
beforeAll(async () => {
  const languages = ['en', 'de', 'nb'].map((long) => ({ long, name: long }))
  server = await startTestServer({ provider: { languages, defaultLanguage: 'nb' } })
})
afterAll(() => server.close())

const endpoints = Object.values(contract).flatMap((feature): AnyEndpoint[] => Object.values(feature))
const declared = Object.keys(Object.assign({}, commonFailures, ...endpoints.map(({ failures }) => failures)))

/**
 * The file with the texts of a reason, and those texts: the common ones, or those of the feature after which the reason is
 * named.
 */
function textsOf(reason: string): { file: string; texts: FailureTexts | undefined } {
  if (Object.hasOwn(commonFailures, reason))
    return { file: 'platform/http/commonFailureTexts.ts', texts: commonFailureTexts }
  const [noun = ''] = reason.split('.')
  const feature = features.find(({ name }) => name === noun || name === `${noun}s`)
  return { file: `features/${feature?.name ?? noun}/failureTexts.ts`, texts: feature?.failureTexts }
}

function missingTexts(reasons: readonly string[]): string[] {
  return reasons.flatMap((reason) => {
    const { file, texts } = textsOf(reason)
    const missing = LANGUAGES.filter((language) => !texts?.[language][reason])
    return missing.length > 0 ? [`${file} lacks ${reason} in ${missing.join(', ')}`] : []
  })
}

describe('failures', () => {
  it('[LOC-2] have a text in every language, next to the feature after which they are named', () => {
    expect(missingTexts(declared)).toEqual([])
  })

  it('[LOC-2] without a text are found, with the file that lacks it', () => {
    expect(missingTexts(['content.new'])).toEqual([
      'features/content/failureTexts.ts lacks content.new in de, es, nb, sv, da',
    ])
  })

  it.each(LANGUAGES)('[LOC-2] have no text in %s for a reason that no call gives', (language) => {
    const written = Object.keys(mergeFailureTexts(features)[language])
    expect(written.filter((reason) => !declared.includes(reason))).toEqual([])
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
})
