import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { type Names, type Person, type Recording, recordingFile } from '../.storybook/callKey.ts'
import type { SurfaceMeta, SurfaceParameters, SurfaceStory } from '../.storybook/states.ts'
import { readTexts } from '../packages/server/src/platform/texts.ts'
import { answeredLanguage, PSEUDO } from '../packages/widgets/pseudoLanguage.ts'
import type { Tag } from '../packages/widgets/src/surfaces.ts'
import { findViolations } from '../packages/widgets/src/testing/accessibility.ts'
import { pseudoTexts } from '../packages/widgets/vite.texts.ts'
import { RECORDINGS } from './storybookRecording.ts'
import { BUILT } from './storybookRun.ts'

const ROOT = join(import.meta.dirname, '..')

/** A story of a surface: its id in Storybook, the name of its export, what it declares, and whether a person does something in it. */
export type Story = { id: string; tag: Tag; kind: string; parameters: SurfaceParameters; isPlayed: boolean }

/** A story with the settings under which it is shown: the shop, the language, by night or by day. */
export type StoryLook = {
  story: Pick<Story, 'id' | 'parameters'>
  provider: string
  language: string
  theme?: 'light' | 'dark'
}

type Entry = { type: 'story' | 'docs'; id: string; title: string; importPath: string; exportName: string }

/** Every entry of the built Storybook's sidebar. */
export function readEntries(): Entry[] {
  const { entries } = JSON.parse(readFileSync(join(BUILT, 'index.json'), 'utf8')) as { entries: Record<string, Entry> }
  return Object.values(entries)
}

/** The stories of surfaces in the built Storybook, as their files declare them. */
export async function readStories(): Promise<Story[]> {
  const ofSurfaces = readEntries().filter(({ type, title }) => type === 'story' && /\/pk-[\w-]+$/.test(title))
  return Promise.all(
    ofSurfaces.map(async ({ id, importPath, exportName }) => {
      const file: { default: SurfaceMeta } & Record<string, unknown> = await import(join(ROOT, importPath))
      const { parameters, play } = file[exportName] as SurfaceStory
      return { id, tag: file.default.component, kind: exportName, parameters, isPlayed: play !== undefined }
    }),
  )
}

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Serves a built Storybook as any web server would. */
export async function serveFolder(folder: string): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = join(folder, normalize(pathname === '/' ? '/index.html' : pathname))
    if (!existsSync(file) || !statSync(file).isFile()) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

/** The stories of `ui/`, which must show any text. */
export function readUiStories(): Pick<Story, 'id' | 'parameters'>[] {
  const ofUi = readEntries().filter(({ type, title }) => type === 'story' && title.startsWith('ui/'))
  return ofUi.map(({ id }) => ({ id, parameters: { shows: [], person: 'visitor' } }))
}

/** The state of a story once its texts are there, or after the timeout. */
export type StoryFindings = {
  /** The expected texts that are missing. */
  lacking: string[]
  /** The violations that axe reports. */
  violations: string[][]
  /** Errors of the console and of the page, and of what the story itself does. */
  errors: string[]
  /** The accent by day and by night as the surface applies it, and the visible paper. */
  accent: string
  paper: string
  /** The number of parts that have an outline of the page. */
  outlined: number
}

/** The timeout for the texts of a story. */
const STORY_TIMEOUT_MS = 10_000

export type OpenStorybook = { page: Page; look(look: StoryLook): Promise<StoryFindings> }

