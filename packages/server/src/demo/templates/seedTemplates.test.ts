import { readdirSync } from 'node:fs'
import { templates } from '@portraitkit/core/template/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calendarWordsOf } from '../../features/template/calendarWordsOf.ts'
import { checkTemplate } from '../../features/template/checks/checkTemplate.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { demoProviders } from '../providers.ts'
import { DEMO_TEMPLATES, readDemoAsset, readDemoTemplate, seedTemplates } from './seedTemplates.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ provider: { key: 'brightside' }, other: { key: 'nordlys' } })
})
afterAll(() => server.close())

const [brightside, nordlys] = (await demoProviders({ port: 4000, pagePort: 4100, now: new Date() })) as [
  Provider,
  Provider,
]

type TemplateFile = { type: string; names: { en: string }; trimBox: { width: number; height: number } }

describe('the cards, calendars and gifts of the demo world', () => {
  it('are all the folders here', () => {
    const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(folders.map(({ name }) => name).sort(), 'seedTemplates.ts').toEqual(DEMO_TEMPLATES.toSorted())
  })

  it.each(['brightside', 'nordlys'] as const)('are in the lists of %s, square cards first', async (key) => {
    await seedTemplates(server.app, key)
    await seedTemplates(server.app, key)
    const of = key === 'brightside' ? server.provider : server.other
    const stored = (await Promise.all(DEMO_TEMPLATES.map(readDemoTemplate))) as TemplateFile[]
    const namesOf = (type: string) => stored.filter((each) => each.type === type).map(({ names }) => names.en)
    const list = await server.client(of).call(templates.list, { type: 'cards' })
    expect(list.map(({ name }) => name).sort()).toEqual(namesOf('CARDS').sort())
    const isSquare = list.map(({ name }) => {
      const { trimBox } = stored.find(({ names }) => names.en === name) as TemplateFile
      return trimBox.width === trimBox.height
    })
    expect(isSquare).toEqual([...isSquare.filter(Boolean), ...isSquare.filter((square) => !square)])
    const calendars = await server.client(of).call(templates.list, { type: 'calendars' })
    expect(calendars.map(({ name }) => name)).toEqual(namesOf('CALENDAR'))
    expect(calendars.slice(0, 2).map(({ numUserParts }) => numUserParts)).toEqual([13, 12])
    const gifts = await server.client(of).call(templates.list, { type: 'photogifts' })
    expect(gifts.map(({ name }) => name)).toEqual(namesOf('PHOTOGIFT'))
    for (const { fromPrice } of [...list, ...calendars, ...gifts]) expect(fromPrice).toBeGreaterThan(0)
  })

  it.each(DEMO_TEMPLATES)(
    '%s has texts in every language of both providers, every text and holiday fits, and there are no warnings',
    async (name) => {
      const languages = ['en', 'es', 'de', 'nb', 'sv', 'da']
      for (const provider of [brightside, nordlys]) {
        const checked = await checkTemplate(await readDemoTemplate(name), {
          languages,
          spoken: provider.languages.map(({ long }) => long),
          calendar: (language) => calendarWordsOf(provider, language),
          thisYear: 2026,
          readAsset: readDemoAsset(name),
        })
        expect(checked).toMatchObject({ definition: {}, warnings: [] })
      }
    },
  )
})

describe('the holidays of the demo world', () => {
  it('fall on the right days, also those that move with Easter or a weekday', () => {
    const on = (provider: Provider, date: string) =>
      provider.holidays?.filter((each) => each.date === date).map(({ names }) => names.en)
    expect(['2027-01-18', '2027-05-31', '2027-09-06', '2026-11-26'].map((date) => on(brightside, date))).toEqual([
      ['Martin Luther King Day'],
      ['Memorial Day'],
      ['Labor Day'],
      ['Thanksgiving'],
    ])
    expect(['2026-04-05', '2027-05-06', '2027-05-17', '2038-04-25'].map((date) => on(nordlys, date))).toEqual([
      ['Easter Day'],
      ['Ascension Day'],
      ['Constitution Day', 'Whit Monday'],
      ['Easter Day'],
    ])
  })
})
