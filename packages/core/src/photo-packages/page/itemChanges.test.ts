import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { templates } from '../../template/contract.ts'
import type { DesignContent } from '../../template/design.ts'
import type { FillPicture } from '../../template/fillResources.ts'
import { imageIn, withResource } from '../../template/slots.ts'
import { aLocalStorage } from '../../testing/aLocalStorage.ts'
import { refusal } from '../../testing/answers.ts'
import { aPackage, aPackageServer, greetingOf, PACKAGE } from '../../testing/aPackage.ts'
import { type AShop, delayAnswerOnce, loseAnswerOnce } from '../../testing/aShop.ts'
import { aPictureUuid, aTemplate } from '../../testing/aTemplate.ts'
import { anEditorPage, sceneOf } from '../../testing/editorAnswers.ts'
import { photoPackages } from '../contract.ts'
import { createPackagePage, type PackagePage } from './packagePage.ts'

const open: PackagePage[] = []
beforeEach(() => {
  vi.stubGlobal('localStorage', aLocalStorage())
})
afterEach(async () => {
  for (const page of open.splice(0)) await page.close()
  vi.unstubAllGlobals()
})

const { open: fill, save } = photoPackages
const picture: FillPicture = {
  ...{ uuid: aPictureUuid(9), width: 3000, height: 2000, keywords: [] },
  pictureType: 'IP',
  groupPicture: false,
}

/** The opened page of Emma's package. */
async function aPage(change: object = {}) {
  const server = aPackageServer()
  const window = anEditorPage({ ...server.answers, ...change })
  window.shop.memory.write({ subject: 'emma' })
  const page = createPackagePage(window.shop, { package: PACKAGE })
  open.push(page)
  await page.open()
  if (page.state.status !== 'ready') throw new Error(page.state.error)
  window.sent.length = 0
  const items = () => page.state.instance?.packageItems ?? []
  const itemAt = (at: number) => {
    const item = items()[at]
    if (!item?.templateData) throw new Error(`There is no print ${at}`)
    return { ...item, templateData: item.templateData }
  }
  /** A print with another greeting, as the editor returns it. */
  const designOf = (at: number, text: string): DesignContent => ({
    ...{ template: { uuid: aTemplate().uuid, version: 1 }, subject: 'emma' },
    resources: withResource(itemAt(at).templateData.userResources, { fullId: 'front.greeting', type: 'STRING', text }),
  })
  const write = (at: number, text: string) => {
    const design = designOf(at, text)
    return page.replaceItem(itemAt(at).uuid, design, sceneOf(design))
  }
  const greetings = () => items().map((item) => greetingOf({ packageItems: [item] }))
  const pictures = () =>
    items().map(({ templateData }) => imageIn(templateData?.userResources ?? [], 'front.large')?.image?.uuid)
  const versions = () => items().map(({ version }) => version)
  return { server, window, page, itemAt, designOf, write, greetings, pictures, versions }
}
const countOf = ({ sent }: AShop, { name }: { name: string }) => sent.filter((each) => each === name).length
const GREETING = 'First day of school'

describe('an item with another design', () => {
  it('is shown at once, and laid out by the server and saved afterwards', async () => {
    const { server, window, page, itemAt, write, greetings, versions } = await aPage()
    const answer = delayAnswerOnce(window, fill.name)
    const writing = write(0, 'Hello')
    await answer.reached
    expect([greetings(), versions(), itemAt(0).sceneHash, page.state.loading]).toEqual([
      ['Hello', GREETING],
      [2, 1],
      null,
      true,
    ])
    answer.arrive()
    await writing
    expect([itemAt(0).sceneHash, page.state.loading, page.state.canUndo]).toEqual(['laid out', false, true])
    await page.flush()
    expect(server.saved && greetingOf(server.saved.content)).toBe('Hello')
  })

  it('stays and is saved if the answer is lost, with the reason', async () => {
    const { server, window, page, itemAt, write, greetings } = await aPage()
    loseAnswerOnce(window, fill.name)
    await write(0, 'Hello')
    expect([greetings()[0], itemAt(0).sceneHash, page.state.changeError]).toEqual(['Hello', null, 'No connection'])
    await page.flush()
    expect(server.saved && greetingOf(server.saved.content)).toBe('Hello')
  })

  it('is restored if the server refuses the change, which cannot be redone', async () => {
    const { server, page, write, greetings } = await aPage()
    await write(0, 'Base')
    server.refuse = () => refusal('photo-packages.template', 'The design cannot be changed.', 409)
    await write(0, 'Refused')
    expect([greetings(), page.state.changeError]).toEqual([['Base', GREETING], 'The design cannot be changed.'])
    expect([page.state.canUndo, page.state.canRedo]).toEqual([true, false])
  })

  it('is not overwritten by the late answer for another item, and each is undone by itself', async () => {
    const { window, page, write, greetings } = await aPage()
    const answer = delayAnswerOnce(window, fill.name)
    const first = write(0, 'One')
    await answer.reached
    await write(1, 'Two')
    answer.arrive()
    await first
    expect(greetings()).toEqual(['One', 'Two'])
    page.undo()
    expect(greetings()).toEqual(['One', GREETING])
    page.undo()
    expect([greetings(), page.state.canUndo]).toEqual([[GREETING, GREETING], false])
  })
})

