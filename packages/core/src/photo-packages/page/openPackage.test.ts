import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCart } from '../../cart/state.ts'
import { UnknownLine } from '../../cart/unknownLine.ts'
import { pictureSets } from '../../picture-sets/contract.ts'
import { imageIn, textIn } from '../../template/slots.ts'
import { aLocalStorage } from '../../testing/aLocalStorage.ts'
import { refusal } from '../../testing/answers.ts'
import { aPackage, aPackageContent, aPackageServer, greetingOf, LINE, PACKAGE } from '../../testing/aPackage.ts'
import { loseAnswerOnce } from '../../testing/aShop.ts'
import { aPictureUuid } from '../../testing/aTemplate.ts'
import { anEditorPage } from '../../testing/editorAnswers.ts'
import { type PackageInstance, photoPackages } from '../contract.ts'
import { packageContentOf } from '../packageItems.ts'
import { fetchCartPackage, isInCart, type OpenedPackage, openPackagePage, type PageOptions } from './openPackage.ts'
import { openSavedLine, openSavedPackage, savePackageDraft } from './savedPackage.ts'

const closing: Array<() => Promise<unknown> | undefined> = []
beforeEach(() => {
  vi.stubGlobal('localStorage', aLocalStorage())
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  vi.unstubAllGlobals()
})

/** A customer's window, or that of a visitor who is signed out, and the server. */
function at(signedIn = { isSignedIn: true }) {
  const server = aPackageServer()
  const window = anEditorPage(server.answers, signedIn)
  const { shop } = window
  shop.memory.write({ subject: 'emma' })
  async function open(options: PageOptions = { package: PACKAGE }): Promise<OpenedPackage> {
    const opened = await openPackagePage(shop, options)
    closing.push(() => opened.saving?.close())
    return opened
  }
  /** Leaves a change that could not be sent before its page was closed. */
  async function leaveUnsent(text: string, of: 'package' | 'line' = 'package') {
    const parts = { customer: 'mother', package: PACKAGE, subject: 'emma' }
    const { saving } = await (of === 'line' ? openSavedLine(shop, LINE) : openSavedPackage(shop, parts))
    window.isOnline = false
    saving.save(aPackageContent(text))
    await saving.close()
    window.isOnline = true
  }
  const draft = (text: string, { subject = 'emma', line = null, add = false }: Draft = {}) =>
    savePackageDraft(shop.memory, { content: aPackageContent(text, subject), line, add })
  return { server, window, shop, open, leaveUnsent, draft }
}
type Draft = { subject?: string | null; line?: string | null; add?: boolean }

const GREETING = 'First day of school'
const firstOf = ({ packageItems: [first] }: PackageInstance) => first?.templateData?.userResources ?? []
const impossible = refusal('picture-sets.unknown', 'We could not find this picture set among yours.', 404)

describe('a new package', () => {
  it('is filled for the selected child, and saved while it is edited', async () => {
    const { server, open } = at()
    const { instance, saving, ...opened } = await open()
    expect(opened).toEqual({ origin: 'new', isContinued: false, isDraft: false, add: false })
    expect([instance.subject?.uuid, imageIn(firstOf(instance), 'front.large')?.image?.uuid]).toEqual([
      'emma',
      aPictureUuid(1),
    ])
    saving?.save(aPackageContent('Saved'))
    await saving?.flush()
    expect(server.saved && greetingOf(server.saved.content)).toBe('Saved')
  })

  it('has no pictures for a signed-out visitor, and is not saved on the server', async () => {
    const { window, open } = at({ isSignedIn: false })
    const { instance, saving } = await open()
    expect([instance.subject, saving, window.sent]).toEqual([null, null, [photoPackages.open.name]])
    expect(window.sent).not.toContain(pictureSets.list.name)
  })

  it('is reported as an error of the shop if it cannot be fetched', async () => {
    const { window, open } = at()
    loseAnswerOnce(window, photoPackages.open.name)
    await expect(open()).rejects.toMatchObject({ kind: 'network' })
  })
})

describe('a saved package', () => {
  it('is continued as it was left, and builds on the saved version', async () => {
    const { server, open } = at()
    server.saved = { version: 4, content: aPackageContent('Left') }
    const { instance, saving, ...opened } = await open()
    expect(opened).toEqual({ origin: 'saved', isContinued: true, isDraft: false, add: false })
    expect([greetingOf(instance), saving?.version()]).toEqual(['Left', 4])
  })

  it.each([
    ['the draft of this tab', 'draft'],
    ['what could not be sent before its page was closed', 'saved'],
  ])('is continued with %s instead', async (_title, origin) => {
    const { server, open, draft, leaveUnsent } = at()
    if (origin === 'draft') draft('Later')
    else await leaveUnsent('Later')
    server.saved = { version: 4, content: aPackageContent('Left') }
    const { instance, ...opened } = await open()
    expect([greetingOf(instance), opened.origin, opened.isDraft]).toEqual(['Later', origin, origin === 'draft'])
  })

  it('is sent if it could not be sent before', async () => {
    const { server, open, leaveUnsent } = at()
    await leaveUnsent('On the train')
    const { saving } = await open()
    await saving?.flush()
    expect(server.saved && greetingOf(server.saved.content)).toBe('On the train')
  })

  it('is started again if the server can no longer fill it, and is kept if the server cannot be reached', async () => {
    const { server, window, open } = at()
    server.saved = { version: 4, content: aPackageContent('Left') }
    server.refuse = () => impossible
    const { instance, saving, ...opened } = await open()
    expect(opened).toEqual({ origin: 'new', isContinued: false, isDraft: false, add: false })
    expect([greetingOf(instance), saving?.version()]).toEqual([GREETING, 4])
    server.refuse = () => refusal('internal', 'Something went wrong.', 500)
    await expect(open()).rejects.toMatchObject({ status: 500 })
    server.refuse = undefined
    loseAnswerOnce(window, photoPackages.open.name)
    await expect(open()).rejects.toMatchObject({ kind: 'network' })
    expect(server.saved.version).toBe(4)
  })
})

