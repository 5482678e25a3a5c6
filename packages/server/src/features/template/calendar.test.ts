import { templates } from '@portraitkit/core/template/contract.ts'
import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import type { DesignContent } from '@portraitkit/core/template/design.ts'
import { fontTexts, type LayoutSetting, layOut } from '@portraitkit/core/template/layOut.ts'
import { type GlyphsNode, type Scene, scene as sceneSchema } from '@portraitkit/core/template/scene.ts'
import { aCalendar, aMonth, CALENDAR } from '@portraitkit/core/testing/aCalendar.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTemplate } from '../../testing/buildTemplate.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { calendarWordsOf } from './calendarWordsOf.ts'
import { saveTemplate } from './collection.ts'
import { shaper } from './fonts/fonts.ts'

const norway = {
  country: 'NO',
  holidays: [
    { date: '2027-05-17', names: { nb: 'Grunnlovsdagen', en: 'Constitution Day' } },
    { date: '2028-01-01', names: { nb: 'Første nyttårsdag', en: "New Year's Day" } },
  ],
}

async function sceneOf(
  definition: TemplateDefinition,
  change: Partial<DesignContent> = {},
  changed: Partial<LayoutSetting> = {},
): Promise<Scene> {
  const content = {
    template: { uuid: definition.uuid, version: definition.version },
    subject: null,
    resources: [],
    year: 2027,
    ...change,
  }
  const setting = { names: {}, language: 'nb', calendar: calendarWordsOf(norway, 'nb'), ...changed }
  await shaper().prepare(fontTexts(definition, content, setting))
  return layOut(definition, content, { ...setting, shaper: shaper() })
}

function writtenTexts({ parts }: Scene, part: string): Record<string, GlyphsNode> {
  const nodes = parts.find(({ id }) => id === part)?.nodes ?? []
  return Object.fromEntries(nodes.flatMap((node) => (node.kind === 'glyphs' ? [[node.id, node]] : [])))
}

describe('the words of a calendar', () => {
  it('are those of the language, in title case, with the weeks of the country', () => {
    const nordic = calendarWordsOf(norway, 'nb')
    expect([nordic.months[0], nordic.months[11]]).toEqual(['Januar', 'Desember'])
    expect(nordic.weekdays.map(({ short }) => short)).toEqual(['Søn', 'Man', 'Tir', 'Ons', 'Tor', 'Fre', 'Lør'])
    expect(nordic).toMatchObject({ weekStart: 1, firstWeekDays: 4 })
    expect(nordic.holidays).toEqual([
      { date: '2027-05-17', name: 'Grunnlovsdagen' },
      { date: '2028-01-01', name: 'Første nyttårsdag' },
    ])
    // a Spanish family in the United States reads Spanish words on an American week
    const spanish = calendarWordsOf({ country: 'US' }, 'es')
    expect([spanish.months[0], spanish.weekdays[3]?.long]).toEqual(['Enero', 'Miércoles'])
    expect(spanish).toMatchObject({ weekStart: 0, firstWeekDays: 1, holidays: [] })
  })
})

