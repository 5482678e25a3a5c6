import { carts } from '@portraitkit/core/cart/contract.ts'
import { writeText } from '@portraitkit/core/editor/actions/writeText.ts'
import { editor as calls } from '@portraitkit/core/editor/contract.ts'
import { imageOf, textOf } from '@portraitkit/core/editor/instance.ts'
import type { EditorOptions } from '@portraitkit/core/editor/opening.ts'
import { createEditor, type Editor } from '@portraitkit/core/editor/state.ts'
import { createUnfinished } from '@portraitkit/core/editor/unfinished.ts'
import { createPictureSets } from '@portraitkit/core/picture-sets/state.ts'
import { aCalendar } from '@portraitkit/core/template/aCalendar.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantSubjects, revokeSubject } from '../../../server/src/access/grants.ts'
import { type BuiltCustomer, buildCustomer } from '../../../server/src/http/buildCustomer.ts'
import { startTestServer, type TestServer } from '../../../server/src/http/testServer.ts'
import { groupPicturesOf } from '../../../server/src/jobs/collection.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../../server/src/picture-sets/buildPictureSet.ts'
import { unpublishJob } from '../../../server/src/reminders/announce.ts'
import { type BuiltTemplate, buildTemplate } from '../../../server/src/template/buildTemplate.ts'
import { type BuiltWindow, buildWindow } from './buildWindow.ts'

// The editor without its screens, against the real server.

let server: TestServer
let set: BuiltPictureSet
let card: BuiltTemplate
const open: Editor[] = []

beforeAll(async () => {
  server = await startTestServer()
  set = await buildPictureSet(server.app, server.provider, { subject: { name: 'Liam Diaz' } })
  card = await buildTemplate(server.app, server.provider)
})
afterAll(async () => {
  for (const editor of open) await editor.close()
  await server.close()
})

const mother = (subjects = [set.subject.uuid]) => buildCustomer(server, { subjects })

async function editing(window: BuiltWindow, options: EditorOptions = optionsOf(card)): Promise<Editor> {
  const editor = createEditor(window.shop, options)
  open.push(editor)
  await editor.open()
  if (editor.state.status !== 'ready') throw new Error(editor.state.error)
  return editor
}

const optionsOf = ({ product, definition }: BuiltTemplate) => ({ product: product.uuid, template: definition.uuid })
const write = (editor: Editor, text: string, fullId = 'front.name') => editor.act(writeText, { fullId, text })
const said = ({ state }: Editor) =>
  state.shown?.scene.parts.flatMap(({ nodes }) => nodes.flatMap((node) => (node.kind === 'glyphs' ? [node.text] : [])))
const nameOn = ({ state }: Editor) => state.instance && textOf(state.instance.content, 'front.name')?.text
const linesOf = async ({ client }: BuiltCustomer) => (await client.call(carts.get, {})).cart.orderLines
const patiently = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 10_000, interval: 20 })

describe('a language that is chosen while a card is edited', () => {
  it('[LOC-2] says everything on it in that language at once, but what the customer has written, and is bought so', async () => {
    const customer = await mother()
    const { shop } = buildWindow(server, customer)
    const editor = await editing({ shop })
    write(editor, 'Mon trésor')
    shop.locale.language = 'de'
    await patiently(() => said(editor)).toEqual(['Mon trésor', 'ERSTER SCHULTAG'])
    await editor.buy()
    expect([editor.state.buying, (await linesOf(customer)).length]).toEqual(['idle', 1])
  })

  it('[LOC-2] has the months and weekdays of a calendar in it, however often it is changed', async () => {
    const customer = await mother()
    const { shop } = buildWindow(server, customer)
    const {
      uuid: _uuid,
      product: _product,
      ...definition
    } = aCalendar({ supportedYears: [new Date().getUTCFullYear()] })
    const calendar = await buildTemplate(server.app, server.provider, { definition })
    const editor = await editing({ shop }, optionsOf(calendar))
    const hasMonth = (name: string) => JSON.stringify(editor.state.shown?.scene.parts[1]).includes(`"${name}`)
    expect(hasMonth('January')).toBe(true)
    for (const [language, month] of [
      ['de', 'Januar '],
      ['en', 'January'],
      ['de', 'Januar '],
    ] as const) {
      shop.locale.language = language
      await patiently(() => hasMonth(month)).toBe(true)
    }
  })
})

