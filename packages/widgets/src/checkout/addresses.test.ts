import { expect, it } from 'vitest'
import { saveProvider } from '../../../server/src/platform/provider/collection.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import {
  button,
  eventually,
  fieldsOf,
  ordered,
  pay,
  radio,
  shop,
  suggested,
  textIn,
  visit,
  withForms,
} from '../testing/buildForms.ts'

// Looking up an address and typing one, as customers do it.

withForms()

it('[CHK-8] [CHK-9] [CHK-10] [CHK-18] an address is completed after a few keys', async () => {
  const page = await visit({ width: 1000 })
  const { keyboard } = page
  await radio(page, /By post/).click()
  await page.getByLabel('Full name').fill('Anna Carter')
  const line = page.getByRole('combobox', { name: 'Address' })
  expect(await fieldsOf(page)).toEqual([
    ['Full name', 'name'],
    ['Address', 'address-line1'],
    ['Apartment, floor, c/o', 'address-line2'],
    ['City', 'address-level2'],
    ['State', 'address-level1'],
    ['ZIP code', 'postal-code'],
    ['Country', 'country-name'],
  ])
  const country = page.getByLabel('Country')
  expect([await country.inputValue(), await country.isDisabled()]).toEqual(['United States', true])

  await line.focus()
  await keyboard.type('maple')
  const options = suggested(page)
  await eventually(() => options.allTextContents()).toEqual([
    '12 Maple Street, Cambridge, MA 02139',
    '14 Maple Street, Cambridge, MA 02139',
  ])
  expect(await line.getAttribute('aria-expanded')).toBe('true')
  await page.getByRole('status').filter({ hasText: '2 addresses are suggested.' }).waitFor({ state: 'attached' })
  const active = async () => {
    const id = await line.getAttribute('aria-activedescendant')
    return id && page.locator(`[id="${id}"]`).textContent()
  }
  expect(await active()).toBeNull()
  await keyboard.press('ArrowUp')
  await eventually(active).toBe('14 Maple Street, Cambridge, MA 02139')
  await keyboard.press('ArrowDown')
  await eventually(active).toBe('12 Maple Street, Cambridge, MA 02139')
  await expectAccessible(page)
  await keyboard.press('Escape')
  await eventually(() => options.count()).toBe(0)
  expect(await line.inputValue()).toBe('maple')
  await keyboard.type(' street')
  await eventually(() => options.count()).toBe(2)
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await eventually(() => line.inputValue()).toBe('12 Maple Street')
  expect(await line.evaluate((node) => node.matches(':focus'))).toBe(true)
  expect([await textIn(page, 'City'), await textIn(page, 'ZIP code'), await textIn(page, 'State')]).toEqual([
    'Cambridge',
    '02139',
    'MA',
  ])
  expect(await button(page, 'Next').isDisabled()).toBe(false)

  await page.getByLabel('ZIP code').fill('2139')
  await page.getByLabel('City').focus()
  await page.getByText('This postal code does not look right.').waitFor()
  expect(await button(page, 'Next').isDisabled()).toBe(true)
  await line.fill('12 maple')
  await options.first().click()
  await eventually(() => textIn(page, 'ZIP code')).toBe('02139')
  await button(page, 'Next').click()
  await pay(page)
  expect(await ordered()).toMatchObject({
    delivery: { verifiedAddress: true, address: { address: '12 Maple Street', state: 'MA' } },
  })
})

it('[CHK-10] [CHK-16] an address that cannot be resolved is cleared, with an error at the field', async () => {
  const page = await visit({
    before: (page) => page.route('**/resolve-address-by-id/**', (route) => route.abort()),
  })
  await radio(page, /By post/).click()
  await page.getByLabel('City').fill('Boston')
  const line = page.getByRole('combobox', { name: 'Address' })
  await line.fill('elm street')
  await suggested(page).first().click()
  await page.getByText('Error resolving address').waitFor()
  expect([await line.inputValue(), await textIn(page, 'City')]).toEqual(['', ''])
  expect(await line.getAttribute('aria-invalid')).toBe('true')
  await line.fill('3 Elm Street')
  await eventually(() => page.getByText('Error resolving address').count()).toBe(0)
})

it('[CHK-9] [CHK-18] Britain and Australia write an address in their own order', async () => {
  const { app, provider } = shop.server
  const page = await visit()
  const places: unknown[] = []
  for (const [country, gatherState] of [
    ['GB', false],
    ['AU', true],
  ] as const) {
    const options = { ...provider.options, gatherState, gatherAddress2: false, showDisabledDeliveryCountry: false }
    await saveProvider(app, { ...provider, country, options })
    await page.reload()
    await radio(page, /By post/).click()
    places.push((await fieldsOf(page)).slice(2).map(([label]) => label))
    await page.getByLabel('Postcode').fill('10001')
    await page.getByLabel('Full name').focus()
    await page.getByText('This postal code does not look right.').waitFor()
  }
  await saveProvider(app, provider)
  expect(places).toEqual([
    ['Town or city', 'Postcode'],
    ['Suburb', 'State', 'Postcode'],
  ])
})
