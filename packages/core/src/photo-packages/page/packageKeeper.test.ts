import { proxy, ref } from 'valtio/vanilla'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aLocalStorage } from '../../testing/aLocalStorage.ts'
import { refusal } from '../../testing/answers.ts'
import { aPackage, aPackageContent, aPackageServer, greetingOf, LINE, PACKAGE } from '../../testing/aPackage.ts'
import { delayAnswerOnce } from '../../testing/aShop.ts'
import { anEditorPage } from '../../testing/editorAnswers.ts'
import { photoPackages } from '../contract.ts'
import { openPackagePage, type PageOptions } from './openPackage.ts'
import { createPackageKeeper, lineOf, type PackageKeeper } from './packageKeeper.ts'
import { createPackagePage } from './packagePage.ts'
import { emptyState } from './packagePageState.ts'
import { findPackageDraft, savePackageDraft } from './savedPackage.ts'

const open: PackageKeeper[] = []
beforeEach(() => {
  vi.stubGlobal('localStorage', aLocalStorage())
})
afterEach(async () => {
  for (const keeper of open.splice(0)) await keeper.close()
  vi.unstubAllGlobals()
})

const signedOut = refusal('session.required', 'Please sign in.', 401)

/** The keeper of a page that shows Emma's package, on a server that can end the session. */
async function at(options: PageOptions = { package: PACKAGE }, { isSignedIn = true } = {}) {
  const server = aPackageServer()
  const session = { isOver: false }
  const { save, saveLine } = photoPackages
  const guarded = Object.fromEntries(
    [save, saveLine].map(({ name }) => {
      const answer = server.answers[name] as (input: Record<string, unknown>) => object
      return [name, (input: Record<string, unknown>) => (session.isOver ? signedOut : answer(input))]
    }),
  )
  const window = anEditorPage({ ...server.answers, ...guarded }, { isSignedIn })
  const { shop } = window
  if ('orderLine' in options) server.inCart = aPackageContent('In the cart')
  const state = proxy(emptyState())
  const heard: string[] = []
  const keeper = createPackageKeeper(shop, options, {
    state,
    onElsewhere() {},
    onSaved: () => void heard.push('saved'),
  })
  open.push(keeper)
  const show = (text: string) => {
    state.instance = ref(aPackage('emma', aPackageContent(text).packageItems))
  }
  const opened = await openPackagePage(shop, options)
  await keeper.begin(opened)
  show('As shown')
  const drafted = (line = lineOf(options)) => findPackageDraft(shop.memory, PACKAGE, line)
  const saved = () => server.saved && greetingOf(server.saved.content)
  /** Listeners of a state are called after the change. */
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  return { server, session, window, shop, state, heard, keeper, opened, show, drafted, saved, settle }
}

describe('a package being edited', () => {
  it('is saved as it is shown, or with the given content', async () => {
    const { keeper, saved } = await at()
    keeper.keep()
    await keeper.saver()?.flush()
    expect(saved()).toBe('As shown')
    keeper.keep(aPackageContent('Given'))
    await keeper.saver()?.flush()
    expect(saved()).toBe('Given')
  })

  it('is not saved anywhere before the login if the visitor is signed out', async () => {
    const { window, keeper, drafted } = await at({ package: PACKAGE }, { isSignedIn: false })
    window.sent.length = 0
    keeper.keep()
    await keeper.reset()
    expect([keeper.saver(), window.sent, drafted()]).toEqual([null, [], undefined])
  })

  it('is not saved before it is shown', async () => {
    const { state, window, keeper } = await at()
    state.instance = null
    window.sent.length = 0
    keeper.keep()
    await keeper.saver()?.flush()
    expect(window.sent).toEqual([])
  })

  it('is saved only by the new saver after it was opened again', async () => {
    const { shop, keeper, opened, saved, show, heard, settle } = await at()
    keeper.keep()
    const again = await openPackagePage(shop, { package: PACKAGE })
    await keeper.begin(again)
    expect([saved(), opened.saving?.state.status, keeper.saver()]).toEqual(['As shown', 'stopped', again.saving])
    await settle()
    heard.length = 0
    show('Again')
    // it was saved meanwhile, so it is opened on that version
    await keeper.begin(await openPackagePage(shop, { package: PACKAGE }))
    keeper.keep()
    await keeper.saver()?.flush()
    await settle()
    expect([saved(), heard.length]).toEqual(['Again', 1])
  })
})

