import { randomBytes, randomUUID } from 'node:crypto'
import type { Look, Palette } from '@portraitkit/core/provider/look.ts'
import type { Provider } from '../platform/provider/document.ts'

const light: Palette = {
  paper: '#ffffff',
  raised: '#ffffff',
  sunken: '#f2f2f2',
  ink: '#111111',
  soft: '#4a4a4a',
  line: '#dddddd',
  edge: '#767676',
  accent: '#0b57a4',
  onAccent: '#ffffff',
  accentInk: '#0b57a4',
  wash: '#e8f1fb',
  danger: '#a4130b',
  good: '#116329',
}

const look: Look = {
  logo: { label: 'A shop', width: 10, height: 10, shapes: [{ d: 'M0 0H10V10H0Z', fill: 'ink' }] },
  colours: {
    light,
    dark: {
      ...light,
      paper: '#101010',
      raised: '#1c1c1c',
      sunken: '#080808',
      ink: '#f5f5f5',
      soft: '#c0c0c0',
      edge: '#8c8c8c',
      accentInk: '#8ec0f5',
      wash: '#12263a',
      danger: '#ff9d94',
      good: '#7bd88f',
    },
  },
  type: { body: 'sans-serif', heading: 'serif', size: 16, scale: 1.2, headingWeight: 600, headingTracking: 0 },
  fonts: [],
  radius: 8,
  space: 1,
  background: 'plain',
}

/** A provider for tests: valid in every field, unique, with one delivery method and one payment method. */
export function buildProvider(change: Partial<Provider> = {}): Provider {
  const key = change.key ?? `shop${randomBytes(4).toString('hex')}`
  return {
    key,
    uuid: randomUUID(),
    name: `Shop ${key}`,
    hosts: [`${key}.localhost`],
    origins: [`http://studio-${key}.example`],
    look,
    menu: [],
    contactInfo: {
      address: '1 Main Street',
      postalCode: '10001',
      city: 'New York',
      state: 'NY',
      email: `hello@${key}.example`,
      phone: '+1 212 555 0100',
    },
    languages: [
      { long: 'en', name: 'English' },
      { long: 'de', name: 'Deutsch' },
    ],
    defaultLanguage: 'en',
    country: 'US',
    currency: 'USD',
    terms: { service: { en: 'Terms of service', de: 'Nutzungsbedingungen' }, purchase: { en: 'Terms of purchase' } },
    privacyPolicy: null,
    freeShippingThreshold: -1,
    watermark: 'proof',
    deliveryMethods: [
      {
        type: 'postage',
        name: { en: 'By post' },
        deliveryOptions: [
          {
            uuid: randomUUID(),
            name: { en: 'By post' },
            description: { en: 'To your door' },
            price: 495,
            deliverytime: 5,
            isExpress: false,
            expire: null,
          },
        ],
      },
    ],
    paymentOptions: [
      {
        uuid: randomUUID(),
        gateway: 'invoice',
        title: { en: 'Invoice' },
        description: { en: 'Pay within 14 days' },
        fee: 0,
        verifyMobile: false,
        requirePersonNo: false,
      },
    ],
    gateways: {},
    tax: null,
    options: {
      acceptMailDefaultOn: false,
      disableAcceptMailOptionWhenRegisteringUser: false,
      disableAcceptMailWhenLoggingIn: false,
      gatherAddress2: false,
      gatherState: false,
      states: {},
      hidePostalCode: false,
      showDisabledDeliveryCountry: false,
      useAddressAutocompleteService: false,
      disableOrderComment: false,
      allowOwnPhotos: false,
      disableImageToolbox: false,
      addToCartWarningEnabled: false,
    },
    ...change,
  }
}