describe('a calendar', () => {
  it('is a valid scene: the pages follow the year, the last one is the next January', async () => {
    const scene = await sceneOf(aCalendar())
    expect(sceneSchema().parse(scene)).toEqual(scene)
    expect(JSON.parse(JSON.stringify(scene))).toEqual(scene)
    expect(writtenTexts(scene, 'cover')['cover.year']?.text).toBe('2027')
    expect(writtenTexts(scene, 'month-5')['month-5.title']?.text).toBe('Mai 2027')
    expect(writtenTexts(scene, 'month-13')['month-13.title']?.text).toBe('Januar 2028')
  })

  it('writes weekdays, week numbers, Sundays and holidays each in their own colour', async () => {
    const may = writtenTexts(await sceneOf(aCalendar()), 'month-5')
    expect(Object.keys(may)).toEqual([
      'month-5.title',
      'month-5.grid.weekdays',
      'month-5.grid.weekdays2',
      'month-5.grid.weeks',
      'month-5.grid.days',
      'month-5.grid.sundays',
      'month-5.grid.holidays',
      'month-5.grid.names',
    ])
    expect(may['month-5.grid.sundays']?.fill).toBe('#b0413e')
    expect(may['month-5.grid.names']?.text).toBe('Grunnlovsdagen')
    expect(writtenTexts(await sceneOf(aCalendar()), 'month-13')['month-13.grid.names']?.text).toBe('Første nyttårsdag')
    // in another year that is not a holiday
    expect(writtenTexts(await sceneOf(aCalendar(), { year: 2026 }), 'month-5')['month-5.grid.holidays']).toBeUndefined()
  })

  it('changes every grid with the year, and nothing else', async () => {
    const [one, other] = [await sceneOf(aCalendar()), await sceneOf(aCalendar(), { year: 2028 })]
    for (const part of ['month-1', 'month-5', 'month-13']) {
      const id = `${part}.grid.days`
      expect(writtenTexts(one, part)[id]?.d).not.toBe(writtenTexts(other, part)[id]?.d)
      const weekdays = `${part}.grid.weekdays`
      expect(writtenTexts(one, part)[weekdays]).toEqual(writtenTexts(other, part)[weekdays])
    }
    expect(one.parts.map(({ nodes }) => nodes[0])).toEqual(other.parts.map(({ nodes }) => nodes[0]))
  })

  it('starts its weeks as the template says, shows the days around the month, and shares its height', async () => {
    const days = (definition: TemplateDefinition) => sceneOf(definition).then((scene) => writtenTexts(scene, 'month-1'))
    const nordic = (await days(aCalendar()))['month-1.grid.weekdays']
    const american = await days(withGrid({ weekStart: 'sunday', outside: { color: '#cccccc' } }))
    expect(american['month-1.grid.weekdays']?.d).not.toBe(nordic?.d)
    expect(american['month-1.grid.outside']?.fill).toBe('#cccccc')
    const bottom = (node?: GlyphsNode) =>
      Math.max(...[...(node?.d ?? '').matchAll(/M[\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y)))
    const [six, needed] = [await days(withGrid({})), await days(withGrid({ rows: 'needed' }))]
    // January 2027 touches five weeks: without the sixth each is taller
    expect(bottom(needed['month-1.grid.days'])).toBeGreaterThan(bottom(six['month-1.grid.days']) + 5)
  })

  it('omits a name that is too long for its day, and shrinks a long one', async () => {
    const named = async (name: string) => {
      const calendar = calendarWordsOf({ country: 'NO', holidays: [{ date: '2027-05-17', names: { nb: name } }] }, 'nb')
      return writtenTexts(await sceneOf(aCalendar(), {}, { calendar }), 'month-5')['month-5.grid.names']
    }
    expect(await named('Weihnachtsfeiertagsruhe')).toMatchObject({ text: 'Weihnachtsfeiertagsruhe' })
    expect((await named('Weihnachtsfeiertagsruhe'))?.overflow).toBeUndefined()
    expect(await named('Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnung')).toBeUndefined()
  })

  it('is not laid out without its words', async () => {
    const definition = aCalendar()
    const content = { template: { uuid: definition.uuid, version: 1 }, subject: null, resources: [], year: 2027 }
    const setting = { names: {}, language: 'nb', shaper: shaper() }
    expect(() => layOut(definition, content, setting)).toThrow('without its words')
  })
})

function withGrid(change: Parameters<typeof aMonth>[0]): TemplateDefinition {
  const [cover, ...pages] = aCalendar({}, [0]).parts
  const grids = pages.map((part) => ({
    ...part,
    layers: part.layers.map((layer) => (layer.kind === 'month' ? aMonth({ ...layer, ...change }) : layer)),
  }))
  return aCalendar({ parts: [cover as TemplateDefinition['parts'][number], ...grids] })
}

describe('a calendar in the shop', () => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({
      provider: {
        country: 'NO',
        holidays: norway.holidays,
        languages: [{ long: 'nb', name: 'Norsk' }],
        defaultLanguage: 'nb',
      },
    })
    const names = { nb: 'Kalender' }
    const parts = aCalendar().parts.map((part) => ({ ...part, descriptions: names }))
    await buildTemplate(server.app, server.provider, {
      product: { uuid: CALENDAR },
      definition: aCalendar({ names, parts }),
    })
  })
  afterAll(() => server.close())

  it('is sent with the words with which a browser lays it out, with the same result', async () => {
    const client = server.client()
    const [listed] = await client.call(templates.list, { type: 'calendars' })
    const { calendar, ...definition } = await client.call(templates.byUuid, { uuid: listed?.uuid ?? '' })
    expect(calendar).toEqual(calendarWordsOf(norway, 'nb'))
    const request = { template: { uuid: definition.uuid }, year: 2028 }
    const { scenes } = await client.call(templates.scenes, { scenes: [request] })
    expect(scenes[0]?.scene).toEqual(await sceneOf(definition, { year: 2028 }, { calendar }))
  })

  it('[EDT-13] refuses an invalid year', async () => {
    const request = { template: { uuid: aCalendar().uuid }, year: 99_999 }
    const failure = await server.client().fail(templates.scenes, { scenes: [request] })
    expect(failure).toMatchObject({ status: 400, reason: 'input.invalid' })
  })

  it('[EDT-13] is shown in a year that it has, whatever is requested, and ends with its last one', async () => {
    const client = server.client()
    const hashes = async (...years: number[]) => {
      const requests = years.map((year) => ({ template: { uuid: aCalendar().uuid }, year }))
      return (await client.call(templates.scenes, { scenes: requests })).scenes.map(({ hash }) => hash)
    }
    const thisYear = server.app.clock().getUTCFullYear()
    const [past, now, late, last] = await hashes(1990, Math.max(thisYear, 2026), 9998, 2028)
    expect([past, late]).toEqual([now, last])
    const over = aCalendar({ uuid: server.provider.uuid, names: { nb: 'Kalender' }, supportedYears: [1990] })
    await expect(saveTemplate(server.app, server.provider.key, over)).rejects.toMatchObject({
      problems: expect.arrayContaining([
        { path: 'supportedYears', reason: `All of them are in the past: add one from ${thisYear} on` },
      ]),
    })
  })

  it('is refused with paths if its words do not fit or its month is not given', async () => {
    const narrow = withGrid({ weekdays: { family: 'Lora', size: 60, color: '#000000', height: 4 } })
    const faulty = { ...narrow, uuid: server.provider.uuid, names: { nb: 'K' } }
    const save = saveTemplate(server.app, server.provider.key, faulty)
    await expect(save).rejects.toMatchObject({
      problems: expect.arrayContaining([
        { path: 'parts.1.layers.2.weekdays', reason: 'It does not fit into a day of the grid' },
      ]),
    })
    const unnamed = withGrid({ days: { ...aMonth().days, family: 'Comic Sans' } })
    const [, page] = unnamed.parts
    for (const layer of page?.layers ?? []) if (layer.kind === 'text') delete layer.month
    await expect(saveTemplate(server.app, server.provider.key, unnamed)).rejects.toMatchObject({
      problems: expect.arrayContaining([
        { path: 'parts.1.layers.2.days.family', reason: 'There is no font family Comic Sans' },
        { path: 'parts.1.layers.1.month', reason: 'The month is missing' },
      ]),
    })
  })

  it('[EDT-13] leaves the lists with its last year', async () => {
    const listed = async () => (await server.client().call(templates.list, { type: 'calendars' })).length
    expect(await listed()).toBe(1)
    server.wait(100 * 366 * 24 * 3600 * 1000)
    expect(await listed()).toBe(0)
  })
})
