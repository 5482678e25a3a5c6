import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPictureSets } from '../../picture-sets/state.ts'
import { products } from '../../products/contract.ts'
import { templates } from '../../template/contract.ts'
import type { DesignContent, Resource } from '../../template/design.ts'
import { designId } from '../../template/designId.ts'
import { textIn } from '../../template/slots.ts'
import { aLocalStorage } from '../../testing/aLocalStorage.ts'
import { refusal } from '../../testing/answers.ts'
import type { AShop } from '../../testing/aShop.ts'
import { aContent, anImage, aPictureUuid, PRODUCT, TEMPLATE } from '../../testing/aTemplate.ts'
import { anEditorPage, CHILDREN, filledFor, leaveUnsent, nameIn, saying, sceneOf } from '../../testing/editorAnswers.ts'
import { editor } from '../contract.ts'
import { type Draft, saveDraft } from '../saving/loginDraft.ts'
import { errorText, openEditor, UnknownProduct } from './openEditor.ts'

const CARD = { product: PRODUCT, template: TEMPLATE }
const OTHER_TEMPLATE = '3f0d6c1e-5a52-4b8e-9a1c-0f6f2f6c1a09'

beforeEach(() => {
  vi.stubGlobal('localStorage', aLocalStorage())
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** A saved design as the server lists it. */
const ownDesign = (content: DesignContent, change: object = {}) => ({
  design: 'a-design',
  version: 4,
  template: { name: 'Card', ...content.template },
  subject: { uuid: content.subject },
  userResources: content.resources,
  year: content.year ?? null,
  ...change,
})
const withDesigns = (...designs: object[]) => ({ [editor.ownTemplates.name]: designs })

/** A tab's draft, as it is stored before a login. */
const aDraft = (content: DesignContent, change: Partial<Draft> = {}): Draft => ({
  ...CARD,
  content,
  quantity: 0,
  ...change,
})

/** The saves that reach the server, each with the version it builds on. */
function watchSaves(change: Parameters<typeof anEditorPage>[0] = {}) {
  const saves: unknown[] = []
  const save = ({ uuid, version, content }: Record<string, unknown>) => {
    saves.push([uuid, version, nameIn(content as DesignContent)])
    return { design: { version: Number(version) + 1, content }, withheld: [] }
  }
  return { saves, page: anEditorPage({ ...change, [editor.saveDesign.name]: save }) }
}

const open = ({ shop }: AShop) => openEditor(shop, CARD)

describe('a new card', () => {
  it('is filled for the selected child, and saved while it is edited', async () => {
    const page = anEditorPage()
    page.shop.memory.write({ subject: 'noah' })
    const opened = await open(page)
    expect(opened).toMatchObject({
      origin: 'new',
      isContinued: false,
      quantity: 0,
      subProducts: [],
      hiddenPictures: [],
    })
    expect(opened.content).toEqual(aContent(filledFor('noah'), { subject: 'noah' }))
    expect(opened.shownScene).toEqual(sceneOf(opened.content))
    expect([opened.autosave?.version(), opened.draft]).toEqual([0, undefined])
  })

  it('has no pictures for a signed-out visitor, and is not saved on the server', async () => {
    const page = anEditorPage({}, { isSignedIn: false })
    const opened = await open(page)
    expect([opened.content, opened.autosave]).toEqual([aContent(filledFor(null)), null])
    expect(page.sent).not.toContain(editor.ownTemplates.name)
  })

  it('has the prices for its child, and the year of its template', async () => {
    const requests: unknown[] = []
    const page = anEditorPage({
      [products.priceList.name](input) {
        requests.push(input)
        return { products: [{ uuid: PRODUCT }] }
      },
      [editor.fillTemplate.name]: { userResources: [], year: 2027 },
    })
    const opened = await open(page)
    expect([requests, opened.product.uuid, opened.content.year]).toEqual([[{ subject: 'emma' }], PRODUCT, 2027])
  })

  it('is refused without a text of the server if its product is not sold', async () => {
    const failure = await open(anEditorPage({ [products.priceList.name]: { products: [] } })).catch(
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(UnknownProduct)
    expect(errorText(failure)).toBeUndefined()
  })

  it('is refused with the text of the server if its template no longer exists', async () => {
    const gone = refusal('template.unknown', 'This design is no longer available.', 404)
    const failure = await open(anEditorPage({ [templates.byUuid.name]: gone })).catch((error: unknown) => error)
    expect(errorText(failure)).toBe('This design is no longer available.')
  })
})

describe('a saved design', () => {
  it('is continued as it was left, and builds on the saved version', async () => {
    const content = saying('For grandma', { year: 2027 })
    const opened = await open(anEditorPage(withDesigns(ownDesign(content))))
    expect(opened).toMatchObject({ content, origin: 'design', isContinued: true })
    expect(opened.autosave?.version()).toBe(4)
  })

  it('is not opened for another child', async () => {
    const opened = await open(anEditorPage(withDesigns(ownDesign(saying('For Noah', { subject: 'noah' })))))
    expect([opened.origin, nameIn(opened.content), opened.autosave?.version()]).toEqual(['new', 'Emma Carter', 0])
  })

  it('keeps the version of the template with which it was made', async () => {
    const content = saying('For grandma', { template: { uuid: TEMPLATE, version: 7 } })
    const opened = await open(anEditorPage(withDesigns(ownDesign(content))))
    expect([opened.definition.version, opened.content]).toEqual([7, content])
  })

  it('is opened in the template to which it was switched, at the address with which it was started', async () => {
    const design = await designId({ customer: 'mother', ...CARD, subject: 'emma' })
    const content = saying('For grandma', { template: { uuid: OTHER_TEMPLATE, version: 2 } })
    const opened = await open(anEditorPage(withDesigns(ownDesign(content, { design }))))
    expect([opened.definition.uuid, opened.definition.version]).toEqual([OTHER_TEMPLATE, 2])
    expect([opened.origin, opened.content]).toEqual(['design', content])
  })

  it('gets the pictures of a child shared later if it was started without any', async () => {
    const content = saying('For grandma', { subject: null, resources: filledFor(null) })
    content.resources[2] = { fullId: 'front.name', type: 'STRING', text: 'For grandma' }
    const opened = await open(anEditorPage(withDesigns(ownDesign(content))))
    const [large, small, , greeting] = filledFor('emma')
    const name = { fullId: 'front.name', type: 'STRING', text: 'For grandma' }
    expect(opened.content).toEqual(aContent([large, small, name, greeting] as never, { subject: 'emma' }))
    expect(opened).toMatchObject({ origin: 'design', isContinued: true })
  })

  it('is the latest one of the template, whichever child it shows, while no pictures are shared', async () => {
    const [latest, earlier] = [saying('Latest', { subject: 'noah' }), saying('Earlier')]
    const page = anEditorPage(withDesigns(ownDesign(latest), ownDesign(earlier)))
    const sets = page.shop.part(createPictureSets)
    await sets.load()
    sets.state.selected = null
    expect(nameIn((await open(page)).content)).toBe('Latest')
  })

  it('[EDT-9] keeps a picture that is no longer shared, and is drawn without it', async () => {
    const content = saying('For grandma')
    const hers = aPictureUuid(1)
    const page = anEditorPage({
      ...withDesigns(ownDesign(content)),
      [templates.scenes.name]: ({ scenes }) =>
        JSON.stringify(scenes).includes(hers)
          ? { status: 404, body: { error: 'Not yours', reason: 'picture-sets.unknown', data: [hers] } }
          : { scenes: (scenes as DesignContent[]).map(sceneOf) },
    })
    const opened = await open(page)
    expect([opened.content, opened.hiddenPictures]).toEqual([content, [hers]])
  })
})

describe('a draft of the tab', () => {
  it('is shown instead of the saved design, with its extras, and is saved as a change of the version that it builds on', async () => {
    const page = anEditorPage(withDesigns(ownDesign(saying('Saved'))))
    const draft = aDraft(saying('Of this tab'), { quantity: 3, subProducts: ['envelope'], builtOn: 2 })
    saveDraft(page.shop.memory, draft)
    const opened = await open(page)
    expect(opened).toMatchObject({ draft, content: draft.content, origin: 'draft', isContinued: false })
    expect([opened.subProducts, opened.autosave?.version()]).toEqual([['envelope'], 2])
  })

  it('gets the pictures of the child after the login if it was made signed out, and keeps its texts and its year', async () => {
    const page = anEditorPage()
    const written = filledFor(null).map((each) =>
      each.fullId === 'front.greeting' ? { ...each, text: 'We are here' } : each,
    )
    saveDraft(page.shop.memory, aDraft(aContent(written as never, { year: 2027 })))
    const { content } = await open(page)
    expect(content.resources[0]).toEqual(anImage('front.large', { uuid: CHILDREN.emma?.picture }))
    expect([content.subject, content.year, textIn(content.resources, 'front.greeting')?.text]).toEqual([
      'emma',
      2027,
      'We are here',
    ])
  })
})

describe('a text of a card that was made signed out, after the login', () => {
  /** The card after the login, with this name on it before, and the name that the server fills in. */
  async function nameAfterLogin(before: object, filled: object = {}) {
    const withName = (resources: Resource[], change: object) =>
      resources.map((each) => (each.fullId === 'front.name' ? { ...each, ...change } : each))
    const page = anEditorPage({
      [editor.fillTemplate.name]: { userResources: withName(filledFor('emma'), filled), year: null },
    })
    saveDraft(page.shop.memory, aDraft(aContent(withName(filledFor(null), before))))
    return textIn((await open(page)).content.resources, 'front.name')
  }

  it('becomes the name of the child if the visitor left the sample of the template', async () => {
    expect(await nameAfterLogin({})).toMatchObject({ text: 'Emma Carter' })
    expect(await nameAfterLogin({ text: 'Sofía' })).toMatchObject({ text: 'Sofía' })
  })

  it('keeps the style of the visitor, in the size that fits the name', async () => {
    const style = { overrideColor: '#b0413e', overrideFamily: 'Montserrat' }
    const name = await nameAfterLogin({ ...style, overrideSize: 27 }, { overrideSize: 14 })
    expect(name).toEqual({ fullId: 'front.name', type: 'STRING', text: 'Emma Carter', ...style, overrideSize: 14 })
    expect(await nameAfterLogin({ overrideSize: 27 })).not.toHaveProperty('overrideSize')
  })

  it('stays as the visitor has written it, in its size', async () => {
    const written = { text: 'Our Emma', overrideSize: 27 }
    expect(await nameAfterLogin(written, { overrideSize: 14 })).toMatchObject(written)
  })

  it('keeps its size if the child has the name of the sample', async () => {
    expect(await nameAfterLogin({ overrideSize: 27 }, { text: 'Emma' })).toMatchObject({ overrideSize: 27 })
  })
})

describe('work that could not be saved before its page was closed', () => {
  it('is shown instead of the saved design, and saved as a change of the version that it builds on', async () => {
    await leaveUnsent('a-design', saying('Unsent'), 3)
    const { page, saves } = watchSaves(withDesigns(ownDesign(saying('Saved'))))
    const opened = await open(page)
    expect([opened.origin, opened.isContinued, nameIn(opened.content)]).toEqual(['design', true, 'Unsent'])
    await opened.autosave?.flush()
    expect(saves).toEqual([['a-design', 3, 'Unsent']])
  })

  it('is found if the server has no version of it yet', async () => {
    await leaveUnsent(await designId({ customer: 'mother', ...CARD, subject: 'emma' }), saying('Unsent'), 0)
    const opened = await open(anEditorPage())
    expect([opened.origin, nameIn(opened.content)]).toEqual(['design', 'Unsent'])
  })
})
