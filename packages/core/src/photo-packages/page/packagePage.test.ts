import { account } from '@portraitkit/core/account/contract.ts'
import { createCart } from '@portraitkit/core/cart/state.ts'
import { photoPackages } from '@portraitkit/core/photo-packages/contract.ts'
import { createPackagePage, type PackagePage } from '@portraitkit/core/photo-packages/page/packagePage.ts'
import { createPictureSets } from '@portraitkit/core/picture-sets/state.ts'
import { imageIn, textIn, withResource } from '@portraitkit/core/template/slots.ts'
import { type AShop, aShop } from '@portraitkit/core/testing/aShop.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PackageDocument } from '../../../../server/src/features/photo-packages/document.ts'
import { type BuiltCustomer, buildCustomer } from '../../../../server/src/testing/buildCustomer.ts'
import { type BuiltPackage, buildPackage } from '../../../../server/src/testing/buildPackage.ts'
import { type BuiltPictureSet, buildPictureSet } from '../../../../server/src/testing/buildPictureSet.ts'
import { startTestServer, type TestServer } from '../../../../server/src/testing/testServer.ts'

// The package page without its screen, against the real server.

let server: TestServer
let emma: BuiltPictureSet
let noah: BuiltPictureSet
beforeAll(async () => {
  server = await startTestServer()
  emma = await buildPictureSet(server.app, server.provider)
  noah = await buildPictureSet(server.app, server.provider, { subject: { jobUuid: emma.job.uuid } })
})
afterAll(() => server.close())

const familyOf = () => buildCustomer(server, { subjects: [noah.subject.uuid, emma.subject.uuid] })
const offer = (change: Partial<PackageDocument> = {}) =>
  buildPackage(server.app, server.provider, [emma.job.uuid], change)

/** A page of the shop in a window of its own; without a customer for a signed-out visitor. */
function aWindow(of?: BuiltCustomer, client = of?.client ?? server.client()): AShop {
  const window = aShop((endpoint, input) => client.send(endpoint as never, input as never), server.provider.key)
  const user = of ? { uuid: of.customer._id } : null
  const { shop } = window
  const { state } = shop.session
  Object.assign(state, of ? { user } : { user, status: 'signed-out' })
  shop.session.check = async () => {
    state.status = (await shop.call(account.session, {})).user ? 'signed-in' : 'signed-out'
    return state
  }
  return window
}

async function openedPage({ document }: BuiltPackage, { shop }: AShop): Promise<PackagePage> {
  shop.memory.write({ subject: emma.subject.uuid })
  const page = createPackagePage(shop, { package: document.uuid })
  expect(await page.open()).toBeUndefined()
  return page
}

const itemsOf = ({ state }: PackagePage) => state.instance?.packageItems ?? []
const itemAt = (page: PackagePage, at: number) => {
  const item = itemsOf(page)[at]
  if (!item) throw new Error(`There is no item ${at}`)
  return item
}
const imageAt = (page: PackagePage, at: number) =>
  imageIn(itemAt(page, at).templateData?.userResources ?? [], 'front.large')?.image?.uuid
const versions = (page: PackagePage) => itemsOf(page).map(({ version }) => version)
const pictureOf = ({ first }: BuiltPictureSet['pictures']) => ({ ...first, keywords: [...first.keywords] })
const firstOf = (set: BuiltPictureSet) => pictureOf(set.pictures)

/** Types on an item, like the editor inside the page. */
async function write(page: PackagePage, at: number, text: string): Promise<void> {
  const { uuid, template, templateData, preview, subject } = itemAt(page, at)
  if (!template || !templateData) throw new Error('It is not a print')
  const resources = withResource(templateData.userResources, { fullId: 'front.greeting', type: 'STRING', text })
  const design = { template, subject: subject?.uuid ?? null, resources }
  await page.replaceItem(uuid, design, preview ?? ({} as never))
}
const greetingAt = (page: PackagePage, at: number) =>
  textIn(itemAt(page, at).templateData?.userResources ?? [], 'front.greeting')?.text

const nameAt = (page: PackagePage, at: number) =>
  textIn(itemAt(page, at).templateData?.userResources ?? [], 'front.name')?.text