describe('a package that waits for the login', () => {
  it.each<[PageOptions, string]>([
    [{ package: PACKAGE }, `/products/packages/${PACKAGE}`],
    [{ orderLine: LINE }, `/shopping-cart/edit/${LINE}`],
  ])('is stored in this tab, and the login leads back: %o', async (options, referrer) => {
    const { shop, keeper, drafted } = await at(options)
    expect(keeper.toLogin(true)).toEqual({ name: 'login', params: {} })
    expect(shop.memory.read().referrer).toBe(referrer)
    expect([drafted()?.add, drafted() && greetingOf(drafted()?.content ?? aPackageContent(''))]).toEqual([
      true,
      'As shown',
    ])
    keeper.toLogin(false)
    expect(drafted()?.add).toBe(false)
  })

  it('is not stored before it is loaded', async () => {
    const { shop, state, keeper, drafted } = await at()
    state.instance = null
    expect(keeper.toLogin(true)).toEqual({ name: 'login', params: {} })
    keeper.forgetDraft()
    expect([drafted(), shop.memory.read().referrer]).toEqual([undefined, undefined])
  })

  it('is forgotten, but not the package of another line', async () => {
    const { shop, keeper, drafted } = await at()
    savePackageDraft(shop.memory, { content: aPackageContent('Of a line'), line: LINE, add: false })
    keeper.forgetDraft()
    expect(drafted(LINE)).toBeDefined()
    keeper.toLogin(false)
    keeper.forgetDraft()
    expect(drafted()).toBeUndefined()
  })
})

describe('a package whose session ends', () => {
  it('stays in this tab until it is saved, of which its page is notified', async () => {
    const { session, keeper, drafted, saved, heard, settle } = await at()
    session.isOver = true
    keeper.keep()
    await keeper.saver()?.flush()
    await settle()
    expect([drafted()?.add, saved(), heard.length]).toEqual([false, null, 0])
    session.isOver = false
    await keeper.saver()?.flush()
    await settle()
    expect([drafted(), saved(), heard.length]).toEqual([undefined, 'As shown', 1])
  })

  it('stays in this tab if that is noticed only when it is closed', async () => {
    const { session, keeper, drafted } = await at()
    session.isOver = true
    keeper.keep()
    await keeper.close()
    expect(drafted()).toMatchObject({ line: null, add: false })
  })
})

describe('a package that is reset', () => {
  it('is deleted with its draft', async () => {
    const { server, keeper, drafted } = await at()
    keeper.keep()
    await keeper.saver()?.flush()
    keeper.toLogin(true)
    await keeper.reset()
    expect([server.saved, drafted()]).toEqual([null, undefined])
  })

  it('becomes the cart’s version if it is on a line, for other windows too, or is deleted if the line is gone', async () => {
    const { server, keeper, saved } = await at({ orderLine: LINE })
    keeper.keep()
    await keeper.saver()?.flush()
    expect(saved()).toBe('As shown')
    await keeper.reset()
    expect(saved()).toBe('In the cart')
    server.inCart = null
    await keeper.reset()
    expect(server.saved).toBeNull()
  })
})

describe('a page that is closed while it opens', () => {
  it('saves nothing, buys nothing, and leaves the draft of the tab for the next one', async () => {
    const server = aPackageServer()
    const window = anEditorPage(server.answers)
    window.shop.memory.write({ subject: 'emma' })
    savePackageDraft(window.shop.memory, { content: aPackageContent('From outside'), line: null, add: true })
    const page = createPackagePage(window.shop, { package: PACKAGE })
    const answer = delayAnswerOnce(window, photoPackages.open.name)
    const opening = page.open()
    await answer.reached
    await page.close()
    window.sent.length = 0
    answer.arrive()
    expect(await opening).toBeUndefined()
    await page.flush()
    expect([window.sent, server.saved, page.state.saving]).toEqual([[], null, null])
    expect(findPackageDraft(window.shop.memory, PACKAGE, null)).toMatchObject({ add: true })
  })
})
