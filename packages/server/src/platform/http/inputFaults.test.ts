import { account } from '@portraitkit/core/account/contract.ts'
import { passwords } from '@portraitkit/core/account/password/passwordContract.ts'
import { profile } from '@portraitkit/core/account/profile/profileContract.ts'
import { templates } from '@portraitkit/core/template/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
let customer: TestClient
beforeAll(async () => {
  const languages = ['nb', 'de', 'en'].map((long) => ({ long, name: long }))
  server = await startTestServer({ provider: { languages, defaultLanguage: 'nb', country: 'NO' } })
  customer = (await buildCustomer(server)).client
})
afterAll(() => server.close())

const email = 'anna@example.com'
const contact = { name: 'Anna Berg', address: 'Storgata 1', postal_code: '9008', city: 'Tromsø', mobile: '406 12 345' }

/** What a caller sends, and the fault of one field: its code with its values, and its sentence in Norwegian and German. */
const faults: ReadonlyArray<
  readonly [
    what: string,
    send: (headers: object) => Promise<unknown>,
    field: string,
    fault: object,
    nb: string,
    de: string,
  ]
> = [
  [
    'a missing field',
    (headers) => customer.fail(account.signIn, { email }, headers),
    ...(['password', { code: 'required' }, 'Dette må fylles ut!', 'Das wird benötigt!'] as const),
  ],
  [
    'a wrong type',
    (headers) => customer.fail(account.signIn, { email: 5, password: 'portrait' }, headers),
    'email',
    { code: 'wrong-type', expected: 'string' },
    'Her ventes en verdi av typen string.',
    'Hier wird ein Wert vom Typ string erwartet.',
  ],
  [
    'a word that is not an option',
    (headers) => customer.fail(templates.list, { type: 'ALBUM' }, headers),
    ...([
      'type',
      { code: 'unknown-option' },
      'Velg et av alternativene.',
      'Bitte wählen Sie eine der Möglichkeiten.',
    ] as const),
  ],
  [
    'an email address that is none',
    (headers) => customer.fail(passwords.remind, { email: 'anna@' }, headers),
    ...(['email', { code: 'email' }, 'Ugyldig e-postadresse', 'Ungültige E-Mail-Adresse'] as const),
  ],
  [
    'a password that is too short',
    (headers) => customer.fail(account.signIn, { email, password: 'ab' }, headers),
    ...(['password', { code: 'password-short', minimum: 3 }, 'Det er for kort!', 'Das ist zu kurz!'] as const),
  ],
  [
    'a value that is too long',
    (headers) => customer.fail(profile.update, { ...contact, name: `Anna ${'x'.repeat(100)}` }, headers),
    ...(['name', { code: 'too-long', maximum: 100 }, 'Høyst 100 tegn.', 'Höchstens 100 Zeichen, bitte.'] as const),
  ],
  [
    'a phone number that nobody can call',
    (headers) => customer.fail(profile.update, { ...contact, mobile: '12' }, headers),
    'mobile',
    { code: 'phone' },
    'Dette telefonnummeret ser ikke riktig ut.',
    'Diese Telefonnummer scheint nicht zu stimmen.',
  ],
  [
    'a word that the shop does not know',
    (headers) => customer.fail(account.patch, { lang: 'fr' }, headers),
    'lang',
    { code: 'language' },
    'Butikken finnes ikke på dette språket.',
    'Diesen Shop gibt es in dieser Sprache nicht.',
  ],
]

describe('a faulty field', () => {
  it.each(faults)(
    '[LOC-2] has a code, and a sentence in the language of the call: %s',
    async (_what, send, field, fault, nb, de) => {
      for (const [language, sentence] of [
        ['nb', nb],
        ['de-AT', de],
      ] as const) {
        const failure = await send({ headers: { 'accept-language': language } })
        expect(failure).toMatchObject({ status: 400, data: [field], fields: { [field]: sentence } })
        expect(failure).toHaveProperty('faults', { [field]: fault })
      }
    },
  )

  it('[API-2] is named in `data`, `fields` and `faults` alike, however many there are', async () => {
    const failure = await customer.fail(profile.update, { name: 'Anna', mobile: '', city: '4' })
    expect(failure.data).toEqual(['name', 'address', 'postal_code', 'city', 'mobile'])
    expect(failure.fields).toEqual({
      name: 'Skriv fornavn og etternavn',
      address: 'Dette må fylles ut!',
      postal_code: 'Dette må fylles ut!',
      city: 'Dette stedet ser ikke riktig ut.',
      mobile: 'Dette må fylles ut!',
    })
    expect(failure).toHaveProperty('faults', {
      name: { code: 'full-name' },
      address: { code: 'required' },
      postal_code: { code: 'required' },
      city: { code: 'city' },
      mobile: { code: 'required' },
    })
  })
})
