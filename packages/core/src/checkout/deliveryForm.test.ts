import { describe, expect, it } from 'vitest'
import { prefillDelivery, tidyDelivery } from './deliveryForm.ts'

const options = { gatherAddress2: false, gatherState: false, states: {}, hidePostalCode: false, country: 'US' }
const us = { ...options, gatherState: true, states: { '': 'Choose', NY: 'New York', CA: 'California' } }
const address = { name: 'Anna Carter', address: '1 Main', address2: '', postalCode: '10001', city: 'Xi', state: '' }

describe('delivery data', () => {
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
