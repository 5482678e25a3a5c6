import { describe, expect, it } from 'vitest'
import { deliveryProblems, stateChoices } from './requiredFields.ts'

const options = { gatherAddress2: false, gatherState: false, states: {}, hidePostalCode: false, country: 'US' }
const us = { ...options, gatherState: true, states: { '': 'Choose', NY: 'New York', CA: 'California' } }
const address = { name: 'Anna Carter', address: '1 Main', address2: '', postalCode: '10001', city: 'Xi', state: '' }

describe('delivery data', () => {
  it('by post requires name, address, postal code and city', () => {
    const empty = { name: ' ', address: '', address2: '', postalCode: '', city: '', state: '' }
    const required = { code: 'required' }
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

  it('requires name and email address for pickups and digital delivery', () => {
    for (const type of ['store-pickup', 'school-pickup', 'digital-delivery'] as const) {
      const problems = (contactInfo?: { name: string; emailAddress: string }) =>
        deliveryProblems(type, { subject: 'a', contactInfo }, options)
      expect(Object.keys(problems())).toEqual(['contactInfo.name', 'contactInfo.emailAddress'])
      expect(problems({ name: 'Anna Carter', emailAddress: 'no' })).toEqual({
        'contactInfo.emailAddress': { code: 'email' },
      })
    }
  })

  it('[CHK-3] requires a child for a pickup at school only', () => {
    const contactInfo = { name: 'Anna Carter', emailAddress: 'anna@example.com' }
    expect(Object.keys(deliveryProblems('school-pickup', { contactInfo }, options))).toEqual(['subject'])
    expect(deliveryProblems('school-pickup', { contactInfo, subject: 'a' }, options)).toEqual({})
    expect(deliveryProblems('store-pickup', { contactInfo }, options)).toEqual({})
  })
})
