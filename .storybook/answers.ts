import { delay, HttpResponse, http, type JsonBodyType, passthrough } from 'msw'
import { type SetupWorker, setupWorker } from 'msw/browser'
import { answeredLanguage, PSEUDO } from '../packages/widgets/pseudoLanguage.ts'
import { callKey, isScenesCall, type Person, type Recording, recordingFile, sceneKey, scenesOf } from './callKey.ts'
import { type Calls, LONG_NAME } from './states.ts'

/** The answers for one rendering of a story. */
export type Scene = {
  provider: string
  person: Person
  language: string
  /** A country other than the shop's own, for its address forms. */
  country: string | undefined
  calls: Calls
  isLong: boolean
}

export type Stage = {
  /** The API address given to the surface: no other rendering has it, so none sees the answers of another. */
  api: string
  names: Recording['names']
  /** The background of the provider's surfaces. */
  paper: string
  /** Calls without a recorded answer. */
  missing: string[]
}

const base = new URL('.', document.baseURI).href
type Played = { scene: Scene; stage: Stage; recording: Recording; onMissing: (call: string) => void }
const stages = new Map<string, Played>()
const recordings = new Map<string, Promise<Recording>>()

/** The recorded answers of a shop for one person. */
function recordingOf(provider: string, person: Person, language: string): Promise<Recording> {
  const file = recordingFile(provider, person, language)
  const known = recordings.get(file) ?? fetch(`${base}recorded/${file}`).then((answer) => answer.json())
  recordings.set(file, known)
  return known
}

/** Sets up the answers of one rendering of a story. `onMissing` is called for a call that was not recorded. */
export async function setStage(scene: Scene, onMissing: (call: string) => void): Promise<Stage> {
  const recording = await recordingOf(scene.provider, scene.person, scene.language)
  const id = `${stages.size + 1}`
  const stage: Stage = { api: `${base}shop-${id}`, names: recording.names, paper: paperOf(recording), missing: [] }
  stages.set(id, { scene, stage, recording, onMissing })
  return stage
}

type WithLook = { look: { colours: { light?: { paper: string }; dark?: { paper: string } } } }

function paperOf({ answers }: Recording): string {
  const settings = answers['GET /api/webshop/settings']?.body as WithLook | undefined
  const { light, dark } = settings?.look.colours ?? {}
  return light && dark ? `light-dark(${light.paper}, ${dark.paper})` : 'Canvas'
}

const escaped = base.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const CALL = new RegExp(`^${escaped}shop-(\\d+)(/.*)$`)

/** The calls of surfaces are answered from the recordings; all others are sent normally. */
const recorded = http.all(CALL, async ({ request }) => {
  const [, id = '', path = ''] = CALL.exec(request.url) ?? []
  const found = stages.get(id)
  return found ? answer(found, path, request) : passthrough()
})

/** Starts the worker that answers. A story's own answers, in `parameters.msw`, come first. */
export async function answerFromRecordings(): Promise<SetupWorker> {
  const worker = setupWorker(recorded)
  const serviceWorker = { url: `${base}mockServiceWorker.js` }
  await worker.start({ quiet: true, onUnhandledRequest: 'bypass', serviceWorker })
  return worker
}

const OF_EVERY_PAGE = ['/api/webshop/settings', '/api/webshop/session']

async function answer({ scene, stage, recording, onMissing }: Played, path: string, request: Request) {
  const { method, headers } = request
  const route = path.split('?')[0] ?? path
  const isOwn = !OF_EVERY_PAGE.includes(route)
  const { how, also } = scene.calls
  if (how !== 'answered' && (isOwn || also === 'settings')) {
    if (how === 'waiting') await delay('infinite')
    return failure(recording)
  }
  const body = await request.text()
  const sent = body === '' ? undefined : answeredLanguages(body)
  const found = findAnswer(recording, method, answeredLanguages(path), sent)
  if (!found) {
    // Actions on a story take effect nowhere.
    if (headers.has('x-provider')) return failure(recording)
    const call = callKey(method, path, sent)
    stage.missing.push(call)
    onMissing(call)
    return failure(recording)
  }
  const answerBody = scene.isLong ? withLongTexts(found.body) : found.body
  const localBody = route === '/api/webshop/settings' ? settingsOf(answerBody as WithLocale, scene) : answerBody
  return json(route === '/api/webshop/session' ? inLanguage(localBody, scene.language) : localBody, found.status)
}

/** What was recorded is in a language that the server knows. */
const answeredLanguages = (sent: string) => sent.replaceAll(PSEUDO, answeredLanguage(PSEUDO))

function findAnswer({ answers }: Recording, method: string, path: string, body: string | undefined) {
  if (!isScenesCall(path)) return answers[callKey(method, path, body)]
  const scenes = scenesOf(body).map((scene) => answers[sceneKey(scene)]?.body)
  return scenes.every(Boolean) ? { status: 200, body: { scenes } } : undefined
}

const json = (body: unknown, status: number) => HttpResponse.json(body as JsonBodyType, { status })
const failure = ({ failure: error }: Recording) => json({ error, reason: 'server.failed' }, 500)

type WithLocale = { locale: { country: object; languages: object[] } }

/** The shop in another country, and with the pseudo-language among its own if the story is in it. */
const settingsOf = ({ locale, ...settings }: WithLocale, { country, language }: Scene) => ({
  ...settings,
  locale: {
    ...locale,
    ...(country && { country: { twoLetterCode: country } }),
    ...(language === PSEUDO && { languages: [...locale.languages, { long: PSEUDO, name: PSEUDO }] }),
  },
})

/** A customer's language is that of the account: in a story it becomes that of the toolbar. */
const inLanguage = (session: unknown, lang: string) => {
  const { user } = session as { user: object | null }
  return { user: user ? { ...user, lang } : null }
}

/** Texts written by providers and photographers, not the shop's own. */
const WRITTEN = /^(?:name|title|group|description|internalTitle|group|text|label)$/
const LONGER = `${LONG_NAME} von Hohenlohe-Waldenburg-Schillingsfürst`

/** An answer whose names and titles are as long as they can be. */
function withLongTexts(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return WRITTEN.test(key) && value !== '' ? `${value} ${LONGER}` : value
  if (Array.isArray(value)) return value.map((each) => withLongTexts(each, key))
  if (typeof value !== 'object' || value === null) return value
  // Scenes are drawn: their texts are outlines already. Looks and languages are not texts.
  const UNCHANGED = /^(?:scene|preview|look|locale|type|template|userResources)$/
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, UNCHANGED.test(name) ? each : withLongTexts(each, name)]),
  )
}