describe('an item that is still being edited', () => {
  it('is saved but not shown, and saved as it is shown when its changes are discarded', async () => {
    const { server, page, itemAt, designOf, greetings } = await aPage()
    const { uuid } = itemAt(0)
    page.saveOpenItem(uuid, designOf(0, 'Being typed'))
    await page.flush()
    expect([server.saved && greetingOf(server.saved.content), greetings()[0], page.state.canUndo]).toEqual([
      'Being typed',
      GREETING,
      false,
    ])
    page.saveOpenItem(uuid, null)
    await page.flush()
    expect(server.saved && greetingOf(server.saved.content)).toBe(GREETING)
  })

  it('is not saved if nothing was saved before, nor before its page has loaded', async () => {
    const { window, page, itemAt, designOf, write } = await aPage()
    page.saveOpenItem(itemAt(0).uuid, null)
    await page.flush()
    expect(countOf(window, save)).toBe(0)
    // With Done the change is the item's own.
    page.saveOpenItem(itemAt(0).uuid, designOf(0, 'Being typed'))
    await write(0, 'Done')
    await page.flush()
    const saves = countOf(window, save)
    page.saveOpenItem(itemAt(0).uuid, null)
    await page.flush()
    expect(countOf(window, save)).toBe(saves)
    const closed = createPackagePage(window.shop, { package: PACKAGE })
    open.push(closed)
    closed.saveOpenItem('any', designOf(0, 'Too early'))
    expect(closed.state.instance).toBeNull()
  })
})

describe('an item for another picture set', () => {
  it('[PKG-5] is filled again, which can be undone', async () => {
    const { page, itemAt, pictures, versions } = await aPage()
    expect(await page.changeSubject(itemAt(1).uuid, 'noah')).toBe(true)
    expect([itemAt(1).subject?.name, pictures(), versions()]).toEqual([
      'Noah Carter',
      [aPictureUuid(1), aPictureUuid(2)],
      [1, 2],
    ])
    page.undo()
    expect([itemAt(1).subject?.name, pictures(), versions()]).toEqual([
      'Emma Carter',
      [aPictureUuid(1), aPictureUuid(1)],
      [1, 3],
    ])
  })

  it('[PKG-5] stays as it is if the answer is lost or the server refuses', async () => {
    const { server, window, page, itemAt } = await aPage()
    loseAnswerOnce(window, fill.name)
    expect(await page.changeSubject(itemAt(1).uuid, 'noah')).toBe(false)
    server.refuse = () => refusal('photo-packages.subject', 'Not in this package.', 409)
    expect(await page.changeSubject(itemAt(1).uuid, 'noah')).toBe(false)
    expect([itemAt(1).subject?.uuid, page.state.changeError, page.state.canUndo, page.state.dirty]).toEqual([
      'emma',
      'Not in this package.',
      false,
      false,
    ])
  })
})

describe('one picture on all items', () => {
  it('[PKG-4] fetches each template once, and returns how many items it has changed', async () => {
    const { window, page, pictures, itemAt } = await aPage()
    expect(await page.changeAll(picture)).toBe(2)
    expect(await page.changeAll({ ...picture, uuid: aPictureUuid(8) })).toBe(2)
    expect([pictures(), countOf(window, templates.byUuidAndVersion)]).toEqual([[aPictureUuid(8), aPictureUuid(8)], 1])
    expect(itemAt(0).sceneHash).toBe('laid out')
  })

  it('[PKG-4] shows the old previews until the server has drawn the new ones', async () => {
    const { window, page, itemAt } = await aPage()
    const { preview } = itemAt(0)
    const answer = delayAnswerOnce(window, fill.name)
    const changing = page.changeAll(picture)
    await answer.reached
    expect([itemAt(0).preview, itemAt(0).sceneHash]).toEqual([preview, null])
    answer.arrive()
    await changing
    expect(itemAt(0).preview).not.toEqual(preview)
  })

  it('[PKG-4] sends no request if no item accepts it', async () => {
    const digital = { type: 'DIGITAL_SET', template: null, templateData: null }
    const instance = {
      ...aPackage('emma'),
      packageItems: aPackage('emma').packageItems.map((item) => ({ ...item, ...digital })),
    }
    const server = aPackageServer()
    const window = anEditorPage({ ...server.answers, [fill.name]: instance })
    const page = createPackagePage(window.shop, { package: PACKAGE })
    open.push(page)
    await page.open()
    window.sent.length = 0
    expect([await page.changeAll(picture), window.sent, page.state.dirty]).toEqual([0, [], false])
  })

  it('[PKG-4] changes nothing, and shows the reason, if a template cannot be fetched or an answer is lost', async () => {
    const { window, page, pictures, versions } = await aPage()
    for (const name of [templates.byUuidAndVersion.name, fill.name]) {
      loseAnswerOnce(window, name)
      expect(await page.changeAll(picture)).toBeUndefined()
      expect([pictures(), versions(), page.state.canUndo, page.state.changeError]).toEqual([
        [aPictureUuid(1), aPictureUuid(1)],
        [1, 1],
        false,
        'No connection',
      ])
    }
  })

  it('[PKG-4] keeps what was typed while its templates were loading', async () => {
    const { window, page, write, greetings, pictures } = await aPage()
    const answer = delayAnswerOnce(window, templates.byUuidAndVersion.name)
    const changing = page.changeAll(picture)
    await answer.reached
    await write(0, 'Meanwhile')
    answer.arrive()
    expect(await changing).toBe(2)
    expect([greetings()[0], pictures()]).toEqual(['Meanwhile', [picture.uuid, picture.uuid]])
  })
})
