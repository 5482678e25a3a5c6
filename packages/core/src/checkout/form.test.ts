import { describe, expect, it } from 'vitest'
import type { AnyEndpoint } from '../endpoint.ts'
import { aShop } from '../testing/aShop.ts'
import { failedCallText } from '../testing/failedCallText.ts'
import type { DeliveryMethod, DeliveryOption } from './contract.ts'
import { canConfirmDelivery, canConfirmPayment, serverProblemsOf, visibleProblem } from './form.ts'
import { createCheckout } from './state.ts'

// The forms as the page has them, against a server that gives the test's answers.

const [MALL, STATION] = ['0b5c1f6e-4f0d-4c55-9a35', '0b5c1f6e-4f0d-4c55-9a36']
const soon = () => new Date(Date.now() + 60_000).toISOString()
const option = (uuid: string, change: Partial<DeliveryOption> = {}): DeliveryOption => ({
  ...{ uuid, name: '', description: '', price: 0, deliverytime: 1, isExpress: false, expire: null, subjects: [] },
  ...{ pickupname: '', pickupaddress1: '', pickuppostalcode: '', pickupcity: '', ...change },
})
const method = (
  type: DeliveryMethod['type'],
  deliveryOptions: DeliveryOption[],
  locations: string[] = [],
): DeliveryMethod => ({
  ...{ type, name: type, deliveryOptions },
  pickupLocations: locations.map((uuid) => ({ uuid, price: 0, deliveryTime: { seconds: 0, string: '' } })),
})
const child = (uuid: string) => ({ uuid, name: uuid, group: '', school: '' })

const payment = { uuid: 'strict', verifyMobile: true, requirePersonNo: true, minimumAge: 18 }
const user = { name: 'Anna Carter', emailAddress: 'anna@example.com', mobilePhone: '+4740612345', address: {} }
const options = { gatherAddress2: false, gatherState: false, states: {}, hidePostalCode: false, country: 'NO' }
const cart = { orderLines: [], summary: { totalPrice: 0 } }

type Answer = { status: number; body: unknown }
type Answers = Record<string, (input: Record<string, unknown>) => Answer | undefined>

async function startedCheckout(methods: () => DeliveryMethod[], answers: Answers = {}) {
  const requests: Array<[string, Record<string, unknown>]> = []
  const { shop } = aShop(async ({ name }: AnyEndpoint, input) => {
    requests.push([name, input])
    const answer = answers[name]?.(input)
    if (answer) return answer
    if (name === 'checkout.paymentOptions') return { status: 200, body: { paymentOptions: [payment], cart } }
    if (name !== 'checkout.create') return { status: 200, body: { cart } }
    const body = {
      checkoutUuid: 'one',
      cart,
      deliveryOptions: methods(),
      user,
      options,
      choice: null,
      failedPayment: null,
    }
    return { status: 200, body }
  }, 'a-shop')
  const checkout = shop.part(createCheckout)
  await checkout.start()
  return { requests, checkout, state: checkout.state }
}

describe('the delivery form', () => {
  it('[CHK-4] [CHK-11] starts with the first location, the first child, and the customer’s own data', async () => {
    const [first, second] = [`${MALL}-000000000001`, `${STATION}-000000000001`]
    const express = option(`${MALL}-111111111111`, { isExpress: true })
    const { checkout, state } = await startedCheckout(() => [
      method('store-pickup', [express, option(first), option(second)], [first, second]),
      method('school-pickup', [option('school', { subjects: [child('Emma'), child('Noah')] })]),
    ])
    expect([state.method, state.subject, state.mobilePhone]).toEqual([null, '', '+4740612345'])
    checkout.chooseMethod('store-pickup')
    expect([state.deliveryOption, state.subject]).toEqual([first, ''])
    expect(state.contactInfo).toEqual({ name: 'Anna Carter', emailAddress: 'anna@example.com' })
    checkout.chooseMethod('school-pickup')
    expect([state.deliveryOption, state.subject]).toEqual(['school', 'Emma'])
    checkout.setField('subject', 'Noah')
    expect(canConfirmDelivery(state)).toBe(true)
    // started again, as after a return from the payment, the selection is kept
    await checkout.start()
    expect([state.method?.type, state.subject]).toEqual(['school-pickup', 'Noah'])
  })

  it('[CHK-23] starts again without an express option that has expired while it was filled in', async () => {
    const [calm, express] = [option('calm'), option('express', { isExpress: true, expire: soon() })]
    let offered = [calm, express]
    const body = { error: 'This delivery method is no longer available.', reason: 'checkout.delivery_option' }
    const { checkout, state } = await startedCheckout(() => [method('store-pickup', offered)], {
      'checkout.paymentOptions': () => ({ status: 400, body }),
    })
    checkout.chooseOption('express')
    offered = [calm]
    await checkout.confirmDelivery()
    expect(state.problem && failedCallText(state.problem)).toBe(`Failed to fetch payment options: ${body.error}`)
    expect([state.deliveryOption, state.currentStep]).toEqual(['calm', 'select-delivery-option'])
  })

  it('[CHK-23] does not start with an expired option', async () => {
    const ended = option('ended', { isExpress: true, expire: new Date(Date.now() - 1).toISOString() })
    const { state } = await startedCheckout(() => [method('store-pickup', [ended, option('calm')])])
    expect(state.deliveryOption).toBe('calm')
  })
})

