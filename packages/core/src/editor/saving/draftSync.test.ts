import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { carts } from '../../cart/contract.ts'
import { createCart } from '../../cart/state.ts'
import { templates } from '../../template/contract.ts'
import type { DesignContent } from '../../template/design.ts'
import { aLocalStorage } from '../../testing/aLocalStorage.ts'
import { delayAnswerOnce } from '../../testing/aShop.ts'
import { aTemplate, PRODUCT, TEMPLATE } from '../../testing/aTemplate.ts'
import { anEditorPage, nameIn, saying, sceneOf } from '../../testing/editorAnswers.ts'
import { performAction } from '../actions/action.ts'
import { writeText } from '../actions/writeText.ts'
import { editor } from '../contract.ts'
import { contentOf, createInstance, designOf, type EditorInstance } from '../design/instance.ts'
import { openSlot } from '../design/screens.ts'
import type { VisibleScene } from '../drawing/fetchScene.ts'
import { type Autosave, createAutosave } from './autosave.ts'
import { createDraftSync } from './draftSync.ts'

const OTHER_TEMPLATE = '3f0d6c1e-5a52-4b8e-9a1c-0f6f2f6c1a09'
const NOW = Date.UTC(2026, 8, 1)
const open: Autosave[] = []

beforeEach(() => {
  vi.stubGlobal('localStorage', aLocalStorage())
})
afterEach(async () => {
  for (const autosave of open.splice(0)) await autosave.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const instanceOf = (content: DesignContent) =>
  createInstance(aTemplate(content.template), PRODUCT, content.subject, contentOf(content.resources, null))

/** A window with the stored design open, and the account in which another window saves. */
function at({ line }: { line?: string } = {}) {
  const stored = { uuid: 'a-design', version: 1, content: saying('As opened'), changed: '2026-01-01T00:00:00.000Z' }
  const page = anEditorPage({
    [editor.getDesign.name]: () => ({ design: { ...stored } }),
    [editor.saveDesign.name]({ version, content }) {
      const conflict = { error: 'Changed', reason: 'editor.design_changed', data: { ...stored } }
      if (version !== stored.version) return { status: 409, body: conflict }
      Object.assign(stored, { version: stored.version + 1, content })
      return { design: { ...stored }, withheld: [] }
    },
    [carts.get.name]: {
      cart: {
        version: 1,
        orderLines: [
          {
            uuid: 'a-line',
            type: 0,
            quantity: 1,
            product: { uuid: PRODUCT },
            template: {
              uuid: TEMPLATE,
              version: 1,
              data: { userResources: saying('As opened').resources, year: null },
            },
            subjects: [{ uuid: 'emma' }],
          },
        ],
      },
    },
  })
  const autosave = createAutosave(page.shop, { uuid: 'a-design', product: PRODUCT, builtOn: 1 })
  autosave.setInitial(stored.content)
  open.push(autosave)
  const window = {
    instance: instanceOf(stored.content) as EditorInstance | null,
    autosave: autosave as Autosave | null,
    isBusy: false,
    seen: [] as VisibleScene[],
    reopened: 0,
  }
  const sync = createDraftSync(page.shop, {
    autosave: () => window.autosave,
    line,
    instance: () => window.instance,
    design: () => window.instance && designOf(window.instance),
    isBusy: () => window.isBusy,
    follow(instance, seen) {
      window.instance = instance
      window.seen.push(seen)
    },
    async reopen() {
      window.reopened += 1
    },
  })
  return {
    page,
    autosave,
    window,
    sync,
    stored,
    saveElsewhere: (content: DesignContent) => Object.assign(stored, { version: stored.version + 1, content }),
    write(text: string) {
      window.instance = performAction(window.instance as EditorInstance, writeText, { fullId: 'front.name', text })
      autosave.save(designOf(window.instance))
    },
    nameHere: () => window.instance && nameIn(designOf(window.instance)),
  }
}

describe('a version saved elsewhere', () => {
  it('is followed with its scene if nothing of this window is lost by it', async () => {
    const { window, sync, saveElsewhere, write, autosave, nameHere } = at()
    write('Saved here')
    await sync.refresh()
    expect([window.seen, window.instance?.dirty, window.instance?.history.past.length]).toEqual([[], true, 1])
    const content = saying('Elsewhere')
    saveElsewhere(content)
    await sync.refresh()
    expect(window.seen).toEqual([{ content, shownScene: sceneOf(content), hiddenPictures: [] }])
    expect([nameHere(), window.instance?.dirty, window.instance?.history]).toEqual([
      'Elsewhere',
      false,
      { past: [], future: [] },
    ])
    await sync.refresh()
    expect([window.seen.length, autosave.state.status]).toEqual([1, 'saved'])
  })

  it('leaves the customer on the same screen, whose Cancel leads to that version', async () => {
    const { window, sync, saveElsewhere } = at()
    window.instance = openSlot(window.instance as EditorInstance, 'front.name')
    saveElsewhere(saying('Elsewhere'))
    await sync.refresh()
    expect(window.instance).toMatchObject({ menu: 'text', currentResource: 'front.name' })
    expect(window.instance?.saved).toMatchObject({ content: window.instance?.content, dirty: false })
  })

  it('in another template leads to the main screen', async () => {
    const { window, sync, saveElsewhere } = at()
    window.instance = openSlot(window.instance as EditorInstance, 'front.name')
    saveElsewhere(saying('Elsewhere', { template: { uuid: OTHER_TEMPLATE, version: 2 } }))
    await sync.refresh()
    expect(window.instance?.definition).toMatchObject({ uuid: OTHER_TEMPLATE, version: 2 })
    expect(window.instance).toMatchObject({ menu: 'main', currentResource: null, saved: null })
  })

  it('waits while the customer is busy, also if that began while it was fetched', async () => {
    const { page, window, sync, saveElsewhere, nameHere } = at()
    saveElsewhere(saying('Elsewhere'))
    window.isBusy = true
    await sync.refresh()
    expect(page.sent).toEqual([])
    window.isBusy = false
    const slow = delayAnswerOnce(page, templates.scenes.name)
    const checking = sync.refresh()
    await slow.reached
    window.isBusy = true
    slow.arrive()
    await checking
    expect(nameHere()).toBe('As opened')
    window.isBusy = false
    await sync.refresh()
    expect(nameHere()).toBe('Elsewhere')
  })

  it('does not replace a change made in this window, whose next save asks', async () => {
    const { page, sync, saveElsewhere, write, autosave, nameHere } = at()
    saveElsewhere(saying('Elsewhere'))
    const slow = delayAnswerOnce(page, templates.scenes.name)
    const checking = sync.refresh()
    await slow.reached
    write('Mine')
    slow.arrive()
    await checking
    await autosave.flush()
    expect([nameHere(), autosave.state.status]).toEqual(['Mine', 'conflict'])
  })

  it('is requested once at a time, and again after a failure', async () => {
    const { page, sync, saveElsewhere, nameHere } = at()
    saveElsewhere(saying('Elsewhere'))
    page.isOnline = false
    await Promise.all([sync.refresh(), sync.refresh()])
    expect(page.sent).toEqual([editor.getDesign.name])
    page.isOnline = true
    await sync.refresh()
    expect(nameHere()).toBe('Elsewhere')
  })
})

describe('the question which version to keep', () => {
  it('is asked before a window buys what is not the stored version', async () => {
    const { sync, saveElsewhere, autosave, stored } = at()
    expect([await sync.isCurrent(), sync.versions(), await sync.fetchOtherScene()]).toEqual([
      true,
      undefined,
      undefined,
    ])
    const content = saying('Elsewhere')
    saveElsewhere(content)
    expect([await sync.isCurrent(), autosave.state.status]).toEqual([false, 'conflict'])
    expect(sync.versions()).toEqual({ mine: undefined, theirs: { ...stored, where: 'device' } })
    expect(await sync.fetchOtherScene()).toEqual(sceneOf(content))
  })

  it('shows the time of this window’s change', async () => {
    const { sync, saveElsewhere, write } = at()
    vi.setSystemTime(NOW)
    write('Mine')
    saveElsewhere(saying('Elsewhere'))
    expect(await sync.isCurrent()).toBe(false)
    expect(sync.versions()?.mine).toBe(NOW)
  })

  it('saves this window’s version if that is kept, even if it was never saved', async () => {
    const { window, sync, saveElsewhere, stored } = at()
    saveElsewhere(saying('Elsewhere'))
    await sync.isCurrent()
    await sync.resolve('mine')
    expect([nameIn(stored.content), stored.version, window.reopened]).toEqual(['As opened', 3, 0])
    expect(await sync.isCurrent()).toBe(true)
  })

  it('opens the design again if the other version is kept', async () => {
    const { window, sync, saveElsewhere, write, autosave, stored } = at()
    saveElsewhere(saying('Elsewhere'))
    write('Mine')
    await sync.isCurrent()
    await sync.resolve('theirs')
    expect([nameIn(stored.content), window.reopened, autosave.state.status]).toEqual(['Elsewhere', 1, 'saved'])
  })

  it('is never asked if nothing is saved', async () => {
    const { page, window, sync } = at()
    window.autosave = null
    await sync.refresh()
    await sync.resolve('theirs')
    expect([await sync.isCurrent(), sync.versions(), window.reopened, page.sent]).toEqual([true, undefined, 0, []])
  })
})

describe('a line of the cart', () => {
  it('is known to be in the cart as it is shown', async () => {
    const { page, sync, write } = at({ line: 'a-line' })
    expect(sync.isInCart()).toBe(false)
    await page.shop.part(createCart).load()
    expect(sync.isInCart()).toBe(true)
    write('Changed')
    expect(sync.isInCart()).toBe(false)
  })

  it('is never the same as a new card', async () => {
    const { page, sync } = at()
    await page.shop.part(createCart).load()
    expect(sync.isInCart()).toBe(false)
  })
})
