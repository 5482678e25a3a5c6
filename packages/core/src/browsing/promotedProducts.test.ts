import { describe, expect, it } from 'vitest'
import { pictureSets } from '../picture-sets/contract.ts'
import { createPictureSets } from '../picture-sets/state.ts'
import { templates } from '../template/contract.ts'
import { answers, refusal } from '../testing/answers.ts'
import { aShop, delayAnswerOnce } from '../testing/aShop.ts'
import { browsing } from './contract.ts'
import { createPromotedProducts } from './promotedProducts.ts'

const CARD = { uuid: 'card', version: 2 }
const promotedFor = (subject: unknown, rebatedPrice: number | null = null) => [
  { templateData: CARD, category: `for ${subject}`, rebatedPrice },
]

/** The cart page of a customer with two picture sets, with Emma's selected. */
function page(change: Parameters<typeof answers>[0] = {}) {
  const built = aShop(
    answers({
      [pictureSets.list.name]: {
        pictureSets: ['emma', 'noah'].map((uuid) => ({ subject: { uuid }, job: {}, pictures: [{}] })),
      },
      [browsing.promoted.name]: ({ subject }) => promotedFor(subject),
      [templates.scenes.name]: ({ scenes }) => ({
        scenes: (scenes as Array<{ subject: string }>).map(({ subject }) => ({ hash: `drawn for ${subject}` })),
      }),
      ...change,
    }),
    'one',
  )
  built.shop.session.state.user = { uuid: 'mother' } as never
  return {
    built,
    promoted: built.shop.part(createPromotedProducts),
    sets: built.shop.part(createPictureSets),
    lists: () => built.sent.filter((name) => name === browsing.promoted.name).length,
  }
}

const firstCategory = ({ promoted }: ReturnType<typeof page>) => promoted.state.promoted[0]?.category

describe('[CRT-7] other popular products', () => {
  it('are those of the selected set, and follow it as long as they are shown', async () => {
    const at = page()
    const leave = at.promoted.watch()
    expect(at.promoted.state.status).toBe('loading')
    await expect.poll(() => firstCategory(at)).toBe('for emma')
    at.sets.choose('noah')
    await expect.poll(() => firstCategory(at)).toBe('for noah')
    leave()
    at.sets.choose('emma')
    at.built.shop.events.emit('pk-cart-change', { count: 1 })
    await new Promise((done) => setTimeout(done, 20))
    expect([firstCategory(at), at.lists()]).toEqual(['for noah', 2])
  })

  it('get the special price that the customer qualifies for after a change of the cart, and keep their pictures', async () => {
    const prices = [null, 900]
    const at = page({ [browsing.promoted.name]: ({ subject }) => promotedFor(subject, prices.shift()) })
    at.promoted.watch()
    await expect.poll(() => at.promoted.state.status).toBe('ready')
    at.promoted.show('card')
    await expect.poll(() => at.promoted.state.scenes).toEqual({ card: { hash: 'drawn for emma' } })
    at.built.shop.events.emit('pk-cart-change', { count: 2 })
    // What is shown stays until the new prices arrive.
    expect(at.promoted.state.status).toBe('ready')
    await expect.poll(() => at.promoted.state.promoted[0]?.rebatedPrice).toBe(900)
    expect(at.promoted.state.scenes).toEqual({ card: { hash: 'drawn for emma' } })
  })

  it('are drawn with other pictures for another set, and a late answer shows none of the first set', async () => {
    const at = page()
    at.promoted.watch()
    await expect.poll(() => at.promoted.state.status).toBe('ready')
    const slow = delayAnswerOnce(at.built, templates.scenes.name)
    at.promoted.show('card')
    await slow.reached
    at.sets.choose('noah')
    await expect.poll(() => firstCategory(at)).toBe('for noah')
    slow.arrive()
    at.promoted.show('card')
    await expect.poll(() => at.promoted.state.scenes).toEqual({ card: { hash: 'drawn for noah' } })
  })

  it('are drawn together, each once, if they become visible together', async () => {
    const two = [{ templateData: CARD }, { templateData: { uuid: 'mug', version: 1 } }]
    const requests: unknown[] = []
    const at = page({
      [browsing.promoted.name]: () => two,
      [templates.scenes.name](input) {
        requests.push(input.scenes)
        return { scenes: [{ hash: 'card' }, { hash: 'mug' }] }
      },
    })
    at.promoted.watch()
    await expect.poll(() => at.promoted.state.status).toBe('ready')
    for (const uuid of ['card', 'mug', 'card', 'unknown']) at.promoted.show(uuid)
    await expect.poll(() => Object.keys(at.promoted.state.scenes)).toEqual(['card', 'mug'])
    at.promoted.show('card')
    const one = { subject: 'emma', language: 'en' }
    expect(requests).toEqual([[CARD, { uuid: 'mug', version: 1 }].map((template) => ({ template, ...one }))])
  })

  it('show why they failed, and are fetched when requested again', async () => {
    const replies: object[] = [refusal('any', 'Try again later', 503), promotedFor('emma'), promotedFor('emma')]
    const at = page({ [browsing.promoted.name]: () => replies.shift() as object })
    at.promoted.watch()
    await expect.poll(() => at.promoted.state).toMatchObject({ status: 'failed', error: 'Try again later' })
    await at.promoted.refresh()
    expect(at.promoted.state).toMatchObject({ status: 'ready', error: '' })
    at.promoted.show('card')
    await expect.poll(() => Object.keys(at.promoted.state.scenes)).toEqual(['card'])
    // Pictures whose addresses have expired are fetched again.
    await at.promoted.refresh()
    expect(at.promoted.state.scenes).toEqual({})
  })

  it('are replaced by those for a visitor when the customer signs out', async () => {
    const at = page()
    at.promoted.watch()
    await expect.poll(() => firstCategory(at)).toBe('for emma')
    Object.assign(at.built.shop.session.state, { status: 'signed-out', user: null })
    await expect.poll(() => firstCategory(at)).toBe('for undefined')
  })
})