describe('the payment form', () => {
  it('[CHK-12] is checked by the server before the summary, with the fields of the payment method', async () => {
    const fields = { pid: 'Dette fødselsnummeret ser ikke riktig ut.' }
    const faults = { pid: { code: 'personal-id' } }
    let isGood = false
    const { requests, checkout, state } = await startedCheckout(() => [method('store-pickup', [option('calm')])], {
      'checkout.checkPayment': () =>
        isGood ? undefined : { status: 400, body: { error: 'No', reason: 'input.invalid', fields, faults } },
    })
    await checkout.confirmDelivery()
    await checkout.confirmPayment()
    expect(requests.map(([name]) => name)).not.toContain('checkout.checkPayment')
    expect(visibleProblem(state, 'pid')).toEqual({ code: 'required' })
    checkout.setField('pid', '1')
    expect([visibleProblem(state, 'pid'), canConfirmPayment(state)]).toEqual([{ code: 'personal-id' }, false])
    checkout.setField('pid', '17059010183')
    await checkout.confirmPayment()
    const paymentOptionData = { mobilePhone: '+4740612345', pid: '17059010183' }
    expect(requests.at(-1)).toEqual([
      'checkout.checkPayment',
      { checkoutUuid: 'one', paymentOptionUuid: 'strict', paymentOptionData },
    ])
    expect([state.currentStep, visibleProblem(state, 'pid')]).toEqual([
      'select-payment-option',
      { code: 'personal-id', sentence: fields.pid },
    ])
    checkout.setField('pid', '17059010182')
    expect(visibleProblem(state, 'pid')).toBeUndefined()
    isGood = true
    await checkout.confirmPayment()
    expect(state.currentStep).toBe('confirm-order')
  })
})

describe('a problem that the server found', () => {
  it('has its code and values, and the sentence of the server', () => {
    const fields = { pid: 'Um so zu bezahlen, müssen Sie mindestens 20 Jahre alt sein.' }
    expect(serverProblemsOf({ fields, faults: { pid: { code: 'minimum-age', age: 20 } } })).toEqual({
      pid: { code: 'minimum-age', age: 20, sentence: fields.pid },
    })
  })

  it('is shown at the field of the form, although the call names its place in the input', () => {
    const path = 'deliveryOptionData.deliveryAddress.city'
    const problems = serverProblemsOf({
      fields: { [path]: 'Høyst 80 tegn.', 'paymentOptionData.pid': 'Høyst 40 tegn.' },
      faults: { [path]: { code: 'too-long', maximum: 80 }, 'paymentOptionData.pid': { code: 'too-long', maximum: 40 } },
    })
    expect(problems).toEqual({
      'deliveryAddress.city': { code: 'too-long', maximum: 80, sentence: 'Høyst 80 tegn.' },
      pid: { code: 'too-long', maximum: 40, sentence: 'Høyst 40 tegn.' },
    })
  })

  it('of a server that sends sentences alone is shown with its sentence', () => {
    expect(serverProblemsOf({ fields: { pid: 'Invalid' }, faults: {} })).toEqual({
      pid: { code: 'invalid', sentence: 'Invalid' },
    })
  })
})
