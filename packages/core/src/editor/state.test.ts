import { carts } from '@portraitkit/core/cart/contract.ts'
import { redo } from '@portraitkit/core/editor/actions/redo.ts'
import { undo } from '@portraitkit/core/editor/actions/undo.ts'
import { writeText } from '@portraitkit/core/editor/actions/writeText.ts'
import { editor as calls } from '@portraitkit/core/editor/contract.ts'
import type { EditorOptions } from '@portraitkit/core/editor/design/editorOptions.ts'
import { type EditorInstance, imageOf, textOf } from '@portraitkit/core/editor/design/instance.ts'
import { hasWithheldPictures } from '@portraitkit/core/editor/design/withheldPictures.ts'
import { createUnfinishedWork } from '@portraitkit/core/editor/opening/unfinishedDesign.ts'
import { createEditor, type Editor } from '@portraitkit/core/editor/state.ts'
import { createPictureSets } from '@portraitkit/core/picture-sets/state.ts'
import type { DesignContent } from '@portraitkit/core/template/design.ts'
import { imageIn as resourceIn, textIn } from '@portraitkit/core/template/slots.ts'
import { aCalendar } from '@portraitkit/core/testing/aCalendar.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantSubjects, revokeSubject } from '../../../server/src/features/access/grants.ts'
import { picturesOf } from '../../../server/src/features/jobs/collection.ts'
import { publishJob, unpublishJob } from '../../../server/src/features/jobs/publishing/publishJob.ts'
import { type BuiltCustomer, buildCustomer } from '../../../server/src/testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../../server/src/testing/buildPictureSet.ts'
import { type BuiltTemplate, buildTemplate } from '../../../server/src/testing/buildTemplate.ts'
import { startTestServer, type TestServer } from '../../../server/src/testing/testServer.ts'
import { type BuiltWindow, buildWindow } from '../testing/buildWindow.ts'

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
const textsOn = ({ state }: Editor) =>
  state.shownScene?.scene.parts.flatMap(({ nodes }) =>
    nodes.flatMap((node) => (node.kind === 'glyphs' ? [node.text] : [])),
  )
const nameOn = ({ state }: Editor) => state.instance && textOf(state.instance.content, 'front.name')?.text
const linesOf = async ({ client }: BuiltCustomer) => (await client.call(carts.get, {})).cart.orderLines
const eventually = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 30_000, interval: 20 })

describe('a change of language while a card is edited', () => {
  it('[LOC-2] translates the whole card at once, except the customer’s texts, and it is bought in that form', async () => {
    const customer = await mother()
    const { shop } = buildWindow(server, customer)
    const editor = await editing({ shop })
    write(editor, 'Mon trésor')
    shop.locale.language = 'de'
    await eventually(() => textsOn(editor)).toEqual(['Mon trésor', 'ERSTER SCHULTAG'])
    await editor.buy()
    expect([editor.state.buying, (await linesOf(customer)).length]).toEqual(['idle', 1])
  })

  it('[LOC-2] translates the months and weekdays of a calendar, however often it is changed', async () => {
    const customer = await mother()
    const { shop } = buildWindow(server, customer)
    const {
      uuid: _uuid,
      product: _product,
      ...definition
    } = aCalendar({ supportedYears: [new Date().getUTCFullYear()] })
    const calendar = await buildTemplate(server.app, server.provider, { definition })
    const editor = await editing({ shop }, optionsOf(calendar))
    const hasMonth = (name: string) => JSON.stringify(editor.state.shownScene?.scene.parts[1]).includes(`"${name}`)
    expect(hasMonth('January')).toBe(true)
    for (const [language, month] of [
      ['de', 'Januar '],
      ['en', 'January'],
      ['de', 'Januar '],
    ] as const) {
      shop.locale.language = language
      await eventually(() => hasMonth(month)).toBe(true)
    }
  })
})

