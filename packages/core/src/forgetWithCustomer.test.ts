import { describe, expect, it } from 'vitest'
import { profile } from './account/profile/profileContract.ts'
import { backgrounds } from './backgrounds/contract.ts'
import { createBackgrounds } from './backgrounds/state.ts'
import { createCatalogueOffer } from './cart/catalogueOffer.ts'
import { catalogues } from './catalogues/contract.ts'
import { digitalPortraits } from './digital-portraits/contract.ts'
import { createDigitalPortraits } from './digital-portraits/state.ts'
import { createInspections } from './inspection/state.ts'
import { products } from './products/contract.ts'
import { createPriceList } from './products/state.ts'
import { reminders } from './reminders/contract.ts'
import { createCommunication } from './reminders/state.ts'
import { createSharing } from './sharing/state.ts'
import type { Shop } from './shop.ts'
import { answers, refusal } from './testing/answers.ts'
import { aShop } from './testing/aShop.ts'

const emma = { uuid: 'emma', name: 'Emma', enabled: true, remindersEnabled: true }

/** What a customer sees, with data of every kind. */
const known = {
  [backgrounds.ofPicture.name]: [{ uuid: 'red' }],
  [catalogues.list.name]: [{ uuid: 'book', subject: emma, quantity: 1, price: 100 }],
  [products.priceList.name]: { products: [{ uuid: 'card' }] },
  [reminders.list.name]: { subjects: [emma] },
  [profile.data.name]: { packageForInspectionSubjects: [emma] },
  [digitalPortraits.toggleFile.name]: refusal('any', 'Not for sale'),
}

/** Shows something of a customer's, and returns whether it is visible. */
const states: Record<string, (shop: Shop) => Promise<() => boolean>> = {
  async backgrounds(shop) {
    const { state, load } = shop.part(createBackgrounds)
    await load('picture')
    return () => state.byPicture.picture !== undefined
  },
  async catalogues(shop) {
    const { state, load } = shop.part(createCatalogueOffer)
    await load()
    return () => state.catalogues.length > 0
  },
  async prices(shop) {
    const { state, load } = shop.part(createPriceList)
    await load()
    return () => state.products.length > 0
  },
  async reminders(shop) {
    const { state, load } = shop.part(createCommunication)
    await load()
    return () => state.subjects.length > 0
  },
  async inspections(shop) {
    const { state, loadList } = shop.part(createInspections)
    await loadList()
    return () => state.list.subjects.length > 0
  },
  async sharing(shop) {
    const { state, toggle } = shop.part(createSharing)
    toggle('emma')
    return () => state.subjects.length > 0
  },
  async 'digital portraits'(shop) {
    const { state, toggle } = shop.part(createDigitalPortraits)
    await toggle({ file: 'one' }, true)
    return () => state.problems.one !== undefined
  },
}

describe('[AUT-13] what a customer sees', () => {
  it.each(Object.entries(states))('is gone when another tab signs the customer out: %s', async (_name, show) => {
    const { shop } = aShop(answers(known), 'one')
    Object.assign(shop.session.state, { status: 'signed-in', user: { uuid: 'anna' } })
    const isSeen = await show(shop)
    expect(isSeen()).toBe(true)
    Object.assign(shop.session.state, { status: 'signed-out', user: null })
    expect(isSeen()).toBe(false)
  })

  it.each(Object.entries(states))('stays when the session turns out to be the same: %s', async (_name, show) => {
    const { shop } = aShop(answers(known), 'one')
    Object.assign(shop.session.state, { status: 'unknown', user: null })
    const isSeen = await show(shop)
    Object.assign(shop.session.state, { user: { uuid: 'anna' }, status: 'signed-in' })
    expect(isSeen()).toBe(true)
  })

  it.each(Object.entries(states))(
    'is gone when another customer signs in here before the session was known: %s',
    async (_name, show) => {
      const { shop } = aShop(answers(known), 'one')
      Object.assign(shop.session.state, { status: 'unknown', user: null })
      const isSeen = await show(shop)
      Object.assign(shop.session.state, { user: { uuid: 'anna' }, status: 'signed-in' })
      shop.events.emit('pk-login', { method: 'login' })
      expect(isSeen()).toBe(false)
    },
  )
})