describe('a line of the cart that is changed', () => {
  const withLine = async () => {
    const customer = await mother()
    const editor = await editing(buildWindow(server, customer))
    await editor.buy()
    const [line] = await linesOf(customer)
    const options = { orderLine: line?.uuid ?? '' }
    return { customer, options, again: () => editing(buildWindow(server, customer), options) }
  }

  it('keeps what is not in the cart yet, on every device, until the line is updated', async () => {
    const { customer, options, again } = await withLine()
    const editor = await again()
    expect([editor.state.isContinued, editor.state.instance?.dirty]).toEqual([false, false])
    write(editor, 'For Grandma')
    // The tab is closed.
    await editor.close()
    const other = await again()
    expect([nameOn(other), other.state.isContinued, other.state.instance?.dirty]).toEqual(['For Grandma', true, true])
    expect(JSON.stringify(await linesOf(customer))).not.toContain('For Grandma')
    // It is no card that was begun, neither in the lists nor when a new one is made.
    expect(await customer.client.call(calls.unfinished, {})).toEqual([])
    expect((await editing(buildWindow(server, customer))).state.found).toBe('new')
    await other.buy()
    expect(JSON.stringify(await linesOf(customer))).toContain('For Grandma')
    await patiently(
      async () => (await customer.client.call(calls.getLineDesign, { uuid: options.orderLine })).design,
    ).toBeNull()
  })

  it('forgets what is given up, what is begun anew, and what goes with its line', async () => {
    const { customer, options, again } = await withLine()
    const kept = async () => (await customer.client.call(calls.getLineDesign, { uuid: options.orderLine })).design
    for (const give of ['abandon', 'startOver'] as const) {
      const editor = await again()
      write(editor, `Given up by ${give}`)
      await editor.flush()
      expect((await kept())?.content.resources).toContainEqual(expect.objectContaining({ text: `Given up by ${give}` }))
      await editor[give]()
      expect(await kept()).toBeNull()
    }
    const editor = await again()
    write(editor, 'Gone with its line')
    await editor.flush()
    expect(await kept()).not.toBeNull()
    await customer.client.call(carts.deleteLine, { uuid: options.orderLine, requestId: crypto.randomUUID() })
    expect(await kept()).toBeNull()
  })

  it('[API-2] is kept for its customer alone', async () => {
    const { options, again } = await withLine()
    const uuid = options.orderLine
    write(await again(), 'Mine')
    const stranger = await buildCustomer(server)
    expect(await stranger.client.call(calls.getLineDesign, { uuid })).toEqual({ design: null })
    expect(await stranger.client.fail(calls.deleteLineDesign, { uuid })).toMatchObject({ status: 404 })
    for (const call of [calls.getLineDesign, calls.deleteLineDesign]) {
      expect(await server.client().fail(call, { uuid })).toMatchObject({ status: 401 })
    }
  })
})

describe('a group picture of another set', () => {
  it('[EDT-11] names its own subject and its groups, and what the customer has written stays', async () => {
    const sister = await buildPictureSet(server.app, server.provider, { subject: { name: 'Emma Diaz' } })
    const groups = groupPicturesOf(server.app, server.provider.key)
    await groups.updateOne({ uuid: sister.pictures.group.uuid }, { $set: { groups: ['4B'] } })
    const [name, greeting] = card.definition.parts[0]?.layers.filter(({ kind }) => kind === 'text') ?? []
    const [fill, large] = card.definition.parts[0]?.layers ?? []
    if (!name || !greeting || !fill || !large) throw new Error('The template has changed')
    const layers = [fill, large, name, { ...greeting, id: 'group', fill: 'group' as const, uppercase: false }]
    const part = { id: 'front', descriptions: { en: 'Front' }, layers }
    const ofClass = await buildTemplate(server.app, server.provider, { definition: { parts: [part] } })
    const customer = await mother([set.subject.uuid, sister.subject.uuid])
    const window = buildWindow(server, customer)
    const sets = window.shop.part(createPictureSets)
    await sets.load()
    sets.choose(set.subject.uuid)
    const editor = await editing(window, optionsOf(ofClass))
    expect(nameOn(editor)).toBe('Liam Diaz')
    const picture = sets.state.sets
      .flatMap(({ pictures }) => pictures)
      .find(({ uuid }) => uuid === sister.pictures.group.uuid)
    if (!picture) throw new Error('There is no group picture')
    expect(await editor.choose('front.large', picture, 'here')).toBe(true)
    const groupOn = () => editor.state.instance && textOf(editor.state.instance.content, 'front.group')?.text
    expect([nameOn(editor), groupOn(), editor.state.choiceError]).toEqual(['Emma Diaz', '4B', ''])
    expect(editor.state.instance?.history.past).toHaveLength(1)
    write(editor, 'Our class')
    await editor.choose('front.large', picture, 'here')
    expect(nameOn(editor)).toBe('Our class')
    // What cannot be had is said.
    await revokeSubject(server.app, server.provider, customer.customer._id, sister.subject.uuid)
    await editor.choose('front.large', picture, 'here')
    expect(editor.state.choiceError).toBe('We could not find this picture set among yours.')
  })
})

