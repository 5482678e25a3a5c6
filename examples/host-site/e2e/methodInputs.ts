import { expect, inject } from 'vitest'
import type { FormPerson } from './inputDevices.ts'
import type { World } from './world.ts'

// A customer's inputs for each delivery and payment method, in the shop that has them all, and what is shown of them afterwards.

type Shop = World & Required<Pick<World, 'everyWay' | 'digital'>>
export const [shop] = inject('house').worlds.filter((world): world is Shop =>
  Boolean(world.everyWay && world.digital),
) as [Shop]
const { everyWay, digital, address } = shop
const child = { ...everyWay, name: shop.subject }
export const money = (cents: number) => `€${(cents / 100).toFixed(2)}`

export type Delivery = 'by post' | 'in a store' | 'at school' | 'by download'
export type Payment = 'an invoice' | 'a card' | 'Stripe'
/** How a failed payment ends: with a declined card, or by going back. */
export type FailedPayment = 'declined' | 'left'
export type Way = {
  delivery: Delivery
  payment: Payment
  device: 'a phone' | 'a computer'
  site: 'shop' | 'studio'
  /** The attempts before the payment that succeeds. */
  tries: readonly FailedPayment[]
}
export type FilledContact = { name: string; email: string }

/** The inputs of each delivery method, and what is shown of them afterwards: to the customer, and to the operator. */
export const deliveries = {
  'by post': {
    ...{
      radio: /^By post/,
      fee: 490,
      within: 'within 5 business days',
      mailed: 'shipped within 5 business days',
      also: [],
    },
    async fill({ write }: FormPerson, { name }: FilledContact) {
      await write('Full name', name)
      await write(/^Address/, address.street)
      await write('Postal code', address.postalCode)
      await write('City', address.city)
    },
    onReceipt: ({ name }: FilledContact) => ['By post', name, address.street, `${address.postalCode} ${address.city}`],
    atOperator: ({ name }: FilledContact) => [
      'By post (postage)',
      name,
      address.street,
      address.postalCode,
      address.city,
    ],
  },
  'in a store': {
    ...{
      radio: /^In a store/,
      fee: 150,
      within: 'within 4 business days',
      mailed: 'ready for you within 4 business days',
      also: [],
    },
    async fill(person: FormPerson, filled: FilledContact) {
      await person.choose(person.page.getByRole('radio', { name: /The station/ }))
      await contact(person, filled)
    },
    onReceipt: () => ['In a store', 'The station', 'Bahnhofstraße 2', '10557 Berlin'],
    atOperator: () => ['In a store (store-pickup)', 'The station', 'Bahnhofstraße 2'],
  },
  'at school': {
    ...{
      radio: /^At school/,
      fee: 70,
      within: 'within 10 business days',
      mailed: 'handed out at school within 10 business days',
      also: [],
    },
    async fill(person: FormPerson, filled: FilledContact) {
      const group = person.page.getByRole('radio', { name: `${child.name}, ${child.group}` })
      expect(await group.isChecked()).toBe(true)
      await contact(person, filled)
    },
    onReceipt: () => ['At school', child.job, `${child.name}, ${child.group}`],
    atOperator: () => ['At school (school-pickup)', `${child.job}, ${child.group}, ${child.name}`],
  },
  'by download': {
    ...{
      radio: /^By download/,
      fee: 0,
      within: 'at once',
      also: [`To the pictures of ${digital.subject}`],
    },
    fill: contact,
    onReceipt: () => ['By download'],
    atOperator: () => ['By download (digital-delivery), at once', 'withdrawal waived'],
  },
}

async function contact({ write }: FormPerson, { name, email }: FilledContact): Promise<void> {
  await write('Full name', name)
  await write('Email address', email)
}

export const payments = {
  'an invoice': {
    radio: /Invoice/,
    fee: 195,
    receipt: 'You will receive an invoice.',
    mail: 'Invoice',
    atOperator: 'Invoice (invoice): invoiced',
  },
  'a card': { radio: /Card/, fee: 0, receipt: 'Paid by Card', mail: 'Card', atOperator: 'Card (sandbox): paid' },
  Stripe: { radio: /Stripe/, fee: 35, receipt: 'Paid by Stripe', mail: 'Stripe', atOperator: 'Stripe (stripe): paid' },
}
