import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { PEOPLE, type Recording, recordingFile } from '../../../.storybook/callKey.ts'
import { PSEUDO } from '../../../packages/widgets/pseudoLanguage.ts'
import { elementSlots } from '../../../packages/widgets/src/elementSlots.ts'
import { surfaces, type Tag } from '../../../packages/widgets/src/surfaces.ts'
import { launchBrowser } from '../../../scripts/browser.ts'
import { RECORDINGS, recordDemoWorld } from '../../../scripts/storybookRecording.ts'
import { BUILT, buildStorybook } from '../../../scripts/storybookRun.ts'
import { readShownTexts } from '../../../scripts/storybookTexts.ts'
import {
  openStorybook,
  readEntries,
  readStories,
  readUiStories,
  type Story,
  type StoryLook,
  serveFolder,
} from '../../../scripts/testStorybook.ts'
import { isOfValues, knownTexts, unnoticedTexts, untranslatedTexts } from '../../../scripts/untranslatedTexts.ts'

// Every surface in every state, rendered from the demo world's recorded answers, in the built Storybook. The long form checks
// each story at both shops; the short one each surface in its filled state and in one other, which varies from surface to
// surface.

const isLong = process.env.PROOFS === 'long'
const tags = Object.keys(surfaces) as Tag[]
let stories: Story[]
let browser: Browser
let server: Awaited<ReturnType<typeof serveFolder>>
let languagesOf: Record<string, string[]>