describe('a picture that is not shared any more', () => {
  it('[EDT-9] leaves its place empty and says so: all else is kept, opened, offered again and put into the cart as before', async () => {
    const sister = await buildPictureSet(server.app, server.provider, { subject: { name: 'Emma Diaz' } })
    const customer = await mother([set.subject.uuid, sister.subject.uuid])
    const withHers = async () => {
      const window = buildWindow(server, customer)
      const sets = window.shop.part(createPictureSets)
      await sets.load()
      sets.choose(set.subject.uuid)
      const editor = await editing(window)
      const pictures = sets.state.sets.flatMap((each) => each.pictures)
      const hers = pictures.find(({ uuid }) => uuid === sister.pictures.first.uuid)
      if (!hers) throw new Error('There is no picture of hers')
      await editor.choose('front.large', hers, 'here')
      return { window, editor }
    }
    const largeOn = ({ state }: Editor) => state.instance && imageOf(state.instance.content, 'front.large')
    const smallOn = ({ state }: Editor) => state.instance && imageOf(state.instance.content, 'front.small')
    const { editor } = await withHers()
    await editor.buy()
    const [line] = await linesOf(customer)
    const { editor: here } = await withHers()
    write(here, 'Before')
    await here.flush()
    expect(here.state.saving?.status).toBe('saved')
    const small = smallOn(here)
    await unpublishJob(server.app, server.provider, sister.job.uuid)

    // On another device, and where it was begun.
    const elsewhere = buildWindow(server, customer)
    const there = await editing(elsewhere)
    expect([there.state.hasLost, largeOn(there), nameOn(there)]).toEqual([true, null, 'Before'])
    expect(smallOn(there)).toEqual(small)
    const unfinished = elsewhere.shop.part(createUnfinished)
    await unfinished.load()
    expect(unfinished.state.card?.subject).toBe('Liam Diaz')
    write(here, 'After')
    await here.flush()
    await patiently(() => largeOn(here)).toBeNull()
    await here.flush()
    expect([here.state.hasLost, here.state.sceneError, here.state.saving?.status]).toEqual([true, '', 'saved'])
    expect(nameOn(await editing(buildWindow(server, customer)))).toBe('After')
    const ofLine = await editing(buildWindow(server, customer), { orderLine: line?.uuid ?? '' })
    expect([ofLine.state.hasLost, largeOn(ofLine), nameOn(ofLine)]).toEqual([true, null, 'Liam Diaz'])
  })
})

describe('somebody who is signed out while a card is made', () => {
  it('is told, and what was made stays in this tab until it can be kept', async () => {
    const customer = await mother()
    const window = buildWindow(server, customer)
    const editor = await editing(window)
    write(editor, 'Before')
    await editor.flush()
    const [...cookies] = customer.client.cookies
    customer.client.cookies.clear()
    write(editor, 'After')
    await editor.flush()
    expect(editor.state.saving?.status).toBe('signed-out')
    await patiently(() => JSON.stringify(window.shop.memory.read().draft)).toContain('After')
    expect(editor.signIn()).toEqual({ name: 'login', params: {} })
    for (const [name, value] of cookies) customer.client.cookies.set(name, value)
    const again = await editing(window)
    expect(nameOn(again)).toBe('After')
    await again.flush()
    expect(window.shop.memory.read().draft).toBeUndefined()
    expect(nameOn(await editing(buildWindow(server, customer)))).toBe('After')
  })

  it('is told as well why a card cannot be kept, as when its pictures are not shared any more', async () => {
    const customer = await mother()
    const editor = await editing(buildWindow(server, customer))
    await revokeSubject(server.app, server.provider, customer.customer._id, set.subject.uuid)
    write(editor, 'Too late')
    await editor.flush()
    const refusal = 'We could not find this picture set among yours.'
    expect(editor.state.saving).toMatchObject({ status: 'stopped', refusal })
    await editor.renew()
    expect(editor.state.sceneError).toBe(refusal)
    await grantSubjects(server.app, server.provider, customer.customer._id, [set.subject.uuid])
    await editor.renew()
    expect(editor.state.sceneError).toBe('')
  })
})
