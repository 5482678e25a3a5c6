import { proxy, ref } from 'valtio/vanilla'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { carts } from '../../cart/contract.ts'
import type { DesignContent } from '../../template/design.ts'
import { aLocalStorage } from '../../testing/aLocalStorage.ts'
import { refusal } from '../../testing/answers.ts'
import { delayAnswerOnce } from '../../testing/aShop.ts'
import { aPictureUuid, aTemplate, PRODUCT, TEMPLATE } from '../../testing/aTemplate.ts'
import { anEditorPage, nameIn, saying } from '../../testing/editorAnswers.ts'
import { editor } from '../contract.ts'
import type { EditorOptions } from '../design/editorOptions.ts'
import { contentOf, createInstance, imageOf } from '../design/instance.ts'
import { createPictureAccess } from '../design/pictureAccess.ts'
import { emptyState } from '../editorState.ts'
import { openEditor } from '../opening/openEditor.ts'
import { createEditor } from '../state.ts'
import { createDesignKeeper, type DesignKeeper } from './designKeeper.ts'
import { findDraft, saveDraft } from './loginDraft.ts'

const CARD = { product: PRODUCT, template: TEMPLATE }
const LINE = { orderLine: 'a-line' }
const open: DesignKeeper[] = []
beforeEach(() => {
  vi.stubGlobal('localStorage', aLocalStorage())
})
afterEach(async () => {
  for (const keeper of open.splice(0)) await keeper.close()
  vi.unstubAllGlobals()
})

const signedOut = refusal('session.required', 'Please sign in.', 401)
const instanceOf = (content: DesignContent) =>
  createInstance(
    aTemplate(content.template),
    PRODUCT,
    content.subject,
    contentOf(content.resources, content.year ?? null),
  )

/** A server that stores one design and has one line in the cart; `refuse` refuses a save. */
function aServer() {
  const stored = { design: null as { version: number; content: DesignContent } | null }
  const save = ({ version, content }: Record<string, unknown>) => {
    const refused = server.refuse?.(content as DesignContent)
    if (refused) return refused
    stored.design = { version: Number(version) + 1, content: content as DesignContent }
    return { design: stored.design, withheld: [] }
  }
  const remove = () => {
    stored.design = null
    return {}
  }
  const get = () => ({ design: stored.design })
  const data = { userResources: saying('In the cart').resources, year: null }
  const line = {
    uuid: 'a-line',
    type: 0,
    quantity: 1,
    subProductUuids: [],
    product: { uuid: PRODUCT },
    subjects: [{ uuid: 'emma' }],
  }
  const cart = { version: 1, orderLines: [{ ...line, template: { uuid: TEMPLATE, version: 1, data } }] }
  const { getDesign, saveDesign, deleteDesign, getLineDesign, saveLineDesign, deleteLineDesign } = editor
  const server = {
    stored,
    refuse: undefined as ((content: DesignContent) => object | undefined) | undefined,
    name: () => stored.design && nameIn(stored.design.content),
    answers: {
      ...Object.fromEntries([getDesign, getLineDesign].map(({ name }) => [name, get])),
      ...Object.fromEntries([saveDesign, saveLineDesign].map(({ name }) => [name, save])),
      ...Object.fromEntries([deleteDesign, deleteLineDesign].map(({ name }) => [name, remove])),
      [carts.get.name]: { cart },
    },
  }
  return server
}