/** A window of the built Storybook, in which one story after the other is shown. */
export async function openStorybook(browser: Browser, origin: string, width = 1000): Promise<OpenStorybook> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.setDefaultTimeout(STORY_TIMEOUT_MS)
  let errors: string[] = []
  page.on('console', (message) => {
    // the browser itself reports that an answer failed, and some stories want that
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  await page.addInitScript(showStories)
  let last = ''
  return {
    page,
    async look({ story: { id, parameters }, provider, language, theme = 'light' }) {
      errors = []
      // axe runs here instead of in the panel
      const globals = `provider:${provider};language:${language};theme:${theme};a11y.manual:!true`
      // A window continues from story to story; another shop or language is a new page.
      if (globals === last) await page.evaluate((next) => window.showStory(next), id)
      else await page.goto(`${origin}/iframe.html?id=${id}&viewMode=story&globals=${globals}`)
      last = globals
      const words = wordsOf(parameters, { provider, language, person: parameters.person ?? 'customer' })
      const isBusy = parameters.calls?.how === 'waiting'
      await page
        .waitForFunction(([what, busy]) => window.lackingIn(what, busy).length === 0, [words, isBusy] as const)
        .catch(() => undefined)
      const lacking = await page.evaluate(([what, busy]) => window.lackingIn(what, busy), [words, isBusy] as const)
      await page.waitForFunction(() => window.hasPlayed()).catch(() => errors.push('its play function does not end'))
      const violations = await findViolations(page)
      const worn = await page.evaluate(() => window.wornStyles())
      return { lacking, violations, errors, ...worn }
    },
  }
}

declare global {
  interface Window {
    showStory(id: string): Promise<void>
    lackingIn(words: readonly string[], isBusy: boolean): string[]
    hasPlayed(): boolean
    wornStyles(): Pick<StoryFindings, 'accent' | 'paper' | 'outlined'>
    __STORYBOOK_PREVIEW__: { currentRender?: { phase?: string } }
    __STORYBOOK_ADDONS_CHANNEL__: {
      emit(event: 'setCurrentStory', what: { storyId: string; viewMode: 'story' }): void
      on(event: string, hear: (id: string) => void): void
      off(event: string, hear: (id: string) => void): void
    }
  }
}

/** Queries for the window of stories, which run in the page. */
function showStories(): void {
  const channel = () => window.__STORYBOOK_ADDONS_CHANNEL__
  window.showStory = (id) =>
    new Promise((done) => {
      const ends = ['storyRendered', 'storyErrored', 'storyThrewException', 'storyMissing']
      const hear = () => {
        for (const end of ends) channel().off(end, hear)
        done()
      }
      for (const end of ends) channel().on(end, hear)
      channel().emit('setCurrentStory', { storyId: id, viewMode: 'story' })
    })
  const roots = () => [...document.querySelectorAll('#storybook-root *')].flatMap((each) => each.shadowRoot ?? [])
  window.hasPlayed = () =>
    /^(?:completed|afterEach|finished)$/.test(window.__STORYBOOK_PREVIEW__.currentRender?.phase ?? '')
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()
  const read = () => {
    const nodes = [document, ...roots()].flatMap((root) => [...root.querySelectorAll<HTMLElement>('.pk-root')])
    const labels = nodes.flatMap((node) =>
      [...node.querySelectorAll('[aria-label], img[alt]')].map(
        (each) => each.getAttribute('aria-label') ?? each.getAttribute('alt') ?? '',
      ),
    )
    const slotted = [...document.querySelectorAll<HTMLElement>('#storybook-root [slot]')].filter(
      (node) => node.assignedSlot,
    )
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not read
    return plain([...[...nodes, ...slotted].map((node) => node.innerText), ...labels].join(' '))
  }
  const isBusy = () =>
    roots().some((root) => root.querySelector('[aria-busy="true"], [role="status"], .pk-root-waiting, .pk-skeleton'))
  window.lackingIn = (words, busy) => {
    const text = read()
    const lacking = words.filter((word) => !text.includes(plain(word)))
    if (busy && !isBusy()) lacking.push('(busy)')
    if (!busy && words.length === 0 && text === '') lacking.push('(anything)')
    return lacking
  }
  window.wornStyles = () => {
    const node = roots()[0]?.querySelector('.pk-root')
    const style = node ? getComputedStyle(node) : null
    const isOutlined = (part: Element) => getComputedStyle(part).outlineStyle === 'dashed'
    return {
      accent: style?.getPropertyValue('--pk-accent') ?? '',
      paper: style?.backgroundColor ?? '',
      outlined: roots()
        .flatMap((root) => [...root.querySelectorAll('[part]')])
        .filter(isOutlined).length,
    }
  }
}

type Reader = { provider: string; language: string; person: Person }

/**
 * The texts that a story must show: texts in the language, `$names` from the recordings, and words of the page. A shop in which
 * nothing has such a name must only show some text.
 */
function wordsOf({ shows }: SurfaceParameters, { provider, language, person }: Reader): string[] {
  const names = namesOf(recordingFile(provider, person, language))
  const texts = readTexts(answeredLanguage(language))
  const words = shows.map((text) => {
    if (typeof text === 'string' && !text.startsWith('$')) return text
    const found = typeof text === 'string' ? names[text.slice(1)] : (texts[text.id] ?? text.message)
    if (found === undefined)
      throw new Error(
        `There is nothing called ${typeof text === 'string' ? text : text.message} in ${language} at ${provider}`,
      )
    if (language === PSEUDO && typeof text !== 'string') return pseudoTexts([found])[0] as string
    // up to its first value
    return found.split('{')[0] as string
  })
  return words.includes('') ? [] : words
}

function namesOf(file: string): Names {
  return (JSON.parse(readFileSync(join(RECORDINGS, file), 'utf8')) as Recording).names
}