beforeAll(async () => {
  const { port, dataDir } = inject('house')
  const world = await recordDemoWorld({ port, dataDir }, 2)
  languagesOf = Object.fromEntries(world.providers.map(({ key, languages }) => [key, languages]))
  ;[browser] = await Promise.all([launchBrowser(), buildStorybook()])
  server = await serveFolder(BUILT)
  stories = await readStories()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

const storiesOf = (tag: Tag): Story[] => stories.filter((story) => story.tag === tag)
const kindsOf = (tag: Tag): string[] => storiesOf(tag).map(({ kind }) => kind)

function looksAt(
  provider: string,
  theme: 'light' | 'dark',
  kinds: (tag: Tag, place: number) => readonly string[],
): StoryLook[] {
  const [own = '', other = ''] = languagesOf[provider] ?? []
  const looks = tags.flatMap((tag, place) => {
    const some = kinds(tag, place)
    return storiesOf(tag)
      .filter(({ kind }) => some.includes(kind))
      .map((story) => ({ story, provider, theme, language: story.parameters.isInOtherLanguage ? other : own }))
  })
  // a window that keeps its language need not be reloaded
  return looks.sort((one, next) => one.language.localeCompare(next.language))
}

/** The kinds whose texts are not those of another kind. */
const inPseudo: readonly string[] = ['Filled', 'Empty', 'Failing', 'SignedIn', 'SignedOut']
const filledAndOneMore = (tag: Tag, place: number): string[] => {
  const [filled, ...others] = kindsOf(tag)
  const more = others[place % others.length]
  return [filled, more].filter((kind) => kind !== undefined)
}

/** The errors of these stories, each in a sentence; they are opened in two windows at a time. */
async function faultsOf(looks: readonly StoryLook[]): Promise<string[]> {
  const half = Math.ceil(looks.length / 2)
  const windows = [looks.slice(0, half), looks.slice(half)].map(async (some) => {
    const storybook = await openStorybook(browser, server.origin)
    const faults: string[] = []
    for (const look of some) {
      const { lacking, violations, errors } = await storybook.look(look)
      const of = `${look.story.id} at ${look.provider} in ${look.language}`
      faults.push(...lacking.map((text) => `${of} does not show: ${text}`))
      faults.push(...violations.map((found) => `${of}, axe: ${found.join(' ')}`))
      faults.push(...errors.map((text) => `${of}, console: ${text}`))
    }
    await storybook.page.context().close()
    return faults
  })
  return (await Promise.all(windows)).flat()
}

it('[EMB-6] each surface of the list has a story of each of its states', () => {
  for (const tag of tags)
    expect(kindsOf(tag), tag).toEqual(expect.arrayContaining(['Filled', 'RightToLeft', 'OtherLanguage', 'Parts']))
  expect([...new Set(stories.map(({ tag }) => tag))].toSorted()).toEqual(tags.toSorted())
})

it('[EMB-6] each story renders the state that it is named after, without an error, and axe reports nothing', async () => {
  expect(await faultsOf(looksAt('brightside', 'light', isLong ? kindsOf : filledAndOneMore))).toEqual([])
})

it('[EMB-6] the stories of another shop are in its language, also in dark mode', async () => {
  const some = (_tag: Tag, place: number): string[] => (place % 6 === 0 ? ['Filled'] : [])
  expect(await faultsOf(looksAt('nordlys', 'dark', isLong ? kindsOf : some))).toEqual([])
})

it('[LOC-2] nothing is cut on a narrow phone in a longer language, and nothing is shown that cannot be translated', async () => {
  const some = () => (isLong ? inPseudo : ['Filled'])
  const storybook = await openStorybook(browser, server.origin, 360)
  const faults: string[] = []
  for (const look of looksAt('brightside', 'light', some)) {
    const { lacking, errors } = await storybook.look({ ...look, language: PSEUDO })
    const { texts, cut } = await readShownTexts(storybook.page)
    const who = look.story.parameters.person ?? 'customer'
    const untranslated = untranslatedTexts(texts, knownTexts(recordingOf(look.provider, who, PSEUDO)))
    const of = look.story.id
    faults.push(...lacking.map((text) => `${of} does not show: ${text}`))
    faults.push(...errors.map((text) => `${of}, console: ${text}`))
    faults.push(...cut.map((text) => `${of} cuts: ${text}`))
    faults.push(...untranslated.map((text) => `${of} says in every language: ${text}`))
  }
  await storybook.page.context().close()
  expect(faults).toEqual([])
})

it('[LOC-2] a text that a story says untranslated is noticed, if it is more than values', () => {
  for (const person of PEOPLE) {
    const unnoticed = unnoticedTexts(knownTexts(recordingOf('brightside', person, PSEUDO)))
    expect(unnoticed.filter((text) => !isOfValues(text))).toEqual([])
  }
})

it('[EMB-6] slots contain the page’s texts, and parts have its styles', async () => {
  const withSlots = tags.filter((tag) => kindsOf(tag).includes('Slots'))
  // no recorded shop is without categories and cards
  const neverEmpty = ['pk-categories', 'pk-template-list']
  expect([...withSlots, ...neverEmpty].toSorted()).toEqual(Object.keys(elementSlots).toSorted())
  const [language = ''] = languagesOf.brightside ?? []
  const [first = 'pk-shop'] = withSlots
  const storybook = await openStorybook(browser, server.origin)
  const seen = async (tag: Tag, kind: string) =>
    storybook.look({ story: storyOf(tag, kind), provider: 'brightside', language })
  expect(await seen(first, 'Slots')).toMatchObject({ lacking: [], violations: [], errors: [], outlined: 0 })
  // field, input, button, notice, dialog, …
  expect((await seen('pk-login', 'Parts')).outlined).toBeGreaterThan(3)
})

it('[EMB-6] what a person does in the story of a surface has its effect', async () => {
  const [language = ''] = languagesOf.brightside ?? []
  const looks = stories.flatMap((story) => (story.isPlayed ? { story, provider: 'brightside', language } : []))
  expect(looks.map(({ story }) => story.kind)).toEqual(
    expect.arrayContaining(['RightCode', 'WrongPassword', 'Previewed']),
  )
  expect(await faultsOf(looks)).toEqual([])
})

it('[EMB-6] the parts of which surfaces consist have stories, too, and do in them what a person wants of them', async () => {
  const [language = ''] = languagesOf.brightside ?? []
  const looks = readUiStories().map((story) => ({ story, provider: 'brightside', language }))
  expect(looks.length).toBeGreaterThan(40)
  expect(await faultsOf(looks)).toEqual([])
})

it('[EMB-6] each surface has a page of docs with its description, its options and its HTML', async () => {
  const titles = (kind: 'docs' | 'story') =>
    new Set(readEntries().flatMap(({ type, title }) => (type === kind ? [title] : [])))
  expect(titles('docs')).toEqual(titles('story'))
  const page = await browser.newPage()
  await page.goto(`${server.origin}/iframe.html?id=orders-pk-orders--docs&viewMode=docs`)
  await page.getByText(surfaces['pk-orders'].about).waitFor()
  await page.getByText(surfaces['pk-orders'].options.order.about).first().waitFor()
  await page.getByRole('switch', { name: 'Show code' }).first().click()
  await page.locator('pre').filter({ hasText: '<pk-orders' }).first().waitFor()
  await page.close()
})

it('[EMB-6] the accessibility panel of a story says what axe finds', async () => {
  const page = await browser.newPage()
  await page.goto(`${server.origin}/?path=/story/account-pk-login--filled`)
  await page.getByRole('tab', { name: 'Accessibility' }).click()
  await page.getByText('No accessibility violations found.').waitFor()
  await page.close()
})

it("[EMB-6] a story has its provider's theme, in light and dark mode", async () => {
  const storybook = await openStorybook(browser, server.origin)
  const worn: string[] = []
  for (const [provider, [language = '']] of Object.entries(languagesOf)) {
    const { accent, paper } = lookOf(provider, language)
    for (const theme of ['light', 'dark'] as const) {
      const seen = await storybook.look({ story: storyOf('pk-login', 'Filled'), provider, language, theme })
      expect(seen.accent).toBe(accent)
      expect(seen.paper, `${provider} ${theme}`).toBe(paper[theme])
      worn.push(`${seen.accent} ${seen.paper}`)
    }
  }
  expect(new Set(worn).size).toBe(4)
})

function storyOf(tag: Tag, kind: string): Story {
  const found = storiesOf(tag).find((story) => story.kind === kind)
  if (!found) throw new Error(`<${tag}> has no story ${kind}`)
  return found
}

function recordingOf(...names: Parameters<typeof recordingFile>): Recording {
  return JSON.parse(readFileSync(join(RECORDINGS, recordingFile(...names)), 'utf8'))
}

type Palette = { accent: string; paper: string }

/** The theme in the server's answer. */
function lookOf(provider: string, language: string) {
  const { body } = recordingOf(provider, 'visitor', language).answers['GET /api/webshop/settings'] ?? {}
  const { light, dark } = (body as { look: { colours: Record<'light' | 'dark', Palette> } }).look.colours
  const inRgb = (hex: string) =>
    `rgb(${(hex.match(/[0-9a-f]{2}/gi) ?? []).map((part) => Number.parseInt(part, 16)).join(', ')})`
  return {
    accent: `light-dark(${light.accent}, ${dark.accent})`,
    paper: { light: inRgb(light.paper), dark: inRgb(dark.paper) },
  }
}
