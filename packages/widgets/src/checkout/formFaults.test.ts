import { account } from '@portraitkit/core/account/contract.ts'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { saveProvider } from '../../../server/src/platform/provider/collection.ts'
import { buildBuyer } from '../../../server/src/testing/buildBuyer.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { button, eventually, radio, shop, withForms } from '../testing/buildForms.ts'

// The faults of the forms as a customer of a Norwegian shop reads them: those that the page finds, and those of the server.

withForms()

/** The sentence at a field. */
const sentenceAt = (page: Page, label: string) =>
  page
    .locator('.pk-field', { has: page.getByLabel(label, { exact: true }) })
    .getByRole('alert')
    .textContent()

it('[LOC-2] [CHK-8] [CHK-12] [CHK-17] every fault is shown at its field in Norwegian, whoever finds it', async () => {
  const { app, other } = shop.server
  const buyer = await buildBuyer(shop.server, { provider: other })
  await buyer.add()
  // The texts of the template are in English alone: the shop has its other language since then.
  const languages = ['nb', 'en'].map((long) => ({ long, name: long }))
  const provider = { ...other, languages, defaultLanguage: 'nb' }
  await saveProvider(app, provider)
  await buyer.client.call(account.patch, { lang: 'nb' })
  const page = await shop.visit('/shopping-cart/checkout', { width: 390, locale: 'nb-NO', provider, customer: buyer })
  const field = (label: string) => page.getByLabel(label, { exact: true })
  await page.getByRole('heading', { name: 'Fullfør bestillingen' }).waitFor()

  // what the page finds itself, when a field is left
  await field('Fullt navn').fill('Anna')
  await field('Adresse').fill('')
  await field('Postnummer').fill('10001')
  await field('Poststed').fill('9008')
  await field('Poststed').press('Tab')
  expect(await sentenceAt(page, 'Fullt navn')).toBe('Skriv fornavn og etternavn')
  expect(await sentenceAt(page, 'Adresse')).toBe('Dette må fylles ut!')
  expect(await sentenceAt(page, 'Postnummer')).toBe('Dette postnummeret ser ikke riktig ut.')
  expect(await sentenceAt(page, 'Poststed')).toBe('Dette stedet ser ikke riktig ut.')
  expect(await button(page, 'Neste').isDisabled()).toBe(true)

  await field('Fullt navn').fill('Anna Berg')
  await field('Adresse').fill('Storgata 12')
  await field('Postnummer').fill('9008')
  await field('Poststed').fill(`Tromsø ${'ø'.repeat(80)}`)
  await button(page, 'Neste').click()

  // what only the server finds, of which the page has a text with the values of the fault
  await radio(page, /Invoice/).click()
  await field('Telefonnummer').fill('123 45')
  await field('Fødselsnummer').fill('01021250003')
  await button(page, 'Neste').click()
  await eventually(() => sentenceAt(page, 'Telefonnummer')).toBe('Dette telefonnummeret ser ikke riktig ut.')
  expect(await sentenceAt(page, 'Fødselsnummer')).toBe('Du må være minst 20 år for å betale slik.')
  await field('Telefonnummer').fill('406 12 345')
  await field('Fødselsnummer').fill('17059010182')
  await button(page, 'Neste').click()

  // what only the server finds, of which the page has no text: the form opens again with the server's sentence
  await page.getByRole('checkbox').click()
  await page.getByRole('button', { name: /^Kjøp nå/ }).click()
  await eventually(() => sentenceAt(page, 'Poststed')).toBe('Høyst 80 tegn.')
  await expectAccessible(page)
})
