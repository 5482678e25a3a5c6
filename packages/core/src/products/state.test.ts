import { expect, it } from 'vitest'
import { answers, refusal } from '../testing/answers.ts'
import { aShop, delayAnswerOnce } from '../testing/aShop.ts'
import { products } from './contract.ts'
import { createPriceList } from './state.ts'

/** The price dialog, on a server that gives each of these answers in turn. */
function at(...replies: object[]) {
  const built = aShop(answers({ [products.priceList.name]: () => replies.shift() ?? {} }), 'one')
  return { built, list: createPriceList(built.shop) }
}
const costs = (price: number) => ({ products: [{ uuid: 'card', price }] })

it('[PRC-5] older prices stay until the new ones arrive, and the last request counts', async () => {
  const { built, list } = at(costs(399), costs(299), costs(199))
  await list.load()
  const slow = delayAnswerOnce(built, products.priceList.name)
  const late = list.load()
  await slow.reached
  expect(list.state).toMatchObject({ status: 'ready', ...costs(399) })
  await list.load()
  slow.arrive()
  await late
  expect(list.state).toMatchObject(costs(199))
})

it('[PRC-5] prices that may have ended are not shown if the new ones do not arrive', async () => {
  const { list } = at(costs(399), refusal('any', 'Try again later', 503), costs(299))
  await list.load()
  await list.load()
  expect(list.state).toEqual({ status: 'failed', error: 'Try again later', products: [] })
  const again = list.load()
  expect(list.state.status).toBe('loading')
  await again
  expect(list.state).toMatchObject({ status: 'ready', error: '', ...costs(299) })
})

it('[PRC-6] the prices that one customer qualifies for are not shown to the next, even after a late answer', async () => {
  const { built, list } = at(costs(299))
  built.shop.session.state.user = { uuid: 'anna' } as never
  const slow = delayAnswerOnce(built, products.priceList.name)
  const late = list.load()
  await slow.reached
  Object.assign(built.shop.session.state, { status: 'signed-out', user: null })
  slow.arrive()
  await late
  expect(list.state).toEqual({ status: 'idle', error: '', products: [] })
})
