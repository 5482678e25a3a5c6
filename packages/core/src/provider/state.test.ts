import { expect, it } from 'vitest'
import { answers } from '../testing/answers.ts'
import { aShop } from '../testing/aShop.ts'
import { provider } from './contract.ts'
import { createProviderSettings } from './state.ts'

function at() {
  const built = aShop(answers({ [provider.settings.name]: () => ({ name: built.shop.locale.language }) }), 'one')
  return { built, settings: createProviderSettings(built.shop) }
}

it('the settings are fetched once per language, however many callers request them', async () => {
  const { built, settings } = at()
  await Promise.all([settings.load(), settings.load()])
  await settings.load()
  expect(built.sent).toHaveLength(1)
  built.shop.locale.language = 'de'
  await settings.load()
  expect(built.sent).toHaveLength(2)
  expect(settings.state.settings).toMatchObject({ name: 'de' })
})

it('the shop continues in the available language if another one cannot be fetched', async () => {
  const { built, settings } = at()
  built.isOnline = false
  await settings.load()
  expect(settings.state.status).toBe('failed')
  built.isOnline = true
  await settings.load()
  built.isOnline = false
  built.shop.locale.language = 'de'
  await settings.load()
  expect(settings.state).toMatchObject({ status: 'ready', settings: { name: 'en' } })
})
