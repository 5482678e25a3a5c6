import { checkout } from '@portraitkit/core/checkout/contract.ts'
import type { InputFault } from '@portraitkit/core/inputFaults.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { saveProvider } from '../../platform/provider/collection.ts'
import { type Buyer, buildBuyer } from '../../testing/buildBuyer.ts'
import { anAddress, type OrderInput, prepareOrder, twoGateways } from '../../testing/buildCheckout.ts'
import { buildProvider } from '../../testing/buildProvider.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

/** The faults of the checkout's forms as customers read them, and as programs do. */

const option = (uuid: string) => ({
  ...{ uuid, name: { en: 'Delivery' }, description: { en: '' }, price: 0, deliverytime: 5 },
  ...{ isExpress: false, expire: null },
})
const [POST, SCHOOL] = ['0b5c1f6e-4f0d-4c55-9a35-000000000001', '0b5c1f6e-4f0d-4c55-9a36-000000000001']

let shop: TestServer
let buyer: Buyer
beforeAll(async () => {
  const { paymentOptions, gateways } = twoGateways()
  shop = await startTestServer({
    provider: {
      country: 'NO',
      gateways,
      paymentOptions: paymentOptions.map((each) => ({ ...each, verifyMobile: true, requirePersonNo: true })),
      options: { ...buildProvider().options, gatherState: true, states: { '': 'Choose', TR: 'Troms' } },
      deliveryMethods: [
        { type: 'postage', name: { en: 'Post' }, deliveryOptions: [option(POST)] },
        { type: 'school-pickup', name: { en: 'School' }, deliveryOptions: [option(SCHOOL)] },
      ],
    },
  })
  buyer = await buildBuyer(shop)
  await buyer.add()
  // The texts of the template are in English alone: the shop has its other languages since then.
  const languages = ['nb', 'de', 'en'].map((long) => ({ long, name: long }))
  await saveProvider(shop.app, { ...shop.provider, languages, defaultLanguage: 'nb' })
})
afterAll(() => shop.close())

const home = { ...anAddress, postalCode: '9008', city: 'Tromsø', state: 'TR' }
const payer = { mobilePhone: '406 12 345', pid: '17059010182' }
const toHome = (change: Partial<typeof home>): Partial<OrderInput> => ({
  deliveryOptionUuid: POST,
  deliveryOptionData: { deliveryAddress: { ...home, ...change } },
  paymentOptionData: payer,
})
const toSchool = (contactInfo: { name: string; emailAddress: string }): Partial<OrderInput> => ({
  deliveryOptionUuid: SCHOOL,
  deliveryOptionData: { contactInfo },
  paymentOptionData: payer,
})
const paidBy = (paymentOptionData: OrderInput['paymentOptionData']) => ({ ...toHome({}), paymentOptionData })

type Found = readonly [field: string, fault: InputFault, nb: string, de: string]
const required = ['Dette må fylles ut!', 'Das wird benötigt!'] as const
const forms: ReadonlyArray<readonly [name: string, sent: Partial<OrderInput>, found: readonly Found[]]> = [
  [
    'nothing',
    { ...toHome({ name: '', address: ' ', postalCode: '', city: '', state: '' }), paymentOptionData: {} },
    [
      ['deliveryAddress.name', { code: 'required' }, ...required],
      ['deliveryAddress.address', { code: 'required' }, ...required],
      ['deliveryAddress.postalCode', { code: 'required' }, ...required],
      ['deliveryAddress.city', { code: 'required' }, ...required],
      ['deliveryAddress.state', { code: 'required' }, ...required],
      ['mobilePhone', { code: 'required' }, ...required],
      ['pid', { code: 'required' }, ...required],
    ],
  ],
  [
    'an impossible address and payer',
    { ...toHome({ name: 'Anna', postalCode: '1', city: '9008' }), paymentOptionData: { mobilePhone: '12', pid: '1' } },
    [
      [
        'deliveryAddress.name',
        { code: 'full-name' },
        'Skriv fornavn og etternavn',
        'Bitte geben Sie Vor- und Nachnamen ein',
      ],
      [
        'deliveryAddress.postalCode',
        { code: 'postal-code' },
        'Dette postnummeret ser ikke riktig ut.',
        'Diese Postleitzahl scheint nicht zu stimmen.',
      ],
      [
        'deliveryAddress.city',
        { code: 'city' },
        'Dette stedet ser ikke riktig ut.',
        'Dieser Ort scheint nicht zu stimmen.',
      ],
      [
        'mobilePhone',
        { code: 'phone' },
        'Dette telefonnummeret ser ikke riktig ut.',
        'Diese Telefonnummer scheint nicht zu stimmen.',
      ],
      [
        'pid',
        { code: 'personal-id' },
        'Dette fødselsnummeret ser ikke riktig ut.',
        'Diese Personennummer scheint nicht zu stimmen.',
      ],
    ],
  ],
  [
    'a payer who is too young',
    paidBy({ ...payer, pid: '01021250003' }),
    [
      [
        'pid',
        { code: 'minimum-age', age: 18 },
        'Du må være minst 18 år for å betale slik.',
        'Um so zu bezahlen, müssen Sie mindestens 18 Jahre alt sein.',
      ],
    ],
  ],
  [
    'a pickup at school without a child and an email address',
    toSchool({ name: 'Anna Carter', emailAddress: 'anna' }),
    [
      [
        'subject',
        { code: 'subject' },
        'Velg hvem sin gruppe det skal deles ut i.',
        'Bitte wählen Sie, in wessen Gruppe es ausgeteilt wird.',
      ],
      ['contactInfo.emailAddress', { code: 'email' }, 'Ugyldig e-postadresse', 'Ungültige E-Mail-Adresse'],
    ],
  ],
  [
    'values that are too long or of a wrong type',
    { ...toHome({ city: 'x'.repeat(81), name: 5 as never }), paymentOptionData: { ...payer, pid: '1'.repeat(41) } },
    [
      [
        'deliveryOptionData.deliveryAddress.name',
        { code: 'wrong-type', expected: 'string' },
        'Her ventes en verdi av typen string.',
        'Hier wird ein Wert vom Typ string erwartet.',
      ],
      [
        'deliveryOptionData.deliveryAddress.city',
        { code: 'too-long', maximum: 80 },
        'Høyst 80 tegn.',
        'Höchstens 80 Zeichen, bitte.',
      ],
      ['paymentOptionData.pid', { code: 'too-long', maximum: 40 }, 'Høyst 40 tegn.', 'Höchstens 40 Zeichen, bitte.'],
    ],
  ],
]

it.each(forms)(
  '[LOC-2] [CHK-8] [CHK-11] [CHK-12] a form with %s is refused field by field, in the language of the call and by code',
  async (_name, sent, found) => {
    const { ordering } = await prepareOrder(buyer, 'invoice', { totalPrice: 1, ...sent })
    for (const [language, sentenceOf] of [
      ['nb-NO', (each: Found) => each[2]],
      ['de', (each: Found) => each[3]],
    ] as const) {
      const headers = { 'accept-language': language }
      expect(await buyer.client.fail(checkout.transaction, ordering, { headers })).toMatchObject({
        ...{ status: 400, reason: 'input.invalid', data: found.map(([field]) => field) },
        fields: Object.fromEntries(found.map((each) => [each[0], sentenceOf(each)])),
        faults: Object.fromEntries(found.map(([field, fault]) => [field, fault])),
      })
    }
  },
)
