import { describe, expect, it } from 'vitest'
import { methodPrice, preselectedMethod } from './deliveryMethods.ts'
import { deliveryPrice } from './deliveryPrice.ts'
import { isExpired } from './optionExpiry.ts'
import { groupByStore, isExpressPickup, variantsOf } from './pickupStores.ts'

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
    expect(isExpired(express, new Date('2026-01-01T11:59:59.999Z'))).toBe(false)
    expect(isExpired(express, new Date('2026-01-01T12:00:00.000Z'))).toBe(true)
    expect(isExpired(option, new Date())).toBe(false)
  })

  it('[CHK-6] have uuids with the same beginning if they belong to one store, and the express one ends in ones', () => {
    const [mall, station] = ['0b5c1f6e-4f0d-4c55-9a35', '0b5c1f6e-4f0d-4c55-9a36']
    const uuids = [`${mall}-000000000001`, `${station}-000000000001`, `${mall}-111111111111`]
    const pickups = uuids.map((uuid) => ({ ...option, uuid }))
    expect(groupByStore(pickups).map((store) => store.map(({ uuid }) => uuid))).toEqual([
      [uuids[0], uuids[2]],
      [uuids[1]],
    ])
    expect(uuids.map(isExpressPickup)).toEqual([false, false, true])
    const variantUuids = (uuid: string | undefined) =>
      variantsOf({ pickupLocations: uuids.slice(0, 2), deliveryOptions: pickups }, uuid ?? null).map(
        (each) => each.uuid,
      )
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
