import { expect, it } from 'vitest'
import { ShopError } from '../errors.ts'
import { answers } from '../testing/answers.ts'
import { aShop } from '../testing/aShop.ts'
import { pictureSets } from './contract.ts'
import { createPictureSets } from './state.ts'
import { createSubjectList } from './subjectList.ts'

/** A list fetched by the test's function, with everything that it has shown. */
function at(fetchOne: (subject: string | null) => Promise<string>, isWatched = () => true) {
  const built = aShop(answers({ [pictureSets.list.name]: { pictureSets: [] } }), 'one')
  const shows: string[] = []
  const list = createSubjectList(built.shop, {
    isWatched,
    onStart: () => void shows.push('loading'),
    async fetchFor(subject) {
      const found = await fetchOne(await subject)
      return () => void shows.push(found)
    },
    onFailure: (message) => void shows.push(message),
  })
  return { built, shows, list }
}

it('the list is fetched once for the current customer, however many callers request it', async () => {
  const { list, shows } = at(async () => 'list')
  await Promise.all([list.load(), list.load()])
  await list.load()
  expect(shows).toEqual(['loading', 'list'])
})

it('the list follows the selected set and the language while anybody is watching', async () => {
  let isWatched = true
  const { built, list, shows } = at(
    async (subject) => `${subject} ${built.shop.locale.language}`,
    () => isWatched,
  )
  await list.fetch()
  built.shop.part(createPictureSets).choose('emma')
  await expect.poll(() => shows.at(-1)).toBe('emma en')
  built.shop.locale.language = 'de'
  await expect.poll(() => shows.at(-1)).toBe('emma de')
  isWatched = false
  built.shop.locale.language = 'sv'
  await new Promise((done) => setTimeout(done, 20))
  expect(shows.at(-1)).toBe('emma de')
  expect(list.isCurrent()).toBe(false)
})

it('an outdated answer is dropped', async () => {
  const slow = Promise.withResolvers<string>()
  const replies = [slow.promise, Promise.resolve('new')]
  const { list, shows } = at(() => replies.shift() as Promise<string>)
  const first = list.fetch()
  await expect.poll(() => replies.length).toBe(1)
  await list.fetch()
  slow.resolve('old')
  await first
  expect(shows).toEqual(['loading', 'loading', 'new'])
})

it('a failed list has the reason and is fetched again on request', async () => {
  const failure = new ShopError('failure', { error: 'No', reason: 'any' }, 500)
  const replies = [Promise.reject(failure), Promise.resolve('list')]
  const { list, shows } = at(() => replies.shift() as Promise<string>)
  await list.load()
  await list.load()
  expect(shows).toEqual(['loading', 'No', 'loading', 'list'])
})
