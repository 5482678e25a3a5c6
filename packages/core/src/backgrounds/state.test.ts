import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildBackgrounds } from '../../../server/src/testing/buildBackgrounds.ts'
import { buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPicture, buildPictureSet } from '../../../server/src/testing/buildPictureSet.ts'
import { startTestServer, type TestServer } from '../../../server/src/testing/testServer.ts'
import { answers } from '../testing/answers.ts'
import { aShop, delayAnswerOnce } from '../testing/aShop.ts'
import { aVisitor } from '../testing/aVisitor.ts'
import { backgrounds as calls } from './contract.ts'
import { createBackgrounds } from './state.ts'

let server: TestServer
let set: BuiltPictureSet
let greenScreen: string
let portrait: string
beforeAll(async () => {
  server = await startTestServer()
  const { app, provider } = server
  const before = await buildPicture(app, provider, { greenscreen: true })
  const plain = await buildPicture(app, provider)
  set = await buildPictureSet(app, provider, { pictures: [before, plain] })
  await buildBackgrounds(app, provider, { red: '#c02020', blue: '#2020c0' })
  greenScreen = before.uuid
  portrait = plain.uuid
})
afterAll(() => server.close())

/** The backgrounds on the page of a customer with these pictures, or of one without. */
async function page(subjects = [set.subject.uuid]) {
  const { client } = await buildCustomer(server, { subjects })
  const visitor = await aVisitor(client.send, server.provider.key)
  return { visitor, part: createBackgrounds(visitor.shop) }
}

describe('[ACC-8] the backgrounds of a picture', () => {
  it('are fetched once however many surfaces need them, the default one first, each with the picture in front of it', async () => {
    const { part, visitor } = await page()
    const first = part.load(greenScreen)
    expect(part.state.byPicture[greenScreen]).toEqual({ status: 'loading', backgrounds: [] })
    await Promise.all([first, part.load(greenScreen)])
    await part.load(greenScreen)
    expect(visitor.sent).toEqual([calls.ofPicture.name])
    const found = part.state.byPicture[greenScreen]?.backgrounds ?? []
    expect(found.map(({ name, default: isDefault }) => [name, isDefault])).toEqual([
      ['The red', true],
      ['The blue', false],
    ])
    expect(found.every(({ plain }) => Object.keys(plain).length > 0)).toBe(true)
  })

  it('do not exist for a picture without a green screen', async () => {
    const { part } = await page()
    await part.load(portrait)
    expect(part.state.byPicture[portrait]).toEqual({ status: 'ready', backgrounds: [] })
  })

  it('fail if the picture is another customer’s or the connection is lost, and can be requested again', async () => {
    const stranger = await page([])
    await stranger.part.load(greenScreen)
    expect(stranger.part.state.byPicture[greenScreen]).toEqual({ status: 'failed', backgrounds: [] })
    const { part, visitor } = await page()
    visitor.isOnline = false
    await part.load(greenScreen)
    expect(part.state.byPicture[greenScreen]?.status).toBe('failed')
    visitor.isOnline = true
    await part.load(greenScreen)
    expect(part.state.byPicture[greenScreen]).toMatchObject({ status: 'ready', backgrounds: [{}, {}] })
  })
})

describe('backgrounds whose addresses have expired', () => {
  /** A server that returns different addresses each time. */
  function numbered() {
    let count = 0
    const built = aShop(answers({ [calls.ofPicture.name]: () => [{ uuid: `answer ${++count}` }] }), 'one')
    return { built, part: createBackgrounds(built.shop) }
  }
  const firstBackground = ({ part }: ReturnType<typeof numbered>) => part.state.byPicture.emma?.backgrounds[0]?.uuid

  it('are fetched again; the current ones stay meanwhile, and also if that fails', async () => {
    const at = numbered()
    await at.part.load('emma')
    const again = at.part.refresh('emma')
    expect([at.part.state.byPicture.emma?.status, firstBackground(at)]).toEqual(['ready', 'answer 1'])
    await again
    expect(firstBackground(at)).toBe('answer 2')
    at.built.isOnline = false
    await at.part.refresh('emma')
    expect([at.part.state.byPicture.emma?.status, firstBackground(at)]).toEqual(['ready', 'answer 2'])
    at.built.isOnline = true
    await at.part.load('emma')
    expect(firstBackground(at)).toBe('answer 3')
  })

  it('are not replaced by a late answer', async () => {
    const at = numbered()
    const slow = delayAnswerOnce(at.built, calls.ofPicture.name)
    const late = at.part.load('emma')
    await slow.reached
    await at.part.refresh('emma')
    slow.arrive()
    await late
    expect(firstBackground(at)).toBe('answer 2')
  })

  it('are kept if a request fails late', async () => {
    const at = numbered()
    const slow = delayAnswerOnce(at.built, calls.ofPicture.name)
    const late = at.part.load('emma')
    await slow.reached
    await at.part.refresh('emma')
    slow.lose()
    await late
    expect([at.part.state.byPicture.emma?.status, firstBackground(at)]).toEqual(['ready', 'answer 2'])
    // Nor are they requested again.
    await at.part.load('emma')
    expect(firstBackground(at)).toBe('answer 2')
  })

  it('[LOC-2] are forgotten when the language changes, including those still loading', async () => {
    const at = numbered()
    const slow = delayAnswerOnce(at.built, calls.ofPicture.name)
    const late = at.part.load('emma')
    await slow.reached
    at.built.shop.locale.language = 'de'
    await expect.poll(() => at.part.state.byPicture.emma).toBeUndefined()
    slow.arrive()
    await late
    expect(at.part.state.byPicture.emma).toBeUndefined()
    await at.part.load('emma')
    expect(firstBackground(at)).toBe('answer 2')
  })
})
