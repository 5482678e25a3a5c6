import { describe, expect, it } from 'vitest'
import type { Call } from '../../client.ts'
import { ShopError } from '../../errors.ts'
import type { Session } from '../session.ts'
import { createArrival } from './arrival.ts'

const link = { code: 'first', target: 'https://shop.example/cart', referrer: 'https://studio.example' }

/** An arrival at a server that answers in this order; an error is thrown. */
function arrive(...answers: unknown[]) {
  const sent: unknown[] = []
  const outcomes: Promise<boolean>[] = []
  const call = (async (_endpoint: unknown, input: unknown) => {
    sent.push(input)
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    return answer
  }) as unknown as Call
  const session = { arrive: (signedIn: Promise<boolean>) => void outcomes.push(signedIn) } as unknown as Session
  const arrival = createArrival({ call, session })
  arrival.take(link)
  return { arrival, sent, outcomes }
}

const asks = { user: null, question: { code: 'second', emailAddress: 'anna@example.com' } }
const signsIn = { user: { uuid: 'anna' }, question: null }

describe('a visitor who follows a link from a page where they are signed in', () => {
  it('is signed in without a question if nobody else is', async () => {
    const { arrival, sent, outcomes } = arrive(signsIn)
    expect([await outcomes[0], arrival.state.question, sent]).toEqual([true, null, [{ ...link, agreed: false }]])
  })

  it('is asked where somebody else is, and agrees with the code of the question, once', async () => {
    const { arrival, sent, outcomes } = arrive(asks, signsIn)
    expect([await outcomes[0], arrival.state.question]).toEqual([false, { emailAddress: 'anna@example.com' }])
    await Promise.all([arrival.agree(), arrival.agree()])
    expect(sent.slice(1)).toEqual([{ ...link, code: 'second', agreed: true }])
    expect([await outcomes[1], arrival.state]).toEqual([true, { question: null, isBusy: false, problem: null }])
  })

  it('stays somebody else by declining, whatever is pressed afterwards', async () => {
    const { arrival, sent, outcomes } = arrive(asks)
    await outcomes[0]
    arrival.decline()
    await arrival.agree()
    expect([sent.length, arrival.state.question]).toEqual([1, null])
  })

  it('is informed if the answer came too late, and can still decline', async () => {
    const late = new ShopError('failure', { error: 'Please sign in first.', reason: 'account.hand_over_ended' }, 410)
    const { arrival, outcomes } = arrive(asks, late)
    await outcomes[0]
    outcomes[1]?.catch(() => undefined)
    await arrival.agree()
    expect(arrival.state).toMatchObject({ isBusy: false, problem: 'Please sign in first.' })
  })
})
