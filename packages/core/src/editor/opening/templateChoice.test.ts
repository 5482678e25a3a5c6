import { describe, expect, it } from 'vitest'
import { templates } from '../../template/contract.ts'
import { refusal } from '../../testing/answers.ts'
import { delayAnswerOnce } from '../../testing/aShop.ts'
import { aPictureUuid, PRODUCT } from '../../testing/aTemplate.ts'
import { anEditorPage } from '../../testing/editorAnswers.ts'
import { createTemplateChoice } from './templateChoice.ts'

const listed = (number: number, product = PRODUCT) => ({
  uuid: aPictureUuid(number),
  version: 1,
  product: { uuid: product },
})
const uuids = (...numbers: number[]) => numbers.map(aPictureUuid)

/** The choice for Emma's card, with the requests for scenes that reach the server. */
function at(list: object, change: Parameters<typeof anEditorPage>[0] = {}) {
  const lists: unknown[] = []
  const requests: object[][] = []
  const page = anEditorPage({
    [templates.list.name](input) {
      lists.push(input)
      return list
    },
    [templates.scenes.name]({ scenes }) {
      const some = scenes as Array<{ template: { uuid: string } }>
      requests.push(some)
      return { scenes: some.map(({ template }) => ({ hash: template.uuid })) }
    },
    ...change,
  })
  const choice = createTemplateChoice(page.shop, { type: 'CARDS', product: PRODUCT, subject: 'emma' })
  return { page, choice, lists, requests, sizes: () => requests.map(({ length }) => length) }
}

describe('the templates to continue with', () => {
  it('are those of the product, each drawn with the pictures of the child in the language of the shop', async () => {
    const { page, choice, lists, requests } = at([listed(1), listed(2, 'another product'), listed(3)])
    page.shop.locale.language = 'de'
    expect(choice.state.status).toBe('loading')
    await choice.load()
    expect(lists).toEqual([{ type: 'cards' }])
    expect(choice.state).toMatchObject({ status: 'ready', templates: [listed(1), listed(3)] })
    const scene = (number: number) => ({
      template: { uuid: aPictureUuid(number), version: 1 },
      subject: 'emma',
      language: 'de',
    })
    expect(requests).toEqual([[scene(1), scene(3)]])
    expect(choice.state.scenes).toEqual({
      [aPictureUuid(1)]: { hash: aPictureUuid(1) },
      [aPictureUuid(3)]: { hash: aPictureUuid(3) },
    })
  })

  it('are drawn six at a time, and the first are shown while the others are laid out', async () => {
    const { page, choice, sizes } = at([1, 2, 3, 4, 5, 6, 7, 8].map((number) => listed(number)))
    const first = delayAnswerOnce(page, templates.scenes.name)
    const loading = choice.load()
    await first.reached
    expect([choice.state.status, Object.keys(choice.state.scenes), sizes()]).toEqual(['ready', [], [6]])
    const second = delayAnswerOnce(page, templates.scenes.name)
    first.arrive()
    await second.reached
    expect([Object.keys(choice.state.scenes), sizes()]).toEqual([uuids(1, 2, 3, 4, 5, 6), [6, 2]])
    second.arrive()
    await loading
    expect(Object.keys(choice.state.scenes)).toEqual(uuids(1, 2, 3, 4, 5, 6, 7, 8))
  })

  it('are shown without a scene that the server has left out', async () => {
    const { choice } = at([listed(1), listed(2)], { [templates.scenes.name]: { scenes: [{ hash: 'one' }] } })
    await choice.load()
    expect([choice.state.status, choice.state.scenes]).toEqual(['ready', { [aPictureUuid(1)]: { hash: 'one' } }])
  })
})

describe('a failure of the choice', () => {
  it('is shown with the text of the server until it is loaded again', async () => {
    const { page, choice } = at([listed(1)])
    page.isOnline = false
    await choice.load()
    expect(choice.state).toMatchObject({ status: 'failed', error: 'No connection' })
    page.isOnline = true
    const again = choice.load()
    expect(choice.state).toMatchObject({ status: 'loading', error: '' })
    await again
    expect(choice.state).toMatchObject({ status: 'ready', error: '' })
  })

  it('can also be that of a scene, and its text is removed when the language changes', async () => {
    const { page, choice } = at([listed(1)], { [templates.scenes.name]: refusal('any', 'Too many scenes', 429) })
    await choice.load()
    expect(choice.state).toMatchObject({ status: 'failed', error: 'Too many scenes' })
    page.shop.locale.language = 'de'
    await expect.poll(() => choice.state.error).toBe('')
    expect(choice.state.status).toBe('failed')
  })

  it('throws on an invalid answer', async () => {
    const { choice } = at([listed(1)], { [templates.list.name]: { nothing: 'that was agreed' } })
    await expect(choice.load()).rejects.toBeInstanceOf(TypeError)
  })
})
