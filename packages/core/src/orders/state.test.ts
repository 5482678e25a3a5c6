import { expect, it } from 'vitest'
import { answers } from '../testing/answers.ts'
import { aShop } from '../testing/aShop.ts'
import { orders } from './contract.ts'
import { createOrders } from './state.ts'

it('the list stays visible, with the reason, if it cannot be fetched again', async () => {
  const built = aShop(answers({ [orders.list.name]: [{ uuid: 'one' }] }), 'one')
  const part = createOrders(built.shop)
  await part.load()
  built.isOnline = false
  await part.load()
  expect(part.state.list).toMatchObject({ status: 'ready', value: [{ uuid: 'one' }], error: 'No connection' })
})

it('the list has failed if nothing was visible before', async () => {
  const built = aShop(answers({}), 'one')
  const part = createOrders(built.shop)
  await part.open('one')
  expect(part.state.details.one?.status).toBe('failed')
})

it('a receipt is requested again while its payment is pending, but not for ever', async () => {
  const built = aShop(answers({ [orders.get.name]: { payment: { state: 'awaiting' } } }), 'one')
  const pauses: number[] = []
  const part = createOrders(built.shop, async (ms) => void pauses.push(ms))
  await part.openReceipt('one').catch(() => undefined)
  expect(built.sent.filter((name) => name === orders.get.name)).toHaveLength(pauses.length + 1)
  expect(pauses).toEqual([1000, 2000, 3000, 5000, 8000])
})
