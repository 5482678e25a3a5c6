import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { type BuiltLists, buildLists } from '../../../server/src/testing/buildLists.ts'
import { startTestServer, type TestServer } from '../../../server/src/testing/testServer.ts'
import { pictureSets } from '../picture-sets/contract.ts'
import { createPictureSets } from '../picture-sets/state.ts'
import { templates } from '../template/contract.ts'
import { answers, refusal } from '../testing/answers.ts'
import { type AShop, aShop, delayAnswerOnce } from '../testing/aShop.ts'
import { aVisitor } from '../testing/aVisitor.ts'
import { browsing } from './contract.ts'
import { createTemplateLists, type TemplateList } from './state.ts'

let server: TestServer
let built: BuiltLists
beforeAll(async () => {
  const languages = [
    { long: 'en', name: 'English' },
    { long: 'es', name: 'Español' },
  ]
  server = await startTestServer({ provider: { languages } })
  built = await buildLists(server)
})
afterAll(() => server.close())
afterEach(() => vi.restoreAllMocks())

/** A page of a visitor, or of a customer with both children, with Emma selected. */
async function page(who: 'nobody' | 'mother' = 'nobody') {
  const subjects = [built.emma.subject.uuid, built.noah.subject.uuid]
  const client = who === 'mother' ? (await buildCustomer(server, { subjects })).client : server.client()
  const visitor = await aVisitor(client.send, server.provider.key)
  visitor.shop.memory.write({ subject: built.emma.subject.uuid })
  return { visitor, lists: visitor.shop.part(createTemplateLists), sets: visitor.shop.part(createPictureSets) }
}

const names = ({ state }: TemplateList) => state.templates.map(({ name }) => name)
const ready = (list: TemplateList) => expect.poll(() => list.state.status).toBe('ready')

describe('a list of templates', () => {
  it('[BRW-4] [BRW-9] contains all templates of a type, and loads the scenes of the first row by itself', async () => {
    const { lists } = await page()
    const list = lists.of('cards')
    expect(list.state).toMatchObject({ status: 'idle', templates: [] })
    list.open()
    expect(list.state.status).toBe('loading')
    await ready(list)
    expect(names(list).sort()).toEqual(['Square', 'Tall'])
    await expect.poll(() => Object.keys(list.state.scenes).length).toBe(2)
  })

  it("[BRW-8] uses the shop's names for the categories of cards, sorted by name", async () => {
    const { lists } = await page()
    const list = lists.of('cards')
    list.open()
    await ready(list)
    expect(list.state.categories).toEqual([
      { internalName: 'christmas', title: 'Advent' },
      { internalName: 'fun', title: 'Zany' },
    ])
  })

  it("[BRW-8] uses the category's title for photo gifts", async () => {
    const { lists } = await page()
    const list = lists.of('photogifts', 'mugs')
    list.open()
    await ready(list)
    expect([list.state.title, names(list)]).toEqual(['Mugs and cups', ['Mug']])
  })

  it('[BRW-13] only logs that a category of photo gifts is missing', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { lists } = await page()
    const list = lists.of('photogifts', 'pillows')
    list.open()
    await ready(list)
    expect([names(list), list.state.title, list.state.error]).toEqual([[], '', ''])
    expect(warn.mock.calls).toEqual([['Portraitkit: there is no category of photo gifts "pillows"']])
  })

  it('[BRW-10] shows what of a category the selected pictures can fill, and follows the selection while it is open', async () => {
    const { lists, sets } = await page('mother')
    const list = lists.of('cards', 'fun')
    const leave = list.open()
    await ready(list)
    expect(names(list)).toEqual(['Square'])
    sets.choose(built.noah.subject.uuid)
    await expect.poll(() => [list.state.status, names(list)]).toEqual(['ready', []])
    leave()
    sets.choose(built.emma.subject.uuid)
    expect([list.state.status, names(list)]).toEqual(['ready', []])
    list.open()
    await expect.poll(() => names(list)).toEqual(['Square'])
  })

  it('is shared by all surfaces that show it, and is not fetched again on return', async () => {
    const { lists, visitor } = await page()
    const list = lists.of('cards')
    const leave = list.open()
    await ready(list)
    list.more()
    leave()
    const { length } = visitor.sent
    expect(lists.of('cards')).toBe(list)
    list.open()
    expect([visitor.sent.length, list.state.status, list.state.limit]).toEqual([length, 'ready', 480])
    expect(lists.of('calendars')).not.toBe(list)
  })

  it('follows the language', async () => {
    const { lists, visitor } = await page()
    const list = lists.of('photogifts', 'mugs')
    list.open()
    await ready(list)
    visitor.sent.length = 0
    visitor.shop.locale.language = 'es'
    await expect.poll(() => visitor.sent).toContain(browsing.photogiftCategory.name)
    await ready(list)
  })

  it('shows why it failed, and is fetched again on return or on request', async () => {
    const { lists, visitor } = await page()
    const list = lists.of('calendars')
    visitor.isOnline = false
    const leave = list.open()
    await expect.poll(() => list.state).toMatchObject({ status: 'failed', error: 'No connection' })
    leave()
    visitor.isOnline = true
    list.open()
    await ready(list)
    expect([names(list), list.state.error]).toEqual([['A year'], ''])
    visitor.isOnline = false
    await list.refresh()
    expect(list.state.status).toBe('failed')
    visitor.isOnline = true
    await list.refresh()
    expect(list.state).toMatchObject({ status: 'ready', error: '' })
  })

  it('[AUT-13] becomes that of a visitor when the customer signs out', async () => {
    const { lists, sets, visitor } = await page('mother')
    const list = lists.of('cards', 'fun')
    list.open()
    await ready(list)
    sets.choose(built.noah.subject.uuid)
    await expect.poll(() => [list.state.status, names(list)]).toEqual(['ready', []])
    await visitor.shop.session.signOut()
    await expect.poll(() => names(list)).toEqual(['Square'])
    expect(list.state.error).toBe('')
  })
})