describe('a draft of the tab', () => {
  it('is that of this package, whether or not it was to be added to the cart', async () => {
    const { open, draft } = at()
    draft('Mine', { add: true })
    expect(await open()).toMatchObject({ origin: 'draft', isDraft: true, isContinued: false, add: true })
    draft('Mine')
    expect(await open()).toMatchObject({ isDraft: true, add: false })
    draft('Of a line', { line: LINE, add: true })
    expect(await open()).toMatchObject({ origin: 'new', isDraft: false, add: false })
  })

  it('keeps the typed texts after the login, gets the child’s name and pictures, and is not added to the cart unseen', async () => {
    const { open, draft } = at()
    draft('Hello from outside', { subject: null, add: true })
    const { instance, ...opened } = await open()
    expect(opened).toMatchObject({ origin: 'draft', isDraft: true, add: false })
    const resources = firstOf(instance)
    expect([textIn(resources, 'front.greeting')?.text, textIn(resources, 'front.name')?.text]).toEqual([
      'Hello from outside',
      'Emma Carter',
    ])
    expect(imageIn(resources, 'front.large')?.image?.uuid).toBe(aPictureUuid(1))
  })
})

describe('a package in the cart', () => {
  const inCart = aPackageContent('In the cart')
  const line = { orderLine: LINE }
  const atLine = () => {
    const built = at()
    built.server.inCart = inCart
    return built
  }

  it('is opened as it is there, and has nothing to continue if the same is saved', async () => {
    const { server, open } = atLine()
    const asInCart = { origin: 'line', isContinued: false, isDraft: false, add: false }
    expect(await open(line)).toMatchObject(asInCart)
    const packageItems = inCart.packageItems.map((item) => ({ ...item, version: item.version + 6 }))
    server.saved = { version: 2, content: { ...inCart, packageItems } }
    const { instance, ...opened } = await open(line)
    expect([greetingOf(instance), opened]).toMatchObject(['In the cart', asInCart])
  })

  it('is continued with what was changed since, was not sent, or is in this tab', async () => {
    const { server, open, draft, leaveUnsent } = atLine()
    server.saved = { version: 2, content: aPackageContent('Changed') }
    const saved = await open(line)
    expect([greetingOf(saved.instance), saved.isContinued, saved.isDraft]).toEqual(['Changed', true, false])
    await leaveUnsent('Not sent', 'line')
    const unsent = await open(line)
    await unsent.saving?.flush()
    expect([greetingOf(unsent.instance), greetingOf(server.saved.content)]).toEqual(['Not sent', 'Not sent'])
    draft('Draft', { line: LINE, add: true })
    const tab = await open(line)
    expect([greetingOf(tab.instance), tab.isContinued, tab.isDraft, tab.add]).toEqual(['Draft', true, true, true])
  })

  it('returns to the version of the cart if the changes are no longer possible', async () => {
    const { server, open, draft } = atLine()
    server.saved = { version: 2, content: aPackageContent('Changed') }
    draft('Draft', { line: LINE, add: true })
    server.refuse = (packageItems) => (greetingOf({ packageItems }) === 'In the cart' ? undefined : impossible)
    const { instance, saving, ...opened } = await open(line)
    expect(opened).toEqual({ origin: 'line', isContinued: false, isDraft: false, add: false })
    expect([greetingOf(instance), saving?.version()]).toEqual(['In the cart', 2])
    server.refuse = () => refusal('internal', 'Something went wrong.', 500)
    await expect(open(line)).rejects.toMatchObject({ status: 500 })
  })

  it('is unknown if it was removed from it', async () => {
    const { server, shop, open } = atLine()
    server.inCart = null
    await expect(open(line)).rejects.toBeInstanceOf(UnknownLine)
    expect(await fetchCartPackage(shop, LINE)).toBeUndefined()
  })

  it('is compared by its content, however often that was changed and changed back', async () => {
    const { server, shop } = atLine()
    const same = aPackage(
      'emma',
      inCart.packageItems.map((item) => ({ ...item, version: 9 })),
    )
    expect(isInCart(shop, LINE, same)).toBe(false)
    await shop.part(createCart).refresh()
    expect([isInCart(shop, LINE, same), isInCart(shop, LINE, aPackage('emma')), isInCart(shop, 'other', same)]).toEqual(
      [true, false, false],
    )
    server.inCart = packageContentOf(aPackage('emma'))
    // What another device has done is fetched.
    expect((await fetchCartPackage(shop, LINE))?.asSaved).toEqual(server.inCart)
    expect(isInCart(shop, LINE, same)).toBe(false)
  })
})
