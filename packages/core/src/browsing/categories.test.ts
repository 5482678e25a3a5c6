import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { type BuiltLists, buildLists } from '../../../server/src/testing/buildLists.ts'
import { startTestServer, type TestServer } from '../../../server/src/testing/testServer.ts'
import { createPictureSets } from '../picture-sets/state.ts'
import { answers } from '../testing/answers.ts'
import { aShop, delayAnswerOnce } from '../testing/aShop.ts'
import { aVisitor } from '../testing/aVisitor.ts'
import { createCategories } from './categories.ts'
import { browsing } from './contract.ts'

let server: TestServer
let built: BuiltLists
beforeAll(async () => {
  server = await startTestServer()
  built = await buildLists(server)
})
afterAll(() => server.close())

/** The overview of a visitor, or of a customer with these children, the first of whom is selected. */
async function overview(children: Array<'emma' | 'noah'> = []) {
  const subjects = children.map((child) => built[child].subject.uuid)
  const client = children.length > 0 ? (await buildCustomer(server, { subjects })).client : server.client()
  const visitor = await aVisitor(client.send, server.provider.key)
  visitor.shop.memory.write({ subject: subjects[0] })
  return {
    visitor,
    categories: visitor.shop.part(createCategories),
    sets: visitor.shop.part(createPictureSets),
  }
}

type Overview = Awaited<ReturnType<typeof overview>>
const category = ({ categories }: Overview, name: string) => {
  const found = categories.state.categories.find(({ internalName }) => internalName === name)
  if (!found) throw new Error(`There is no category ${name}`)
  return found
}

it('[BRW-1] the overview has the categories of the shop in its order, requested once however many surfaces show them', async () => {
  const { categories, visitor } = await overview()
  await Promise.all([categories.load(), categories.load()])
  await categories.load()
  expect(categories.state.categories.map(({ title }) => title)).toEqual([
    'Cards',
    'Calendars',
    'Archive',
    'Books',
    'Mugs and cups',
  ])
  expect(visitor.sent.filter((name) => name === browsing.categories.name)).toHaveLength(1)
})

it('[BRW-3] the overview names the set to switch to if the selected one has nothing for a category', async () => {
  const at = await overview(['noah', 'emma'])
  await at.categories.load()
  const other = { current: 'Noah Carter', other: { uuid: built.emma.subject.uuid, name: 'Emma Carter' } }
  expect(at.categories.otherSetFor(category(at, 'calendar'))).toMatchObject(other)
  expect(at.categories.otherSetFor(category(at, 'mugs'))).toBeUndefined()
})

it('[BRW-3] the overview names no other set if the selected one fits, if none fits, and if nobody is signed in', async () => {
  for (const children of [['emma', 'noah'], ['noah'], []] as Array<Array<'emma' | 'noah'>>) {
    const at = await overview(children)
    await at.categories.load()
    expect(at.categories.otherSetFor(category(at, 'calendar')), children.join()).toBeUndefined()
  }
})

it('[BRW-10] the overview follows the selected set', async () => {
  const at = await overview(['noah', 'emma'])
  await at.categories.load()
  at.sets.choose(built.emma.subject.uuid)
  await at.categories.load()
  expect(at.categories.otherSetFor(category(at, 'calendar'))).toBeUndefined()
})

it('the overview keeps the categories if they cannot be fetched again, shows the reason, and tries again', async () => {
  const { categories, visitor } = await overview()
  visitor.isOnline = false
  await categories.load()
  expect(categories.state).toMatchObject({ status: 'failed', error: 'No connection', categories: [] })
  visitor.isOnline = true
  await categories.load()
  expect(categories.state).toMatchObject({ status: 'ready', error: '' })
  visitor.isOnline = false
  visitor.shop.locale.language = 'de'
  await expect.poll(() => categories.state.status).toBe('failed')
  expect(categories.state.categories).toHaveLength(5)
})

it('an answer in the previous language is dropped', async () => {
  const page = aShop(
    answers({ [browsing.categories.name]: ({ lang }) => ({ categories: [{ title: `in ${lang}` }] }) }),
    'one',
  )
  page.shop.session.state.status = 'signed-out'
  const categories = page.shop.part(createCategories)
  const slow = delayAnswerOnce(page, browsing.categories.name)
  const loaded = categories.load()
  await slow.reached
  page.shop.locale.language = 'de'
  await expect.poll(() => categories.state.categories).toEqual([{ title: 'in de' }])
  slow.arrive()
  await loaded
  expect(categories.state.categories).toEqual([{ title: 'in de' }])
})
