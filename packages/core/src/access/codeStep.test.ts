import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { saveCode } from '../../../server/src/features/access/codes.ts'
import { buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../../server/src/testing/buildPictureSet.ts'
import { startTestServer, type TestServer } from '../../../server/src/testing/testServer.ts'
import { createPictureSets } from '../picture-sets/state.ts'
import { answers } from '../testing/answers.ts'
import { aShop, loseAnswerOnce } from '../testing/aShop.ts'
import { aVisitor } from '../testing/aVisitor.ts'
import { access } from './contract.ts'
import { createAddEntry, createEntry } from './state.ts'

let server: TestServer
let emma: BuiltPictureSet
let noah: BuiltPictureSet
beforeAll(async () => {
  server = await startTestServer()
  emma = await buildPictureSet(server.app, server.provider, { subject: { name: 'Emma Carter' } })
  noah = await buildPictureSet(server.app, server.provider, { subject: { name: 'Noah Carter' } })
  const subjects = [emma.subject.uuid, noah.subject.uuid]
  await saveCode(server.app, server.provider, { code: 'MAPLE2022', subjects })
})
afterAll(() => server.close())
afterEach(() => vi.unstubAllGlobals())

/** The front page and the account area of a customer with these picture sets. */
async function at(subjects: string[] = []) {
  const { client } = await buildCustomer(server, { subjects })
  const visitor = await aVisitor(client.send, server.provider.key)
  const { shop } = visitor
  const added: string[][] = []
  shop.events.on('pk-code-added', (detail) => added.push(detail.subjects))
  return {
    visitor,
    shop,
    added,
    entry: createEntry(shop),
    adding: createAddEntry(shop),
    sets: shop.part(createPictureSets),
  }
}

describe('a code that a customer adds', () => {
  it('[ENT-12] [ENT-14] adds all of its picture sets at once, and opens them', async () => {
    const { added, entry, sets, shop } = await at()
    await sets.load()
    expect(sets.state.sets).toEqual([])
    await entry.submitCode(' maple-2022 ')
    expect(await entry.confirmAdd()).toEqual({ name: 'newpictureset', params: {} })
    expect(added.map((subjects) => subjects.toSorted())).toEqual([[emma.subject.uuid, noah.subject.uuid].toSorted()])
    await sets.load()
    expect(sets.state.sets.map(({ subject }) => subject.name).sort()).toEqual(['Emma Carter', 'Noah Carter'])
    expect(shop.memory.read().added).toEqual(added[0])
    expect(entry.state).toMatchObject({ step: 'code', asking: null, status: 'idle' })
  })

  it('[ENT-10] warns if the customer has the subject already', async () => {
    const { added, entry } = await at([emma.subject.uuid])
    await entry.submitCode(emma.code)
    expect(await entry.confirmAdd()).toBeUndefined()
    expect([entry.state.warning?.name, added]).toEqual(['Emma Carter', []])
    entry.closeWarning()
    expect(entry.state.warning).toBeNull()
  })

  it('[ENT-9] [ACC-9] shows the server’s text below its field if it is unknown', async () => {
    const { adding, entry } = await at()
    expect(await adding.addToAccount('NOCODE99')).toBeUndefined()
    expect(adding.state).toMatchObject({ status: 'idle', isWrongCode: true })
    expect(adding.state.errors.code).toMatch(/\S/)
    // An error of the account area does not appear on the front page.
    expect(entry.state.errors).toEqual({})
  })

  it('[ACC-9] in the account area is added without a question, once on a double click', async () => {
    const { added, adding, visitor } = await at()
    const [first, second] = await Promise.all([adding.addToAccount(noah.code), adding.addToAccount(noah.code)])
    expect([first, second]).toEqual([{ name: 'myaccount.newset', params: {} }, undefined])
    expect(visitor.sent.filter((name) => name === access.addPictureSetByCode.name)).toHaveLength(1)
    expect(added).toEqual([[noah.subject.uuid]])
  })

  it('[ENT-9] only ends the loading if the answer was lost, and can be added again', async () => {
    const { adding, visitor } = await at()
    loseAnswerOnce(visitor, access.addPictureSetByCode.name)
    expect(await adding.addToAccount(noah.code)).toBeUndefined()
    expect(adding.state).toMatchObject({ status: 'idle', errors: {} })
    // It was added the first time, and the customer is informed.
    await adding.addToAccount(noah.code)
    expect(adding.state.warning?.name).toBe('Noah Carter')
  })

  it('[ENT-7] is not added if the customer signs out before confirming', async () => {
    const { entry, shop, visitor } = await at()
    await entry.submitCode(noah.code)
    await shop.session.signOut()
    expect([await entry.confirmAdd(), entry.state.asking]).toEqual([undefined, null])
    expect(visitor.sent).not.toContain(access.addPictureSetByCode.name)
  })
})

describe('a code whose answer navigates elsewhere', () => {
  it.each([
    [
      'signed-out',
      access.verifySubjectCode.name,
      { valid: true, data: { redirect: '/elsewhere', flow: '', subjects: [] } },
    ],
    ['signed-in', access.addPictureSetByCode.name, { valid: true, redirect: '/elsewhere' }],
  ] as const)('[ENT-10] leaves the page: %s', async (status, call, answer) => {
    const left: string[] = []
    vi.stubGlobal('location', { assign: (address: string) => left.push(address) })
    const built = aShop(answers({ [call]: answer }), 'one')
    built.shop.session.state.status = status
    const entry = createEntry(built.shop)
    await entry.submitCode('ABC123')
    await entry.confirmAdd()
    expect([left, entry.state.step, built.shop.memory.read().flow]).toEqual([['/elsewhere'], 'code', undefined])
  })
})
