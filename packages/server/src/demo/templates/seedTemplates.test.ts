import { templates } from '@portraitkit/core/template/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../http/testServer.ts'
import { calendarWordsOf } from '../../template/calendarWordsOf.ts'
import { checkTemplate } from '../../template/checkTemplate.ts'
import { DEMO_TEMPLATES, readDemoTemplate, seedTemplates } from './seedTemplates.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ provider: { key: 'brightside' }, other: { key: 'nordlys' } })
})
afterAll(() => server.close())

describe('the cards of the demo world', () => {
  it.each(['brightside', 'nordlys'] as const)('stand in the list of %s, square ones first', async (key) => {
    await seedTemplates(server.app, key)
    await seedTemplates(server.app, key)
    const of = key === 'brightside' ? server.provider : server.other
    const list = await server.client(of).call(templates.list, { type: 'cards' })
    expect(list.map(({ name }) => name)).toEqual(['Archway', 'Three Moments', 'The Year'])
    for (const { fromPrice } of list) expect(fromPrice).toBeGreaterThan(0)
  })

  it.each(DEMO_TEMPLATES)('%s speaks every language of both providers, and every text fits', async (name) => {
    const languages = ['en', 'es', 'de', 'nb', 'sv', 'da']
    const checked = await checkTemplate(await readDemoTemplate(name), {
      languages,
      spoken: languages,
      hasProduct: async () => true,
      calendar: (language) => calendarWordsOf(server.provider, language),
      thisYear: 2026,
    })
    expect(checked).toHaveProperty('definition')
  })
})
