import { expect, it } from 'vitest'
import { answers, refusal } from '../testing/answers.ts'
import { aShop, delayAnswerOnce } from '../testing/aShop.ts'
import { content } from './contract.ts'
import { createContent } from './state.ts'

const TITLE = { type: 'Title', text: 'About us' }

function at(known: Parameters<typeof answers>[0]) {
  const built = aShop(answers(known), 'one')
  return { built, part: createContent(built.shop) }
}

it('[PUB-3] a page is loading, then ready, whatever its name is', async () => {
  const { part } = at({ [content.page.name]: { modules: [TITLE] } })
  const loaded = part.loadPage('constructor')
  expect(part.state.pages.constructor).toEqual({ status: 'loading', value: null, error: '' })
  await loaded
  expect(part.state.pages.constructor).toMatchObject({ status: 'ready', value: [TITLE] })
  expect(part.state.pages.toString).toBeUndefined()
})

it('[PUB-3] a page that the provider does not have is missing, unlike one that failed to load', async () => {
  const { part, built } = at({ [content.page.name]: refusal('content.unknown', 'Page not found', 404) })
  await part.loadPage('one')
  expect(part.state.pages.one).toMatchObject({ status: 'missing', value: null })
  built.isOnline = false
  await part.loadPage('two')
  expect(part.state.pages.two).toMatchObject({ status: 'failed', error: 'No connection' })
})

it('a page that has failed loads again when it is requested again', async () => {
  const { part, built } = at({ [content.page.name]: { modules: [TITLE] } })
  built.isOnline = false
  await part.loadPage('one')
  built.isOnline = true
  const again = part.loadPage('one')
  expect(part.state.pages.one?.status).toBe('loading')
  await again
  expect(part.state.pages.one).toEqual({ status: 'ready', value: [TITLE], error: '' })
})

it('a page stays visible if it cannot be fetched again', async () => {
  const { part, built } = at({ [content.privacyPolicy.name]: { data: { privacyPolicy: 'We keep little.' } } })
  await part.loadPrivacyPolicy()
  built.isOnline = false
  await part.loadPrivacyPolicy()
  expect(part.state.privacyPolicy).toEqual({ status: 'ready', value: 'We keep little.', error: 'No connection' })
})

it('[LOC-2] the text in the previous language does not replace that in the new one', async () => {
  const texts = ['We keep little.', 'Wir speichern wenig.']
  const { part, built } = at({ [content.privacyPolicy.name]: () => ({ data: { privacyPolicy: texts.shift() } }) })
  const slow = delayAnswerOnce(built, content.privacyPolicy.name)
  const first = part.loadPrivacyPolicy()
  await slow.reached
  await part.loadPrivacyPolicy()
  slow.arrive()
  await first
  expect(part.state.privacyPolicy.value).toBe('Wir speichern wenig.')
})
