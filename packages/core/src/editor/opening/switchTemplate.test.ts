import { proxy, ref } from 'valtio/vanilla'
import { describe, expect, it } from 'vitest'
import { createPictureSets } from '../../picture-sets/state.ts'
import { templates } from '../../template/contract.ts'
import type { Resource } from '../../template/design.ts'
import { refusal } from '../../testing/answers.ts'
import { delayAnswerOnce } from '../../testing/aShop.ts'
import { anImage, aTemplate, PRODUCT, TEMPLATE } from '../../testing/aTemplate.ts'
import { anEditorPage, CHILDREN, filledFor, sceneOf } from '../../testing/editorAnswers.ts'
import { performAction } from '../actions/action.ts'
import { writeText } from '../actions/writeText.ts'
import { editor } from '../contract.ts'
import { contentOf, createInstance, designOf, type EditorInstance, imageOf, textOf } from '../design/instance.ts'
import { translateTexts } from '../design/translateTexts.ts'
import { type EditorState, emptyState } from '../editorState.ts'
import { createTemplateSwitch } from './switchTemplate.ts'

const OTHER = '3f0d6c1e-5a52-4b8e-9a1c-0f6f2f6c1a09'
const THIRD = '3f0d6c1e-5a52-4b8e-9a1c-0f6f2f6c1a0a'

const write = (instance: EditorInstance, text: string) =>
  performAction(instance, writeText, { fullId: 'front.name', text })

/** Emma's card with a picture of Noah in the editor, and the effects of the switch, in order. */
async function at(change: Parameters<typeof anEditorPage>[0] = {}, text = 'For grandma') {
  const page = anEditorPage(change)
  await page.shop.part(createPictureSets).load()
  const state = proxy<EditorState>(emptyState())
  const pictures = [anImage('front.large', { uuid: CHILDREN.noah?.picture }), ...filledFor('emma').slice(1)]
  const filled = contentOf(pictures, null)
  state.instance = ref(write(createInstance(aTemplate(), PRODUCT, 'emma', filled), text))
  const done: unknown[][] = []
  const changeTemplate = createTemplateSwitch(page.shop, {
    state,
    take: (scene, content) => done.push(['take', scene, content]),
    set(instance) {
      state.instance = ref(instance)
      done.push(['set', instance.definition.uuid])
    },
    settle: async (fullId, gesture) => void done.push(['settle', fullId, gesture]),
  })
  const textNow = (fullId: string) => state.instance && textOf(state.instance.content, fullId)?.text
  return { page, state, done, changeTemplate, textNow }
}

describe('a design that continues in another template', () => {
  it('keeps its picture and its text, and appears together with its scene', async () => {
    const { state, done, changeTemplate, textNow } = await at()
    const before = state.instance as EditorInstance
    await changeTemplate(OTHER)
    const after = state.instance as EditorInstance
    expect([textNow('front.name'), imageOf(after.content, 'front.large')?.uuid]).toEqual([
      'For grandma',
      CHILDREN.noah?.picture,
    ])
    expect(done).toEqual([
      ['take', sceneOf(designOf(after)), designOf(after)],
      ['set', OTHER],
    ])
    expect(after.history.past.slice(before.history.past.length)).toMatchObject([
      { act: 'changeTemplate', gesture: 'template 1', definition: { uuid: TEMPLATE } },
    ])
    expect([state.changing, state.changeError]).toEqual([null, ''])
  })

  it('has texts that do not fit made smaller, within the same undo step', async () => {
    const { done, changeTemplate } = await at({}, 'Grandmother-and-grandfather')
    await changeTemplate(OTHER)
    await changeTemplate(THIRD)
    expect(done.filter(([kind]) => kind !== 'take')).toEqual([
      ['set', OTHER],
      ['settle', 'front.name', 'template 1'],
      ['set', THIRD],
      ['settle', 'front.name', 'template 2'],
    ])
  })

  it('stays as it is in its own template, before it is opened, and while another one is being loaded', async () => {
    const { page, state, done, changeTemplate } = await at()
    page.sent.length = 0
    await changeTemplate(TEMPLATE)
    const { instance } = state
    state.instance = null
    await changeTemplate(OTHER)
    state.instance = instance
    expect(page.sent).toEqual([])
    const first = changeTemplate(OTHER)
    expect(state.changing).toBe(OTHER)
    await changeTemplate(THIRD)
    await first
    expect(page.sent.filter((name) => name === templates.scenes.name)).toHaveLength(1)
    expect(done.filter(([kind]) => kind === 'set')).toEqual([['set', OTHER]])
  })

  it('is not changed if the customer has continued meanwhile', async () => {
    const { page, state, done, changeTemplate, textNow } = await at()
    const slow = delayAnswerOnce(page, templates.scenes.name)
    const changing = changeTemplate(OTHER)
    await slow.reached
    state.instance = ref(write(state.instance as EditorInstance, 'Gone on'))
    slow.arrive()
    await changing
    expect([done, textNow('front.name'), state.changing]).toEqual([[], 'Gone on', null])
  })
})

describe('a change of language while another template is being loaded', () => {
  it('[LOC-2] shows the template in the new language', async () => {
    const languages: string[] = []
    const { page, state, done, changeTemplate, textNow } = await at({
      [editor.fillTemplate.name]: () => ({ userResources: filledFor('emma').map(inLanguageOfShop), year: null }),
      [templates.scenes.name]({ scenes }) {
        languages.push(...(scenes as Array<{ language: string }>).map(({ language }) => language))
        return { scenes: (scenes as never[]).map(sceneOf) }
      },
    })
    const inLanguageOfShop = (each: Resource): Resource =>
      each.fullId === 'front.greeting' && page.shop.locale.language === 'de'
        ? { fullId: each.fullId, type: 'STRING', text: 'Erster Schultag' }
        : each
    const slow = delayAnswerOnce(page, editor.fillTemplate.name)
    const changing = changeTemplate(OTHER)
    await slow.reached
    page.shop.locale.language = 'de'
    // As the editor does.
    state.instance = ref(translateTexts(state.instance as EditorInstance, 'en', 'de'))
    slow.arrive()
    await changing
    expect([textNow('front.greeting'), languages.at(-1)]).toEqual(['Erster Schultag', 'de'])
    expect(done.map(([kind]) => kind)).toEqual(['take', 'set'])
  })
})

describe('a template that cannot be loaded', () => {
  it('leaves the design as it was and shows the reason, until the next attempt', async () => {
    let isGone = true
    const { state, done, changeTemplate } = await at({
      [editor.fillTemplate.name]: () =>
        isGone
          ? refusal('template.unknown', 'This design is no longer available.', 404)
          : { userResources: filledFor('emma'), year: null },
    })
    await changeTemplate(OTHER)
    expect([done, state.changing, state.changeError]).toEqual([[], null, 'This design is no longer available.'])
    isGone = false
    const again = changeTemplate(OTHER)
    expect(state.changeError).toBe('')
    await again
    expect(done).toHaveLength(2)
  })

  it('throws on an invalid answer, and another one can be loaded', async () => {
    const { state, changeTemplate } = await at({ [templates.scenes.name]: { scenes: [] } })
    await expect(changeTemplate(OTHER)).rejects.toThrow('The server returned no scene')
    expect([state.changing, state.changeError]).toEqual([null, ''])
  })
})
