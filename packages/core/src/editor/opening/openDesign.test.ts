import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aLocalStorage } from '../../testing/aLocalStorage.ts'
import { delayAnswerOnce } from '../../testing/aShop.ts'
import { PRODUCT, TEMPLATE } from '../../testing/aTemplate.ts'
import { anEditorPage } from '../../testing/editorAnswers.ts'
import { editor as calls } from '../contract.ts'
import { textOf } from '../design/instance.ts'
import { createEditor } from '../state.ts'

beforeEach(() => {
  vi.stubGlobal('localStorage', aLocalStorage())
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('a change of language while the editor opens', () => {
  it('[LOC-2] translates the texts of the template, and leaves those of the child', async () => {
    const page = anEditorPage()
    const editor = createEditor(page.shop, { product: PRODUCT, template: TEMPLATE })
    const textNow = (fullId: string) => editor.state.instance && textOf(editor.state.instance.content, fullId)?.text
    const slow = delayAnswerOnce(page, calls.fillTemplate.name)
    const opening = editor.open()
    await slow.reached
    page.shop.locale.language = 'de'
    slow.arrive()
    await opening
    expect([textNow('front.greeting'), textNow('front.name')]).toEqual(['Erster Schultag', 'Emma Carter'])
    page.shop.locale.language = 'en'
    await expect.poll(() => textNow('front.greeting')).toBe('First day of school')
    await editor.close()
  })
})
