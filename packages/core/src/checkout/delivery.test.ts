import { describe, expect, it } from 'vitest'
import {
  deliveryProblems,
  isOffered,
  methodPrice,
  prefillDelivery,
  preselectedMethod,
  stateChoices,
  tidyDelivery,
} from './delivery.ts'
import { deliveryPrice } from './fees.ts'
import { groupByStore, isExpressPickup, variantsOf } from './pickupStores.ts'

const options = { gatherAddress2: false, gatherState: false, states: {}, hidePostalCode: false, country: 'US' }
const us = { ...options, gatherState: true, states: { '': 'Choose', NY: 'New York', CA: 'California' } }
const address = { name: 'Anna Carter', address: '1 Main', address2: '', postalCode: '10001', city: 'Xi', state: '' }

describe('delivery data', () => {
  it('by post requires name, address, postal code and city', () => {
    const empty = { name: ' ', address: '', address2: '', postalCode: '', city: '', state: '' }
    const required = 'This is required!'
    expect(deliveryProblems('postage', { deliveryAddress: empty }, options)).toEqual({
      'deliveryAddress.name': required,
      'deliveryAddress.address': required,
      'deliveryAddress.postalCode': required,
      'deliveryAddress.city': required,
    })
    expect(deliveryProblems('postage', {}, options)).toHaveProperty('deliveryAddress.city', required)
    expect(deliveryProblems('postage', { deliveryAddress: address }, options)).toEqual({})
  })

  it('requires no postal code if the provider hides it, and a state of the list if the provider asks for it', () => {
    const hidden = { ...options, hidePostalCode: true }
    expect(deliveryProblems('postage', { deliveryAddress: { ...address, postalCode: '' } }, hidden)).toEqual({})
    const problems = (state: string) => deliveryProblems('postage', { deliveryAddress: { ...address, state } }, us)
    expect(problems('')).toHaveProperty('deliveryAddress.state')
    expect(problems('TX')).toHaveProperty('deliveryAddress.state')
    expect(problems('toString')).toHaveProperty('deliveryAddress.state')
    expect(problems('NY')).toEqual({})
    expect(stateChoices(us).map(({ key }) => key)).toEqual(['NY', 'CA'])
  })

  it('requires a full name', () => {
    expect(deliveryProblems('postage', { deliveryAddress: { ...address, name: 'Anna' } }, options)).toHaveProperty(
      'deliveryAddress.name',
    )
  })

  it('requires name and e-mail address for pickups and digital delivery', () => {
    for (const type of ['store-pickup', 'school-pickup', 'digital-delivery'] as const) {
      const problems = (contactInfo?: { name: string; emailAddress: string }) =>
        deliveryProblems(type, { subject: 'a', contactInfo }, options)
      expect(Object.keys(problems())).toEqual(['contactInfo.name', 'contactInfo.emailAddress'])
      expect(problems({ name: 'Anna Carter', emailAddress: 'no' })).toEqual({
        'contactInfo.emailAddress': 'Invalid email',
      })
    }
  })

  it('[CHK-3] requires a child for a pickup at school only', () => {
    const contactInfo = { name: 'Anna Carter', emailAddress: 'anna@example.com' }
    expect(Object.keys(deliveryProblems('school-pickup', { contactInfo }, options))).toEqual(['subject'])
    expect(deliveryProblems('school-pickup', { contactInfo, subject: 'a' }, options)).toEqual({})
    expect(deliveryProblems('store-pickup', { contactInfo }, options)).toEqual({})
  })

  it('is stored without anything that its type does not require', () => {
    const sent = {
      deliveryAddress: { ...address, address2: 'B', city: ' Oslo ', state: 'NY' },
      contactInfo: { name: 'x', emailAddress: 'y' },
    }
    expect(tidyDelivery('postage', sent, options)).toEqual({
      deliveryAddress: { ...address, city: 'Oslo' },
      verifiedAddress: false,
    })
    const { contactInfo } = sent
    expect(tidyDelivery('school-pickup', { ...sent, subject: 'a' }, options)).toEqual({ contactInfo, subject: 'a' })
    expect(tidyDelivery('store-pickup', { ...sent, subject: 'a' }, options)).toEqual({ contactInfo })
  })

  it('starts with the customer’s data, without a state that is not in the list', () => {
    const user = { name: 'Anna', emailAddress: 'a@example.com', address: { ...address, state: 'TX' } }
    expect(prefillDelivery(user, us)).toMatchObject({
      deliveryAddress: { state: '', city: 'Xi' },
      contactInfo: { name: 'Anna' },
    })
    expect(prefillDelivery({ ...user, address: { ...address, state: 'CA' } }, us).deliveryAddress.state).toBe('CA')
  })
})

describe('delivery methods', () => {
  const option = {
    ...{ uuid: 'a', name: '', description: '', price: 500, deliverytime: 1, isExpress: false, expire: null },
    ...{ subjects: [], pickupname: '', pickupaddress1: '', pickuppostalcode: '', pickupcity: '' },
  }
  const method = { type: 'postage' as const, name: '', deliveryOptions: [option], pickupLocations: [] }

  it('are preselected if there is only one', () => {
    expect(preselectedMethod([method])).toBe(method)
    expect(preselectedMethod([method, method])).toBeUndefined()
    expect(preselectedMethod([])).toBeUndefined()
  })

  it('[CHK-5] show the highest price, without express', () => {
    expect(methodPrice([option, { ...option, price: 900 }, { ...option, price: 2000, isExpress: true }])).toBe(900)
    expect(methodPrice([{ ...option, price: 2000, isExpress: true }])).toBe(2000)
    expect(methodPrice([])).toBe(0)
  })

  it('[CHK-23] expire with their express options', () => {
    const express = { ...option, expire: '2026-01-01T12:00:00.000Z' }
    expect(isOffered(express, new Date('2026-01-01T11:59:59.999Z'))).toBe(true)
    expect(isOffered(express, new Date('2026-01-01T12:00:00.000Z'))).toBe(false)
    expect(isOffered(option, new Date())).toBe(true)
  })

  it('[CHK-6] of one store share the beginning of their uuids, and the express one ends in ones', () => {
    const [mall, station] = ['0b5c1f6e-4f0d-4c55-9a35', '0b5c1f6e-4f0d-4c55-9a36']
    const uuids = [`${mall}-000000000001`, `${station}-000000000001`, `${mall}-111111111111`]
    const pickups = uuids.map((uuid) => ({ ...option, uuid }))
    expect(groupByStore(pickups).map((store) => store.map(({ uuid }) => uuid))).toEqual([
      [uuids[0], uuids[2]],
      [uuids[1]],
    ])
    expect(uuids.map(isExpressPickup)).toEqual([false, false, true])
    const variantUuids = (uuid: string | undefined) =>
      variantsOf({ type: 'store-pickup', deliveryOptions: pickups }, uuid ?? null).map((each) => each.uuid)
    expect(variantUuids(uuids[2])).toEqual([uuids[0], uuids[2]])
    expect(variantUuids(uuids[1])).toEqual([uuids[1]])
    expect(variantUuids(undefined)).toEqual([])
    expect(variantsOf({ ...method, deliveryOptions: pickups }, null)).toEqual(pickups)
  })

  it('are free from the threshold on, except express, and never with a threshold below 0', () => {
    expect(deliveryPrice(option, 4989, 4990)).toBe(500)
    expect(deliveryPrice(option, 4990, 4990)).toBe(0)
    expect(deliveryPrice({ ...option, isExpress: true }, 9999, 4990)).toBe(500)
    expect(deliveryPrice(option, 9999, -1)).toBe(500)
  })
})