describe('a changed line of the cart', () => {
  const withLine = async () => {
    const customer = await mother()
    const editor = await editing(buildWindow(server, customer))
    await editor.buy()
    const [line] = await linesOf(customer)
    const options = { orderLine: line?.uuid ?? '' }
    return { customer, options, again: () => editing(buildWindow(server, customer), options) }
  }

  const keptOf = async ({ client }: BuiltCustomer, { orderLine }: { orderLine: string }) =>
    (await client.call(calls.getLineDesign, { uuid: orderLine })).design

  it('saves changes that are not in the cart yet, for every device, until the line is updated', async () => {
    const { customer, options, again } = await withLine()
    const editor = await again()
    expect([editor.state.isContinued, editor.state.instance?.dirty]).toEqual([false, false])
    write(editor, 'For Grandma')
    // As if the tab were closed.
    await editor.close()
    const other = await again()
    expect([nameOn(other), other.state.isContinued, other.state.instance?.dirty]).toEqual(['For Grandma', true, true])
    expect(JSON.stringify(await linesOf(customer))).not.toContain('For Grandma')
    // It does not count as an unfinished card, neither in the lists nor when a new one is started.
    expect(await customer.client.call(calls.unfinished, {})).toEqual([])
    expect((await editing(buildWindow(server, customer))).state.origin).toBe('new')
    await other.buy()
    expect(JSON.stringify(await linesOf(customer))).toContain('For Grandma')
    // It stays, so that other windows find the line's current content; a later visit has nothing to continue.
    expect(JSON.stringify(await keptOf(customer, options))).toContain('For Grandma')
    const last = await again()
    expect([nameOn(last), last.state.isContinued, last.state.instance?.dirty]).toEqual(['For Grandma', false, false])
  })

  it('returns to the cart’s version when the changes are discarded or started over, and is deleted with its line', async () => {
    const { customer, options, again } = await withLine()
    const savedDesign = () => keptOf(customer, options)
    for (const give of ['abandon', 'startOver'] as const) {
      const editor = await again()
      write(editor, `Given up by ${give}`)
      await editor.flush()
      expect((await savedDesign())?.content.resources).toContainEqual(
        expect.objectContaining({ text: `Given up by ${give}` }),
      )
      await editor[give]()
      expect((await savedDesign())?.content.resources).toContainEqual(expect.objectContaining({ text: 'Liam Diaz' }))
      expect((await again()).state.isContinued).toBe(false)
    }
    const editor = await again()
    write(editor, 'Gone with its line')
    await editor.flush()
    expect(await savedDesign()).not.toBeNull()
    await customer.client.call(carts.deleteLine, { uuid: options.orderLine, requestId: crypto.randomUUID() })
    expect(await savedDesign()).toBeNull()
  })

  it('[API-2] is stored for its customer alone', async () => {
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
  it('[EDT-11] inserts its own subject and groups, and keeps the customer’s texts', async () => {
    const sister = await buildPictureSet(server.app, server.provider, { subject: { name: 'Emma Diaz' } })
    const groups = picturesOf(server.app, server.provider.key)
    await groups.updateOne({ uuid: sister.pictures.group.uuid }, { $set: { 'assignment.groups': ['4B'] } })
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
    // A picture that is not available is reported.
    await revokeSubject(server.app, server.provider, customer.customer._id, sister.subject.uuid)
    await editor.choose('front.large', picture, 'here')
    expect(editor.state.choiceError).toBe('We could not find this picture set among yours.')
  })
})

describe('a picture that is no longer shared', () => {
  /** A customer with two sets, and a card with a picture of the sister. */
  const withSister = async () => {
    const sister = await buildPictureSet(server.app, server.provider, { subject: { name: 'Emma Diaz' } })
    const customer = await mother([set.subject.uuid, sister.subject.uuid])
    const hers = sister.pictures.first.uuid
    const withHers = async () => {
      const window = buildWindow(server, customer)
      const sets = window.shop.part(createPictureSets)
      await sets.load()
      sets.choose(set.subject.uuid)
      const editor = await editing(window)
      const picture = sets.state.sets.flatMap((each) => each.pictures).find(({ uuid }) => uuid === hers)
      if (!picture) throw new Error('There is no picture of hers')
      await editor.choose('front.large', picture, 'here')
      return editor
    }
    return { customer, sister, hers, withHers }
  }
  const imageIn = ({ state }: Editor, fullId: string) => state.instance && imageOf(state.instance.content, fullId)
  const largeOn = (editor: Editor) => imageIn(editor, 'front.large')
  const largeAndWithheld = (editor: Editor) => [
    largeOn(editor),
    hasWithheldPictures(editor.state.instance as EditorInstance),
  ]
  /** The stored content of the customer's only unfinished card. */
  const storedOf = async ({ client }: BuiltCustomer) => {
    const [design] = await client.call(calls.unfinished, {})
    return {
      hers: largeIn(design?.content)?.uuid,
      name: design && textIn(design.content.resources, 'front.name')?.text,
    }
  }
  const largeIn = (content: DesignContent | undefined) => content && resourceIn(content.resources, 'front.large')?.image

  it('[EDT-9] leaves its place empty with a notice: everything else is opened, offered again and added to the cart as before', async () => {
    const { customer, sister, withHers } = await withSister()
    const editor = await withHers()
    await editor.buy()
    const [line] = await linesOf(customer)
    const here = await withHers()
    write(here, 'Before')
    await here.flush()
    const small = imageIn(here, 'front.small')
    await unpublishJob(server.app, server.provider, sister.job.uuid)
    const elsewhere = buildWindow(server, customer)
    const there = await editing(elsewhere)
    expect([largeAndWithheld(there), nameOn(there)]).toEqual([[null, true], 'Before'])
    expect(imageIn(there, 'front.small')).toEqual(small)
    const unfinished = elsewhere.shop.part(createUnfinishedWork)
    await unfinished.load()
    expect(unfinished.state.card?.subject).toBe('Liam Diaz')
    const ofLine = await editing(buildWindow(server, customer), { orderLine: line?.uuid ?? '' })
    expect([largeAndWithheld(ofLine), nameOn(ofLine)]).toEqual([[null, true], 'Liam Diaz'])
  })

  it('[EDT-9] stays chosen while its place is empty, in the saved design and in undo, and returns with its job', async () => {
    const { customer, sister, hers, withHers } = await withSister()
    const here = await withHers()
    write(here, 'Before')
    await here.flush()
    await unpublishJob(server.app, server.provider, sister.job.uuid)
    // It is saved as before, and after the answer its place is empty.
    write(here, 'Meanwhile')
    await here.flush()
    expect([largeAndWithheld(here), here.state.saving?.status, here.state.sceneError]).toEqual([
      [null, true],
      'saved',
      '',
    ])
    expect(await storedOf(customer)).toEqual({ hers, name: 'Meanwhile' })
    // Undo passes over withheld pictures without losing them.
    for (const [step, left] of [
      [undo, [null, true]],
      [undo, [null, true]],
      [undo, [expect.objectContaining({ uuid: set.pictures.favourite.uuid }), false]],
      [redo, [null, true]],
    ] as const) {
      here.act(step, {})
      expect(largeAndWithheld(here)).toEqual(left)
    }
    await here.flush()
    expect((await storedOf(customer)).hers).toBe(hers)
    const there = await editing(buildWindow(server, customer))
    expect(largeAndWithheld(there)).toEqual([null, true])
    await publishJob(server.app, server.provider, sister.job.uuid)
    const later = buildWindow(server, customer)
    later.shop.memory.write({ subject: set.subject.uuid })
    for (const editor of [here, there, await editing(later)]) {
      await editor.refresh()
      expect([largeOn(editor)?.uuid, largeAndWithheld(editor)[1]]).toEqual([hers, false])
      expect(JSON.stringify(editor.state.shownScene?.scene)).toContain(hers)
    }
  })

  it('[EDT-9] is neither shown nor sold meanwhile', async () => {
    const { customer, sister, hers, withHers } = await withSister()
    const editor = await withHers()
    await editor.flush()
    await revokeSubject(server.app, server.provider, customer.customer._id, sister.subject.uuid)
    // Before the page has noticed, the server refuses a purchase.
    expect(await editor.buy()).toBeUndefined()
    expect([editor.state.buying, editor.state.buyError]).toEqual([
      'failed',
      'We could not find this picture set among yours.',
    ])
    await eventually(() => largeAndWithheld(editor)).toEqual([null, true])
    expect(JSON.stringify(editor.state.shownScene?.scene)).not.toContain(hers)
    expect(await editor.buy()).toBeUndefined()
    expect([editor.state.buyError, await linesOf(customer)]).toEqual(['There is still a picture missing.', []])
    const there = await editing(buildWindow(server, customer))
    expect(JSON.stringify(there.state.shownScene)).not.toContain(hers)
    expect((await storedOf(customer)).hers).toBe(hers)
  })

  it('[EDT-17] leaves everything else as it was if it belongs to the only set, and work started without a set continues with it', async () => {
    const emma = await buildPictureSet(server.app, server.provider, { subject: { name: 'Emma Diaz' } })
    const { job, subject } = emma
    const [left, signedOut] = [await mother([subject.uuid]), await mother([subject.uuid])]
    const here = await editing(buildWindow(server, left))
    write(here, 'Half made')
    await here.close()
    await unpublishJob(server.app, server.provider, job.uuid)
    const there = await editing(buildWindow(server, left))
    expect([nameOn(there), largeAndWithheld(there), there.state.isContinued]).toEqual(['Half made', [null, true], true])
    write(there, 'Meanwhile')
    await there.close()
    const without = await editing(buildWindow(server, signedOut))
    expect([without.state.origin, largeOn(without)]).toEqual(['new', null])
    write(without, 'Without a picture')
    await without.close()
    await publishJob(server.app, server.provider, job.uuid)
    for (const [customer, name] of [
      [left, 'Meanwhile'],
      [signedOut, 'Without a picture'],
    ] as const) {
      const again = await editing(buildWindow(server, customer))
      expect([nameOn(again), largeOn(again)?.uuid]).toEqual([name, emma.pictures.favourite.uuid])
      await again.close()
    }
  })

  it('does not prevent saving everything else if it is gone for good', async () => {
    const { customer, sister, withHers } = await withSister()
    const editor = await withHers()
    await editor.flush()
    await picturesOf(server.app, server.provider.key).deleteMany({ 'assignment.subjects.uuid': sister.subject.uuid })
    write(editor, 'Goes on')
    await editor.flush()
    await eventually(() => storedOf(customer)).toEqual({ hers: undefined, name: 'Goes on' })
    await eventually(() => editor.state.saving?.status).toBe('saved')
    expect(largeAndWithheld(editor)).toEqual([null, true])
  })
})

describe('two windows with one card', () => {
  it('show no time of change for the window without changes', async () => {
    const customer = await mother()
    const [here, there] = [await editing(buildWindow(server, customer)), await editing(buildWindow(server, customer))]
    write(there, 'There')
    await there.flush()
    await here.buy()
    expect([here.state.saving?.status, here.versions()?.mine]).toEqual(['conflict', undefined])
    await here.resolve('theirs')
    write(here, 'Here')
    await here.flush()
    write(there, 'There again')
    await there.flush()
    expect(there.versions()?.mine).toBeGreaterThan(0)
  })
})

describe('a session that ends while a card is edited', () => {
  it('is reported, and the work stays in this tab until it can be saved', async () => {
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
    await eventually(() => JSON.stringify(window.shop.memory.read().draft)).toContain('After')
    expect(editor.signIn()).toEqual({ name: 'login', params: {} })
    for (const [name, value] of cookies) customer.client.cookies.set(name, value)
    const again = await editing(window)
    expect(nameOn(again)).toBe('After')
    await again.flush()
    expect(window.shop.memory.read().draft).toBeUndefined()
    expect(nameOn(await editing(buildWindow(server, customer)))).toBe('After')
  })
})

it('shows why a card cannot be saved, for example because its pictures are no longer shared', async () => {
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
