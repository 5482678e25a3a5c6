import type { Loader, ReactRenderer } from '@storybook/react-vite'
import { PSEUDO } from '../packages/widgets/pseudoLanguage.ts'
import { register } from '../packages/widgets/src/register.ts'
import { isTag, type Tag } from '../packages/widgets/src/surfaces.ts'
import { type Stage, setStage } from './answers.ts'
import { PEOPLE, type Person } from './callKey.ts'
import type { SurfaceParameters } from './states.ts'
import { world } from './world.ts'

/** What the toolbar selects. */
export type Globals = { provider: string; theme: string; language: string; country: string; person: string }

/** What a story needs before it is drawn: the answers to its calls, and the language in which they are. */
export type Loaded = {
  stage: Stage
  language: string
  onMissing: (hear: (call: string) => void) => void
}

/** The surface of a story; undefined if it is a story of `ui/`. */
export const tagOf = ({ component }: { component?: unknown }): Tag | undefined =>
  typeof component === 'string' && isTag(component) ? component : undefined

/** Sets up the answers for a story, and registers the element of its surface. */
export const loadStage: Loader<ReactRenderer> = async (context): Promise<Loaded> => {
  const tag = tagOf(context)
  const globals = context.globals as Globals
  if (!tag) return stageOfUi(globals)
  const parameters: Partial<SurfaceParameters> = context.parameters
  const [loaded] = await Promise.all([createStage(globals, parameters), register(tag)])
  remember(loaded.stage, globals.provider, parameters)
  return loaded
}

const stagesOfUi = new Map<string, Promise<Loaded>>()

/** The stories of `ui/` make no calls of their own, and share one shop for each setting of the toolbar. */
function stageOfUi(globals: Globals): Promise<Loaded> {
  const key = JSON.stringify(globals)
  const stage = stagesOfUi.get(key) ?? createStage(globals, { person: 'visitor' })
  stagesOfUi.set(key, stage)
  return stage
}

/** Answers as the toolbar and the story's parameters say. */
async function createStage(globals: Globals, parameters: Partial<SurfaceParameters>): Promise<Loaded> {
  const { provider, country } = globals
  const language = languageOf(globals, parameters)
  const person: Person = PEOPLE.find((one) => one === globals.person) ?? parameters.person ?? 'customer'
  const { calls = { how: 'answered', also: 'none' }, hasLongTexts: isLong = false } = parameters
  const scene = { provider, person, language, country: country === 'own' ? undefined : country, calls, isLong }
  let tell: (call: string) => void = () => undefined
  const stage = await setStage(scene, (call) => tell(call))
  const onMissing = (hear: typeof tell) => {
    tell = hear
    for (const call of stage.missing) hear(call)
  }
  return { stage, language, onMissing }
}

/** The language of the toolbar if the shop offers it; in the story of another language, the shop's second one. */
function languageOf({ provider, language }: Globals, { isInOtherLanguage }: Partial<SurfaceParameters>): string {
  const spoken = world.providers.find(({ key }) => key === provider)?.languages ?? ['en']
  const match = [...spoken, PSEUDO].find((one) => one === language)
  return match ?? (isInOtherLanguage ? spoken.at(-1) : spoken[0]) ?? 'en'
}

/** Restores the tab's memory of earlier pages, before the shop reads it. */
function remember({ api, names }: Stage, provider: string, { remembers = {} }: Partial<SurfaceParameters>): void {
  const entries = Object.entries(remembers).map(([key, name]) => [key, JSON.parse(names[name.slice(1)] ?? 'null')])
  if (entries.length > 0) sessionStorage.setItem(`pk-1-${api}-${provider}`, JSON.stringify(Object.fromEntries(entries)))
}
