import { expect } from 'vitest'
import { expectAccessible } from '../../../packages/widgets/src/testing/accessibility.ts'
import { enterAndRegister } from './enterAndRegister.ts'
import { atComputerByKeys, type FormPerson, onPhoneByTouch } from './inputDevices.ts'
import {
  type Delivery,
  deliveries,
  type FailedPayment,
  type FilledContact,
  type Payment,
  payments,
  shop,
  type Way,
} from './methodInputs.ts'
import type { World } from './world.ts'

// The steps from the front page to the receipt.

const { digital } = shop
/** The comment of every order. */
export const COMMENT = 'The door is blue'

/** axe reports nothing. The landmarks of a photographer's page are up to the photographer. */
export const checkAccessibility = ({ page }: FormPerson) =>
  expectAccessible(page, new URL(page.url()).origin === new URL(shop.studio).origin ? ['region'] : [])

export async function openShop({ device, site }: Pick<Way, 'device' | 'site'>): Promise<FormPerson> {
  const person = await (device === 'a phone' ? onPhoneByTouch() : atComputerByKeys())
  await person.page.goto(shop[site])
  return person
}

/** From the front page to the cart, with a product for this delivery method. Returns the customer. */
export async function fillCart(person: FormPerson, delivery: Delivery): Promise<World['customer']> {
  const { sees, press } = person
  const isDigital = delivery === 'by download'
  const account = await enterAndRegister(person, isDigital ? { ...digital, phone: shop.phone } : shop)
  if (isDigital) {
    await person.page.goto(`${person.page.url().replace(/new-picture-set.*$/, '')}my-account/picture-sets`)
    await press(sees('link', /^View/))
    await press(sees('button', 'Buy digital portraits'))
    await press(sees('link', 'Go to the cart'))
  } else {
    await press(sees('button', 'See the products'))
    await press(sees('link', /^Cards A picture/))
    await press(sees('link', new RegExp(`^${shop.card}`)))
    await press(sees('button', /^Buy/))
    await press(sees('button', /Add to cart/))
  }
  await sees('heading', 'Shopping cart').waitFor()
  return account
}

/** Step 1. Of several methods none is selected; a single one is. */
export async function chooseDelivery(person: FormPerson, delivery: Delivery, filled: FilledContact): Promise<void> {
  const { page, sees, choose } = person
  await sees('heading', 'Finish order').waitFor()
  const { radio, fill } = deliveries[delivery]
  const ways = page.getByRole('group', { name: 'How would you like to get it?' }).getByRole('radio')
  await ways.first().waitFor()
  const isOnly = delivery === 'by download'
  expect(await ways.count()).toBe(isOnly ? 1 : 3)
  expect(await ways.first().isChecked()).toBe(isOnly)
  expect(await sees('button', 'Next').isDisabled()).toBe(true)
  await choose(page.getByRole('radio', { name: radio }).first())
  await fill(person, filled)
}

/** Step 2. */
export async function choosePayment({ page, choose, write }: FormPerson, payment: Payment): Promise<void> {
  await choose(page.getByRole('radio', { name: payments[payment].radio }))
  if (payment === 'an invoice') await write('Phone number', shop.phone)
}

/** Step 3, with the selections above it. */
export async function expectSummary(
  { page, sees }: FormPerson,
  way: Way,
  filled: FilledContact,
  total: string,
): Promise<void> {
  await sees('button', new RegExp(`^Buy now ?${total}`)).waitFor()
  const side = page.getByRole('complementary', { name: 'Your order' })
  expect(await side.textContent()).toContain(`Total${total}`)
  const above = await page.getByRole('region', { name: '1. Delivery' }).textContent()
  for (const words of deliveries[way.delivery].onReceipt(filled)) expect(above).toContain(words)
  expect(await page.getByRole('region', { name: '2. Payment' }).textContent()).toMatch(payments[way.payment].radio)
}

async function buy({ page, sees, press, tick }: FormPerson, delivery: Delivery): Promise<void> {
  await tick(page.getByRole('checkbox', { name: /terms of purchase/ }))
  if (delivery === 'by download') await tick(page.getByRole('checkbox', { name: /right of withdrawal/ }))
  await press(sees('button', /^Buy now/))
}

/** From 'Buy now' to the receipt, with the failed payments before it. */
export async function pay(person: FormPerson, way: Way, filled: FilledContact, total: string): Promise<void> {
  const { page, sees, press } = person
  for (const end of way.tries) {
    await buy(person, way.delivery)
    await (way.payment === 'Stripe' ? leaveStripe(person, end, total) : leaveSandbox(person, end, total))
    await page.getByRole('alert').filter({ hasText: notices[end] }).waitFor()
    await expectSummary(person, way, filled, total)
    expect(await page.getByLabel('Comment to your order').inputValue()).toBe(COMMENT)
    await checkAccessibility(person)
  }
  await buy(person, way.delivery)
  if (way.payment === 'a card') await press(sees('button', `Pay ${total}`))
  if (way.payment === 'Stripe') await press(page.getByRole('button', { name: 'Pay', exact: true }))
  await sees('heading', 'Thank you for your order!').waitFor()
}

const notices = {
  declined: 'The payment was declined. Nothing was charged.',
  left: 'The payment was not finished. Nothing was charged.',
}

async function leaveSandbox(person: FormPerson, end: FailedPayment, total: string): Promise<void> {
  const { sees, press } = person
  await sees('button', `Pay ${total}`).waitFor()
  await checkAccessibility(person)
  await press(end === 'declined' ? sees('button', 'Decline the payment') : sees('link', /^Cancel and go back/))
}

/** On Stripe's page the customer can try again after a declined card. */
async function leaveStripe({ page, sees, press }: FormPerson, end: FailedPayment, total: string): Promise<void> {
  await sees('heading', `${total.replace(/\D/g, '').replace(/^0+/, '')} eur`).waitFor()
  if (end === 'declined') {
    await press(sees('button', 'Pay with a card that is declined'))
    await page.getByRole('alert').filter({ hasText: 'Your card was declined.' }).waitFor()
  }
  await press(sees('link', 'Back'))
}
