import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { carts } from '../../cart/contract.ts'
import { UnknownLine } from '../../cart/unknownLine.ts'
import { pictureSets } from '../../picture-sets/contract.ts'
import { templates } from '../../template/contract.ts'
import type { DesignContent } from '../../template/design.ts'
import { aLocalStorage } from '../../testing/aLocalStorage.ts'
import type { AShop } from '../../testing/aShop.ts'
import { aPictureUuid, PRODUCT, TEMPLATE } from '../../testing/aTemplate.ts'
import { anEditorPage, leaveUnsent, nameIn, saying, sceneOf } from '../../testing/editorAnswers.ts'
import { editor } from '../contract.ts'
import { saveDraft } from '../saving/loginDraft.ts'
import { openEditor } from './openEditor.ts'

// What the editor opens besides a new card: a line of the cart, and an item of a package.

beforeEach(() => {
  vi.stubGlobal('localStorage', aLocalStorage())
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('a line of the cart', () => {
  const inCart = saying('In the cart', { year: 2027 })
  const aLine = (content: DesignContent) => ({
    uuid: 'a-line',
    type: 0,
    product: { uuid: PRODUCT, name: 'Card', type: 1 },
    quantity: 5,
    isOffered: true,
    subProductUuids: ['envelope'],
    template: { ...content.template, data: { userResources: content.resources, year: content.year ?? null } },
    subjects: [{ uuid: content.subject }],
  })
  const withLine = (design: object | null, change: object = {}) => ({
    [carts.get.name]: { cart: { version: 1, orderLines: [aLine(inCart)] } },
    [editor.getLineDesign.name]: { design },
    ...change,
  })
  const openLine = ({ shop }: AShop) => openEditor(shop, { orderLine: 'a-line' })

  it('is opened as it is in the cart, with its quantity and its extras', async () => {
    const opened = await openLine(anEditorPage(withLine(null)))
    expect(opened).toMatchObject({ origin: 'line', content: inCart, isContinued: false, quantity: 5 })
    expect([opened.subProducts, opened.autosave?.version(), opened.product.uuid]).toEqual([['envelope'], 0, PRODUCT])
  })

  it('is continued with what was changed since', async () => {
    const content = saying('Changed since')
    const opened = await openLine(anEditorPage(withLine({ version: 6, content })))
    expect(opened).toMatchObject({ content, isContinued: true })
    expect(opened.autosave?.version()).toBe(6)
  })

  it('has nothing to continue if its saved version is the one in the cart', async () => {
    const opened = await openLine(anEditorPage(withLine({ version: 6, content: inCart })))
    expect([opened.isContinued, opened.autosave?.version()]).toEqual([false, 6])
  })

  it('is opened with the draft of this tab, also if that is the same as in the cart', async () => {
    const page = anEditorPage(withLine({ version: 6, content: saying('Changed since') }))
    const card = { product: PRODUCT, template: TEMPLATE }
    saveDraft(page.shop.memory, { ...card, content: inCart, quantity: 0, line: 'a-line', subProducts: [] })
    expect(await openLine(page)).toMatchObject({ content: inCart, isContinued: true, subProducts: [] })
  })

  it('is opened with what could not be saved, and saves that as a change of the line', async () => {
    await leaveUnsent('a-line', saying('Unsent'), 6)
    const lineSaves: unknown[] = []
    const page = anEditorPage(
      withLine(
        { version: 6, content: saying('Changed since') },
        {
          [editor.saveLineDesign.name]({ version, content }: Record<string, unknown>) {
            lineSaves.push([version, nameIn(content as DesignContent)])
            return { design: { version: 7, content }, withheld: [] }
          },
        },
      ),
    )
    const opened = await openLine(page)
    await opened.autosave?.flush()
    expect([nameIn(opened.content), opened.isContinued, lineSaves]).toEqual(['Unsent', true, [[6, 'Unsent']]])
  })

  it('is unknown if it is no longer in the cart', async () => {
    const empty = { [carts.get.name]: { cart: { version: 1, orderLines: [] } } }
    await expect(openLine(anEditorPage(empty))).rejects.toBeInstanceOf(UnknownLine)
  })
})

describe('an item of a package', () => {
  const content = saying('In a package')
  const item = { product: { uuid: PRODUCT, name: 'Card', type: 1 }, content, shownScene: null }

  it('is one piece without extras, which its page saves', async () => {
    const opened = await openEditor(anEditorPage().shop, { item })
    expect(opened).toMatchObject({ content, origin: 'item', autosave: null, quantity: 1, hiddenPictures: [] })
    expect(opened.product).toMatchObject({ ...item.product, subproducts: [], productprices: [] })
    expect(opened.shownScene).toEqual(sceneOf(content))
  })

  it('is shown with the scene of its page, in which a picture may be missing', async () => {
    const page = anEditorPage()
    const resources = content.resources.map((each) => (each.type === 'IMAGE' ? { ...each, image: null } : each))
    const shownScene = sceneOf({ ...content, resources })
    const opened = await openEditor(page.shop, { item: { ...item, shownScene } })
    expect([opened.shownScene, opened.hiddenPictures]).toEqual([shownScene, [aPictureUuid(1)]])
    expect(page.sent).not.toContain(templates.scenes.name)
  })

  it('is opened for a visitor who is signed out without asking for picture sets', async () => {
    const page = anEditorPage({}, { isSignedIn: false })
    await openEditor(page.shop, { item })
    expect(page.sent).not.toContain(pictureSets.list.name)
  })
})