/** The keeper of an editor that shows Emma's card. */
async function at(options: EditorOptions = CARD, { isSignedIn = true, isContinued = false } = {}) {
  const server = aServer()
  const content = saying('As opened')
  const own = {
    design: 'a-design',
    version: 1,
    template: { name: 'Card', ...content.template },
    subject: { uuid: 'emma' },
  }
  const designs = isContinued ? [{ ...own, userResources: content.resources, year: null }] : []
  if (isContinued) server.stored.design = { version: 1, content }
  const { shop, sent } = anEditorPage({ ...server.answers, [editor.ownTemplates.name]: designs }, { isSignedIn })
  const state = proxy(emptyState())
  const heard: string[] = []
  const pictures = createPictureAccess({
    instance: () => state.instance,
    show(instance) {
      state.instance = ref(instance)
    },
  })
  const keeper = createDesignKeeper(shop, options, {
    ...{ state, pictures },
    onElsewhere: () => void heard.push('elsewhere'),
    onRefusal: () => void heard.push('refusal'),
  })
  open.push(keeper)
  const opened = await openEditor(shop, options)
  keeper.begin(opened)
  const show = (text: string) => {
    state.instance = ref(instanceOf(saying(text)))
    return state.instance
  }
  show('As shown')
  const write = async (text: string) => {
    keeper.keep(show(text))
    await keeper.autosave()?.flush()
    await settle()
  }
  /** Listeners of a state are called after the change. */
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  const draftName = () => {
    const draft = findDraft(shop.memory, options)
    return draft && nameIn(draft.content)
  }
  const leaveDraft = () =>
    saveDraft(shop.memory, {
      ...CARD,
      content: saying('Draft'),
      quantity: 0,
      ...('orderLine' in options && { line: options.orderLine }),
    })
  return { server, shop, sent, state, heard, keeper, opened, show, write, settle, draftName, leaveDraft }
}

describe('a design being edited', () => {
  it('is saved on the server for a customer, and not in the tab', async () => {
    const { server, write, draftName } = await at()
    await write('Typed')
    expect([server.name(), draftName()]).toEqual(['Typed', undefined])
  })

  it('is stored in the tab for a signed-out visitor, also after the page is closed', async () => {
    const { sent, keeper, write, draftName } = await at(CARD, { isSignedIn: false })
    sent.length = 0
    await write('Typed')
    await keeper.close()
    expect([keeper.autosave(), sent, draftName()]).toEqual([null, [], 'Typed'])
  })

  it('is saved only by its page if it is an item of a package', async () => {
    const { shop, sent, keeper, write } = await at({
      item: { product: { uuid: PRODUCT, name: '', type: 1 }, content: saying('Item'), shownScene: null },
    })
    sent.length = 0
    await write('Typed')
    await keeper.abandon()
    keeper.toLogin(1)
    expect([sent, shop.memory.read().draft]).toEqual([[], undefined])
  })

  it('is saved only by the new autosave after it was opened again', async () => {
    const { shop, keeper, opened, server, write, heard, settle } = await at()
    await write('First')
    const again = await openEditor(shop, CARD)
    keeper.begin(again)
    await settle()
    expect([keeper.autosave(), opened.autosave?.state.status]).toEqual([again.autosave, 'stopped'])
    await write('Second')
    expect([server.name(), heard]).toEqual(['Second', []])
  })
})

describe('a design that the server refuses', () => {
  it('is saved again without the missing pictures, once for each of them', async () => {
    const { server, state, heard, write, settle } = await at()
    const gone = { ...refusal('picture-sets.unknown', 'It is not yours.', 404) }
    server.refuse = ({ resources }) =>
      resources.some((each) => each.type === 'IMAGE' && each.image)
        ? { ...gone, body: { ...gone.body, data: [aPictureUuid(1)] } }
        : undefined
    await write('Without it')
    await settle()
    await vi.waitFor(() => expect(server.name()).toBe('Without it'))
    expect([state.instance && imageOf(state.instance.content, 'front.large'), heard]).toEqual([null, []])
    // Refused again for the same picture, it is not sent again and again.
    server.refuse = () => ({ ...gone, body: { ...gone.body, data: [aPictureUuid(1)] } })
    await write('Refused')
    expect(heard).toEqual(['refusal'])
  })

  it('is reported, stays in the tab, and is saved again on request if the reason is not a picture', async () => {
    const { server, heard, keeper, write, draftName } = await at()
    server.refuse = () => refusal('template.unknown', 'This design is no longer available.', 404)
    await write('First')
    await write('Second')
    expect([heard, keeper.autosave()?.state.status, draftName(), server.name()]).toEqual([
      ['refusal'],
      'stopped',
      'Second',
      null,
    ])
    server.refuse = undefined
    keeper.saveAgain()
    await keeper.autosave()?.flush()
    expect(server.name()).toBe('Second')
  })
})

