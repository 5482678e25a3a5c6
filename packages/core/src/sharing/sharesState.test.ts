import { expect, it } from 'vitest'
import { answers, refusal } from '../testing/answers.ts'
import { aShop } from '../testing/aShop.ts'
import { type Share, sharing } from './contract.ts'
import { createShares } from './sharesState.ts'

const aShare = (uuid: string): Share => ({
  uuid,
  recipient: `${uuid}@example.org`,
  subjects: [{ uuid: 'emma', name: 'Emma Carter' }],
  created: '2026-05-01T10:00:00.000Z',
  until: '2026-07-30',
})
const [gran, uncle] = [aShare('gran'), aShare('uncle')]

function at(known: Parameters<typeof answers>[0] = {}) {
  const all = { [sharing.list.name]: { shares: [gran, uncle] }, [sharing.end.name]: { shares: [uncle] } }
  const built = aShop(answers({ ...all, ...known }), 'one')
  return { built, shares: createShares(built.shop) }
}

it('a share is ended once on a double tap, and the list is what is still shared', async () => {
  const { built, shares } = at()
  await shares.load()
  expect(shares.state).toMatchObject({ status: 'ready', list: [gran, uncle] })
  const first = shares.end('gran')
  expect(shares.state.ending).toBe('gran')
  await Promise.all([first, shares.end('gran')])
  expect(built.sent).toEqual([sharing.list.name, sharing.end.name])
  expect(shares.state).toMatchObject({ list: [uncle], ending: null, ended: 'gran@example.org' })
})

it('says of the last one that was ended whether its link was opened', async () => {
  const opened = { first: '2026-05-02T10:00:00.000Z', last: '2026-05-03T10:00:00.000Z', accounts: 2 }
  const { shares } = at({ [sharing.end.name]: { shares: [uncle], opened } })
  await shares.load()
  expect(shares.state.endedOpened).toBe(null)
  await shares.end('gran')
  expect(shares.state.endedOpened).toEqual(opened)
  await shares.load()
  expect(shares.state).toMatchObject({ ended: null, endedOpened: null })
})

it('one that could not be ended is still listed, with the reason', async () => {
  const { built, shares } = at({ [sharing.end.name]: refusal('sharing.unknown', 'Not found', 404) })
  await shares.load()
  await shares.end('gran')
  expect(shares.state).toMatchObject({ list: [gran, uncle], ending: null, ended: null, error: 'Not found' })
  built.isOnline = false
  await shares.load()
  expect(shares.state).toMatchObject({ status: 'ready', list: [gran, uncle], error: 'No connection' })
})

it('a list that could not be loaded says why, and is loaded again', async () => {
  const { built, shares } = at()
  built.isOnline = false
  await shares.load()
  expect(shares.state).toMatchObject({ status: 'failed', error: 'No connection' })
  built.isOnline = true
  await shares.load()
  expect(shares.state).toMatchObject({ status: 'ready', error: '' })
})

it('nothing of one customer is shown to the next, not even a late answer', async () => {
  const { built, shares } = at()
  built.onAnswer = () => built.shop.events.emit('pk-logout', {})
  await shares.load()
  expect(shares.state).toMatchObject({ status: 'loading', list: [] })
})