describe('a package being edited', () => {
  it('[PKG-3] [PKG-4] shows what will be printed, applies one picture to all prints, and undoes and redoes it', async () => {
    const page = await openedPage(await offer(), aWindow(await familyOf()))
    const before = imageAt(page, 0)
    expect(itemsOf(page).map(({ type }) => type)).toEqual([
      'TEMPLATE_PRODUCT',
      'TEMPLATE_PRODUCT',
      'CATALOGUE',
      'DIGITAL_SET',
    ])
    expect([page.state.dirty, page.losesOnLeave(), itemAt(page, 0).subject?.uuid]).toEqual([
      false,
      false,
      emma.subject.uuid,
    ])

    expect(await page.changeAll(firstOf(emma))).toBe(2)
    expect([imageAt(page, 0), imageAt(page, 1)]).toEqual([emma.pictures.first.uuid, emma.pictures.first.uuid])
    expect(versions(page)).toEqual([2, 2, 1, 1])
    // the server has laid it out: this hash is sent to the cart
    expect(itemAt(page, 0).sceneHash).toBe(itemAt(page, 0).preview?.hash)
    expect(page.state.dirty).toBe(true)

    page.undo()
    expect([imageAt(page, 0), versions(page), page.state.canUndo, page.state.canRedo]).toEqual([
      before,
      [3, 3, 1, 1],
      false,
      true,
    ])
    page.redo()
    expect([imageAt(page, 0), versions(page)]).toEqual([emma.pictures.first.uuid, [4, 4, 1, 1]])
    await page.close()
  })

  it('[PKG-3] is saved while it is edited, found again in another window, and asks if both have changed it', async () => {
    const built = await offer()
    const mother = await familyOf()
    const here = await openedPage(built, aWindow(mother))
    await write(here, 0, 'From here')
    await here.flush()
    const there = await openedPage(built, aWindow(mother))
    expect([there.state.origin, greetingAt(there, 0)]).toEqual(['saved', 'From here'])
    await write(there, 0, 'From there')
    await there.flush()
    await write(here, 0, 'Once more')
    await here.flush()
    expect([here.state.saving?.status, here.losesOnLeave()]).toEqual(['conflict', true])
    expect(here.theirs()?.content.package.uuid).toBe(built.document.uuid)
    expect(JSON.stringify((await here.showTheirs())?.packageItems[0]?.preview?.scene)).toMatch(/From there/i)
    await here.resolve('theirs')
    expect([greetingAt(here, 0), here.state.status]).toEqual(['From there', 'ready'])
    await here.startOver()
    expect([here.state.origin, greetingAt(here, 0)]).toEqual(['new', 'First day of school'])
    expect(await mother.client.call(photoPackages.unfinished, {})).toEqual([])
    await Promise.all([here.close(), there.close()])
  })

  it('[PKG-3] keeps an item’s changes while the server cannot be reached; they are laid out and bought afterwards', async () => {
    const built = await offer()
    const mother = await familyOf()
    const window = aWindow(mother)
    const here = await openedPage(built, window)
    await write(here, 0, 'Base')
    window.isOnline = false
    await write(here, 0, 'Precious')
    expect([greetingAt(here, 0), here.state.changeError, here.losesOnUnload()]).toEqual([
      'Precious',
      'No connection',
      false,
    ])
    await here.flush()
    expect([here.state.saving?.status, here.losesOnUnload()]).toEqual(['waiting', true])
    await write(here, 1, 'Second')
    expect(await here.buy()).toBeUndefined()
    expect(here.state.buyError).toBe('No connection')
    window.isOnline = true
    await here.reconnect()
    await expect.poll(() => JSON.stringify(itemAt(here, 0).preview?.scene)).toMatch(/Precious/i)
    expect([greetingAt(here, 0), greetingAt(here, 1), here.state.changeError]).toEqual(['Precious', 'Second', ''])
    await here.flush()
    const there = await openedPage(built, aWindow(mother))
    expect([greetingAt(there, 0), greetingAt(there, 1)]).toEqual(['Precious', 'Second'])
    await there.close()

    window.isOnline = false
    await write(here, 0, 'Third')
    window.isOnline = true
    expect(await here.buy()).toMatchObject({ name: 'shoppingcart' })
    const [line] = window.shop.part(createCart).state.cart?.orderLines ?? []
    expect(JSON.stringify(line?.package?.packageItems[0]?.preview?.scene)).toMatch(/Third/i)
    await here.close()
  })

  it('[PKG-3] keeps changes after the end of the session in its tab, until they are saved or started over', async () => {
    const built = await offer()
    const mother = await familyOf()
    const window = aWindow(mother)
    const page = await openedPage(built, window)
    const session = [...mother.client.cookies]
    const waits = () => JSON.stringify(window.shop.memory.read().packageDraft)
    const signedOut = async (text: string) => {
      mother.client.cookies.clear()
      await write(page, 0, text)
      await page.flush()
      expect([page.state.saving?.status, waits()]).toEqual(['signed-out', expect.stringContaining(text)])
      for (const [name, value] of session) mother.client.cookies.set(name, value)
      await window.shop.session.check()
    }
    await signedOut('Signed out')
    // Signed in again in another window.
    await write(page, 0, 'And in')
    await page.flush()
    expect([page.state.saving?.status, waits()]).toEqual(['saved', undefined])
    await signedOut('Given up')
    await page.startOver()
    expect([greetingAt(page, 0), waits()]).toEqual(['First day of school', undefined])
    mother.client.cookies.clear()
    await write(page, 0, 'Closed')
    await page.close()
    expect(waits()).toContain('Closed')
  })

  it('[PKG-6] navigates to the login if the session ends while it is added to the cart', async () => {
    const mother = await familyOf()
    let isBuying = false
    const looked = Promise.withResolvers<void>()
    // The session ends between fetching the saved version and the scene.
    const client = {
      async send(...[endpoint, input]: Parameters<typeof mother.client.send>) {
        if (isBuying && endpoint.name === photoPackages.open.name) {
          await looked.promise
          mother.client.cookies.clear()
        }
        const answer = await mother.client.send(endpoint, input)
        if (isBuying && endpoint.name === photoPackages.getSaved.name) looked.resolve()
        return answer
      },
    } as typeof mother.client
    const window = aWindow(mother, client)
    const page = await openedPage(await offer(), window)
    window.isOnline = false
    await write(page, 0, 'Waits for its scene')
    window.isOnline = true
    isBuying = true
    expect(await page.buy()).toEqual({ name: 'login', params: {} })
    expect(JSON.stringify(window.shop.memory.read().packageDraft)).toContain('Waits for its scene')
    await page.close()
  })

  it('[PKG-3] undoes what the server refuses to print, with the reason', async () => {
    const window = aWindow(await familyOf())
    const page = await openedPage(await offer(), window)
    await write(page, 0, 'Base')
    const { template } = itemAt(page, 0)
    const design = { template: { uuid: emma.subject.uuid, version: 1 }, subject: emma.subject.uuid, resources: [] }
    await page.replaceItem(itemAt(page, 0).uuid, design, {} as never)
    expect(page.state.changeError).not.toBe('')
    expect([greetingAt(page, 0), itemAt(page, 0).template?.uuid, page.state.canRedo]).toEqual([
      'Base',
      template?.uuid,
      false,
    ])
    await page.close()
  })

  it('[PKG-5] is filled for another set as its mode allows, and a refusal changes nothing', async () => {
    const family = aWindow(await familyOf())
    const open = await openedPage(await offer({ allowSubjectChange: 2 }), family)
    const { uuid } = itemAt(open, 0)
    expect(await open.changeSubject(uuid, noah.subject.uuid)).toBe(true)
    expect([itemAt(open, 0).subject?.uuid, imageAt(open, 0), versions(open)]).toEqual([
      noah.subject.uuid,
      noah.pictures.favourite.uuid,
      [2, 1, 1, 1],
    ])
    await open.close()

    const shut = await openedPage(await offer({ allowSubjectChange: 1 }), family)
    const before = itemsOf(shut)
    expect(await shut.changeSubject(itemAt(shut, 0).uuid, noah.subject.uuid)).toBe(false)
    expect(await shut.changeAll(firstOf(noah))).toBe(undefined)
    expect(shut.state.changeError).toBe('Pictures of this picture set cannot be used in this package.')
    expect([itemsOf(shut), shut.state.dirty, shut.state.canUndo]).toEqual([before, false, false])
    await shut.close()
  })

  it('[PKG-6] is added to the cart as shown, changed on its line, and no longer saved', async () => {
    const built = await offer()
    const mother = await familyOf()
    const window = aWindow(mother)
    const page = await openedPage(built, window)
    await write(page, 0, 'For granny')
    expect(await page.buy()).toEqual({ name: 'shoppingcart', params: {} })
    expect([page.state.dirty, page.losesOnLeave()]).toEqual([false, false])
    await page.close()
    // the cart does not wait for it
    await expect.poll(() => mother.client.call(photoPackages.unfinished, {})).toEqual([])
    const cart = window.shop.part(createCart)
    const line = () => cart.state.cart?.orderLines.find(({ product }) => product?.uuid === built.document.uuid)
    expect(line()?.actualLinePrice).toBe(5000)

    const edit = createPackagePage(window.shop, { orderLine: line()?.uuid ?? '' })
    expect(await edit.open()).toBeUndefined()
    expect([edit.state.origin, greetingAt(edit, 0), edit.losesOnLeave()]).toEqual(['line', 'For granny', false])
    await write(edit, 1, 'For grandpa')
    // The cart does not have it yet, but it is saved: a reload or another device finds it.
    await edit.flush()
    expect([edit.losesOnLeave(), edit.losesOnUnload()]).toEqual([true, false])
    const again = createPackagePage(aWindow(mother).shop, { orderLine: line()?.uuid ?? '' })
    expect(await again.open()).toBeUndefined()
    expect([again.state.origin, again.state.isContinued, greetingAt(again, 1)]).toEqual(['line', true, 'For grandpa'])
    // it does not count as an unfinished package
    expect(await mother.client.call(photoPackages.unfinished, {})).toEqual([])
    await again.startOver()
    expect([again.state.isContinued, greetingAt(again, 1)]).toEqual([false, 'First day of school'])
    await again.close()
    // started again there, so the customer is asked which version to keep
    expect(await edit.buy()).toBeUndefined()
    expect(edit.state.saving?.status).toBe('conflict')
    await edit.resolve('mine')
    expect(await edit.buy()).toEqual({ name: 'shoppingcart', params: {} })
    const texts = line()?.package?.packageItems.flatMap(({ templateData }) => {
      const text = textIn(templateData?.userResources ?? [], 'front.greeting')?.text
      return text ? [text] : []
    })
    expect(texts).toEqual(['For granny', 'For grandpa'])
    await edit.close()

    const gone = createPackagePage(window.shop, { orderLine: built.document.uuid })
    expect(await gone.open()).toEqual({ name: 'shoppingcart', params: {} })
    // Its set is in the cart already: the refusal is shown and the work is kept.
    const twice = await openedPage(built, window)
    await write(twice, 0, 'Twice')
    expect(await twice.buy()).toBeUndefined()
    expect(twice.state).toMatchObject({
      buyError: 'The digital pictures of this set are in your cart already.',
      isAddingToCart: false,
      dirty: true,
    })
    await twice.close()
    // the changes of a line are deleted with it
    const uuid = line()?.uuid ?? ''
    const last = createPackagePage(window.shop, { orderLine: uuid })
    await last.open()
    await write(last, 0, 'Gone with its line')
    await last.close()
    expect((await mother.client.call(photoPackages.getLine, { uuid })).saved).not.toBeNull()
    await cart.remove(uuid)
    expect(await mother.client.call(photoPackages.getLine, { uuid })).toEqual({ saved: null })
  })

  it('follows what another window has saved if it has no own changes, but not while an item is edited', async () => {
    const [built, mother] = [await offer(), await familyOf()]
    const here = await openedPage(built, aWindow(mother))
    const there = await openedPage(built, aWindow(mother))
    await write(here, 0, 'First')
    await here.flush()
    there.setEditing(true)
    await there.refresh()
    expect(greetingAt(there, 0)).toBe('First day of school')
    there.setEditing(false)
    await expect.poll(() => greetingAt(there, 0)).toBe('First')
    expect([there.state.dirty, there.state.canUndo, there.state.saving?.status]).toEqual([false, false, 'saved'])
    // and continues from there without a question
    await write(there, 0, 'Second')
    await there.flush()
    expect(there.state.saving?.status).toBe('saved')
    await here.refresh()
    expect([greetingAt(here, 0), here.state.canUndo]).toEqual(['Second', false])
    await Promise.all([here.close(), there.close()])
  })

  it('[PKG-3] keeps the texts typed signed out after the login, with the pictures and the name of the child', async () => {
    const built = await offer()
    const visitor = aWindow()
    const page = await openedPage(built, visitor)
    expect([imageAt(page, 0), page.state.instance?.disabled]).toEqual([undefined, null])
    await write(page, 0, 'Hello from outside')
    expect(page.losesOnLeave()).toBe(true)
    expect(await page.buy()).toEqual({ name: 'login', params: {} })
    expect(visitor.shop.memory.read().referrer).toBe(`/products/packages/${built.document.uuid}`)
    await page.close()

    const mother = await familyOf()
    const signedIn = aWindow(mother)
    signedIn.shop.memory.write({ packageDraft: visitor.shop.memory.read().packageDraft })
    const after = await openedPage(built, signedIn)
    expect([greetingAt(after, 0), imageAt(after, 0), after.state.origin]).toEqual([
      'Hello from outside',
      emma.pictures.favourite.uuid,
      'draft',
    ])
    expect(nameAt(after, 0)).toBe(emma.subject.name)
    await after.flush()
    expect(signedIn.shop.part(createPictureSets).state.selected).toBe(emma.subject.uuid)
    expect((await mother.client.call(photoPackages.unfinished, {})).map((one) => one.package)).toEqual([
      built.document.uuid,
    ])
    await after.close()
  })
})
