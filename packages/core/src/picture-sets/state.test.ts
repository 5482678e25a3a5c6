import { expect, it } from 'vitest'
import { answers } from '../testing/answers.ts'
import { aShop } from '../testing/aShop.ts'
import { pictureSets } from './contract.ts'
import { coverOf, createPictureSets } from './state.ts'

const list = { pictureSets: [] }

it('the list of sets is loaded once, and by itself again after a code was added', async () => {
  const built = aShop(answers({ [pictureSets.list.name]: list }), 'one')
  const sets = createPictureSets(built.shop)
  await Promise.all([sets.load(), sets.load()])
  expect(built.sent).toHaveLength(1)
  built.shop.events.emit('pk-code-added', { subjects: [] })
  expect(sets.state.status).toBe('loading')
  await sets.load()
  expect([built.sent.length, sets.state.status]).toEqual([2, 'ready'])
})

it('the list of sets is not loaded before somebody needs it, after a code was added either', () => {
  const built = aShop(answers({ [pictureSets.list.name]: list }), 'one')
  const sets = createPictureSets(built.shop)
  built.shop.events.emit('pk-code-added', { subjects: [] })
  expect([built.sent, sets.state.status]).toEqual([[], 'idle'])
})

it('the list of sets stays visible if it cannot be fetched again', async () => {
  const built = aShop(answers({ [pictureSets.list.name]: list }), 'one')
  const sets = createPictureSets(built.shop)
  built.isOnline = false
  await sets.load()
  expect(sets.state).toMatchObject({ status: 'failed', error: 'No connection' })
  built.isOnline = true
  await sets.load()
  built.isOnline = false
  await sets.refresh()
  expect(sets.state.status).toBe('ready')
})

it('the selected set is remembered over a page load', () => {
  const built = aShop(answers({}), 'one')
  createPictureSets(built.shop).choose('emma')
  expect(built.shop.memory.read().subject).toBe('emma')
})

it('a set is represented by the favourite picture, otherwise by the first portrait, otherwise by the first picture', () => {
  const group = { uuid: 'group', pictureType: 'GP', keywords: [] }
  const portrait = { uuid: 'portrait', pictureType: 'IP', keywords: [] }
  const favourite = { uuid: 'favourite', pictureType: 'GP', keywords: ['favorite'] }
  const coverAmong = (pictures: object[]) => coverOf(pictures as Parameters<typeof coverOf>[0])?.uuid
  expect(coverAmong([group, portrait, favourite])).toBe('favourite')
  expect(coverAmong([group, portrait])).toBe('portrait')
  expect(coverAmong([group])).toBe('group')
})