describe('a design whose session ends', () => {
  it('stays in the tab until it is saved', async () => {
    const { server, keeper, write, settle, draftName } = await at()
    server.refuse = () => signedOut
    await write('Signed out')
    expect([draftName(), server.name()]).toEqual(['Signed out', null])
    await write('And more')
    expect(draftName()).toBe('And more')
    server.refuse = undefined
    await keeper.autosave()?.flush()
    await settle()
    expect([draftName(), server.name()]).toEqual([undefined, 'And more'])
  })

  it('stays in the tab if that is noticed only when it is closed', async () => {
    const { server, keeper, show, draftName } = await at()
    server.refuse = () => signedOut
    keeper.keep(show('Just typed'))
    await keeper.close()
    expect(draftName()).toBe('Just typed')
  })
})

describe('a design that waits for the login', () => {
  it.each<[EditorOptions, string]>([
    [CARD, `/products/cards/${PRODUCT}/${TEMPLATE}`],
    [LINE, '/shopping-cart/edit/a-line'],
  ])('is stored in the tab with its quantity, and the login leads back: %o', async (options, referrer) => {
    const { shop, keeper } = await at(options)
    expect(keeper.toLogin(3)).toEqual({ name: 'login', params: {} })
    expect(findDraft(shop.memory, options)).toMatchObject({ quantity: 3, content: saying('As shown') })
    expect(shop.memory.read().referrer).toBe(referrer)
  })

  it('becomes an ordinary one when it is taken over', async () => {
    const { server, keeper, show, leaveDraft, draftName } = await at()
    leaveDraft()
    keeper.takeOver(show('After the login'))
    await keeper.autosave()?.flush()
    expect([draftName(), server.name()]).toEqual([undefined, 'After the login'])
  })
})

describe('a design that is discarded', () => {
  it('is deleted if it was new, and otherwise reset to the version that was opened, or saved elsewhere since', async () => {
    const fresh = await at()
    await fresh.write('Typed')
    fresh.leaveDraft()
    await fresh.keeper.abandon()
    expect([fresh.server.stored.design, fresh.draftName()]).toEqual([null, undefined])

    const continued = await at(CARD, { isContinued: true })
    await continued.write('Typed')
    await continued.keeper.abandon()
    expect(continued.server.name()).toBe('As opened')
    continued.keeper.rebase(saying('Elsewhere'))
    await continued.write('Typed')
    await continued.keeper.abandon()
    expect(continued.server.name()).toBe('Elsewhere')
  })

  it('is reset to the cart’s version if it is on a line, for other windows too', async () => {
    for (const give of ['abandon', 'reset'] as const) {
      const { server, keeper, write, leaveDraft, draftName } = await at(LINE)
      await write('Typed')
      leaveDraft()
      await (give === 'abandon' ? keeper.abandon() : keeper.reset(true))
      expect([server.name(), draftName()]).toEqual(['In the cart', undefined])
    }
  })

  it('is deleted to start over, even if it was saved before', async () => {
    const { server, keeper, write, leaveDraft, draftName } = await at(CARD, { isContinued: true })
    await write('Typed')
    leaveDraft()
    await keeper.reset(false)
    expect([server.stored.design, draftName()]).toEqual([null, undefined])
  })

  it('is deleted when it was bought, except that of a line', async () => {
    for (const isLineKept of [true, false]) {
      const { server, keeper, write, settle, leaveDraft, draftName } = await at()
      await write('Bought')
      leaveDraft()
      keeper.forget(isLineKept)
      await settle()
      expect([server.name(), draftName()]).toEqual([isLineKept ? 'Bought' : null, undefined])
    }
  })
})

describe('an editor that is closed while it opens', () => {
  it('saves nothing, and leaves the draft of the tab for the next one', async () => {
    const server = aServer()
    const page = anEditorPage({ ...server.answers })
    saveDraft(page.shop.memory, { ...CARD, content: saying('From outside'), quantity: 2 })
    const closing = createEditor(page.shop, CARD)
    const answer = delayAnswerOnce(page, 'template.scenes')
    const opening = closing.open()
    await answer.reached
    await closing.close()
    page.sent.length = 0
    answer.arrive()
    expect(await opening).toBeUndefined()
    await closing.flush()
    expect([page.sent, closing.state.saving]).toEqual([[], null])
    expect(findDraft(page.shop.memory, CARD)).toMatchObject({ quantity: 2 })
  })
})