describe('a late answer of the list', () => {
  const item = (uuid: string) => ({ uuid, name: uuid, version: 1 })

  /** A page whose server has one card for each of two sets. */
  function sold(change: Parameters<typeof answers>[0] = {}): { page: AShop; list: TemplateList } {
    const page = aShop(
      answers({
        [pictureSets.list.name]: {
          pictureSets: ['emma', 'noah'].map((uuid) => ({ subject: { uuid }, job: {}, pictures: [{}] })),
        },
        [templates.listForSubject.name]: ({ subjectUuid }) => [item(`card of ${subjectUuid}`)],
        [templates.cardCategories.name]: { categories: [] },
        [browsing.categories.name]: { categories: [] },
        [templates.scenes.name]: ({ scenes }) => ({
          scenes: (scenes as Array<{ subject: string }>).map(({ subject }) => ({ hash: `drawn for ${subject}` })),
        }),
        ...change,
      }),
      'one',
    )
    page.shop.session.state.user = { uuid: 'mother' } as never
    const list = page.shop.part(createTemplateLists).of('cards', 'fun')
    return { page, list }
  }

  async function chooseWhile(call: string, change: Parameters<typeof answers>[0] = {}) {
    const { page, list } = sold(change)
    const sets = page.shop.part(createPictureSets)
    const slow = delayAnswerOnce(page, call)
    list.open()
    await slow.reached
    sets.choose(sets.state.selected === 'emma' ? 'noah' : 'emma')
    return { page, list, slow, subject: sets.state.selected as string }
  }

  it('does not replace the list of the set that was selected meanwhile', async () => {
    const { list, slow, subject } = await chooseWhile(templates.listForSubject.name)
    await ready(list)
    slow.arrive()
    await new Promise((done) => setTimeout(done, 20))
    expect(names(list)).toEqual([`card of ${subject}`])
  })

  it('does not add scenes with other pictures', async () => {
    const { list, slow, subject } = await chooseWhile(templates.scenes.name)
    await ready(list)
    slow.arrive()
    const expected = { [`card of ${subject}`]: { hash: `drawn for ${subject}` } }
    await expect.poll(() => list.state.scenes).toEqual(expected)
  })

  it('does not fail the list if scenes with other pictures failed', async () => {
    let isFirst = true
    const { list, slow, subject } = await chooseWhile(templates.scenes.name, {
      [templates.scenes.name]() {
        const wasFirst = isFirst
        isFirst = false
        return wasFirst ? refusal('picture-sets.unknown', 'Not yours') : { scenes: [{ hash: 'drawn' }] }
      },
    })
    await ready(list)
    slow.arrive()
    await expect.poll(() => list.state.scenes).toEqual({ [`card of ${subject}`]: { hash: 'drawn' } })
    expect(list.state).toMatchObject({ status: 'ready', error: '' })
  })

  it('reports that scenes failed to load, and loads them when requested again', async () => {
    const replies: object[] = [refusal('any', 'Try again later', 503), { scenes: [{ hash: 'drawn' }] }]
    const { list } = sold({ [templates.scenes.name]: () => replies.shift() as object })
    list.open()
    await expect.poll(() => list.state).toMatchObject({ status: 'failed', error: 'Try again later' })
    await list.refresh()
    await expect.poll(() => Object.values(list.state.scenes)).toEqual([{ hash: 'drawn' }])
    expect(list.state).toMatchObject({ status: 'ready', error: '' })
  })
})
