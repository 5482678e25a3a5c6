import { readFileSync } from 'node:fs'
import { type Settings, settings } from '@portraitkit/core/provider/contract.ts'
import type { Look } from '@portraitkit/core/provider/look.ts'

const looks: Record<string, Look> = JSON.parse(
  readFileSync(new URL('../server/src/demo/looks.json', import.meta.url), 'utf8'),
)

/** A provider's settings as the server would send them, checked against the contract. */
export function aProviderSettings(key: string): Settings {
  const look = looks[key]
  return settings().parse({
    key,
    name: look?.logo.label ?? key,
    look,
    menu: [],
    contactInfo: {
      address: '12 Linden Street',
      postalCode: '02139',
      city: 'Cambridge',
      state: 'MA',
      email: 'hello@example.com',
      phone: '+1 617 555 0142',
    },
    terms: { termsOfService: 'What you see is what is printed.' },
    locale: {
      languages: [
        { long: 'en', name: 'English' },
        { long: 'de', name: 'Deutsch' },
      ],
      default_language: 'en',
      country: { twoLetterCode: 'US' },
    },
    currencyCode: 'USD',
    webshop: { freeShippingThreshold: 5000, hasPrivacyPolicy: true },
    options: {
      acceptMailDefaultOn: false,
      disableAcceptMailOptionWhenRegisteringUser: false,
      disableAcceptMailWhenLoggingIn: false,
      gatherAddress2: true,
      gatherState: true,
      allowOwnPhotos: false,
      disableImageToolbox: false,
      addToCartWarningEnabled: false,
      analyticsEnabled: false,
    },
  })
}
