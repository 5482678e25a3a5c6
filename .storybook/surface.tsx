import type { Loader, ReactRenderer } from '@storybook/react-vite'
import { createElement, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { action } from 'storybook/actions'
import { PSEUDO } from '../packages/widgets/pseudoLanguage.ts'
import { attributeOf } from '../packages/widgets/src/options.ts'
import { register } from '../packages/widgets/src/register.ts'
import { isTag, type Tag } from '../packages/widgets/src/surfaces.ts'
import { type Stage, setStage } from './answers.ts'
import { PEOPLE, type Person } from './callKey.ts'
import { restyled } from './restyle.ts'
import type { SurfaceParameters } from './states.ts'
import { world } from './world.ts'

/** What the toolbar selects. */
type Globals = { provider: string; theme: string; language: string; country: string; person: string }

/** What a story needs before it is drawn: the answers to its calls, and the language in which they are. */
export type Loaded = {
  stage: Stage
  language: string
  onMissing: (hear: (call: string) => void) => void
}

/** The part of Storybook's context that is read here. */
type Context = {
  component?: unknown
  parameters: object
  globals: object
  viewMode?: string
}

/** The surface of a story; undefined if it is a story of `ui/`. */
export const tagOf = ({ component }: Pick<Context, 'component'>): Tag | undefined =>
  typeof component === 'string' && isTag(component) ? component : undefined

/** Sets up the answers for a story, as the toolbar and its parameters say, and registers its element. */
export const loadStage: Loader<ReactRenderer> = async (context): Promise<Loaded> => {
  const tag = tagOf(context)
  const { provider, country, ...globals } = context.globals as Globals
  const parameters: Partial<SurfaceParameters> = context.parameters
  const person: Person = PEOPLE.find((one) => one === globals.person) ?? parameters.person ?? 'customer'
  const language = languageOf(provider, globals.language, parameters)
  const calls = parameters.calls ?? { how: 'answered', also: 'none' }
  let tell: (call: string) => void = () => undefined
  const scene = {
    provider,
    person,
    language,
    country: country === 'own' ? undefined : country,
    calls,
    isLong: parameters.hasLongTexts ?? false,
  }
  const [stage] = await Promise.all([setStage(scene, (call) => tell(call)), tag && register(tag)])
  const onMissing = (hear: typeof tell) => {
    tell = hear
    for (const call of stage.missing) hear(call)
  }
  remember(stage, provider, parameters)
  return { stage, language, onMissing }
}

/** The language of the toolbar if the shop offers it; in the story of another language, the shop's second one. */
function languageOf(provider: string, preferred: string, { isInOtherLanguage }: Partial<SurfaceParameters>): string {
  const spoken = world.providers.find(({ key }) => key === provider)?.languages ?? ['en']
  const match = [...spoken, PSEUDO].find((one) => one === preferred)
  return match ?? (isInOtherLanguage ? spoken.at(-1) : spoken[0]) ?? 'en'
}

/** Restores the tab's memory of earlier pages, before the shop reads it. */
function remember({ api, names }: Stage, provider: string, { remembers = {} }: Partial<SurfaceParameters>): void {
  const entries = Object.entries(remembers).map(([key, name]) => [key, JSON.parse(names[name.slice(1)] ?? 'null')])
  if (entries.length > 0) sessionStorage.setItem(`pk-1-${api}-${provider}`, JSON.stringify(Object.fromEntries(entries)))
}

/** A surface in one state, as its element on a page. */
export function SurfaceStory({ context, args }: { context: Context & { loaded: object }; args: object }) {
  const { stage, language } = context.loaded as Loaded
  const { provider, theme } = context.globals as Globals
  const { isRightToLeft = false, calls }: Partial<SurfaceParameters> = context.parameters
  const tag = tagOf(context) ?? 'pk-shop'
  const place = useRef<HTMLElement>(null)
  const isDocs = context.viewMode === 'docs'
  usePage(isDocs ? undefined : { theme, language, paper: stage.paper })
  useRightToLeft(place, isRightToLeft)
  useMissing(context.loaded as Loaded)
  const { options, slots, css } = restyled(tag, args as Record<string, unknown>)
  const own = options.map(([name, value]) => [
    attributeOf(name),
    typeof value === 'string' && value.startsWith('$') ? stage.names[value.slice(1)] : value,
  ])
  const attributes = { ...Object.fromEntries(own), api: stage.api, provider, lang: language, ref: place }
  const surface = (
    <>
      {css ? <style>{css}</style> : null}
      {createElement(tag, attributes, ...slots.map(([slot, words]) => createElement(SLOTTED[slot], { slot }, words)))}
    </>
  )
  // the whole shop brings its own landmarks, single surfaces are on a page that has them
  if (isDocs || (tag === 'pk-shop' && calls?.also !== 'settings')) return surface
  return <StoryPage heading={tag}>{surface}</StoryPage>
}

/** The page around what a story shows. */
function StoryPage({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <main>
      <h1 style={{ position: 'absolute', clipPath: 'inset(50%)' }}>{heading}</h1>
      {children}
    </main>
  )
}

/** Fails the story if it makes a call that was not recorded. */
function useMissing({ onMissing }: Loaded): void {
  const [missing, setMissing] = useState('')
  useLayoutEffect(() => onMissing(setMissing), [onMissing])
  if (missing)
    throw new Error(`Nothing was recorded for ${missing}: scripts/storybookWalk.ts asks for what stories need`)
}

/** Gives the page the shop's look, and keeps it where it is. A page of docs has several stories, and its own look. */
function usePage(page: { theme: string; language: string; paper: string } | undefined): void {
  const { theme, language, paper } = page ?? {}
  useLayoutEffect(() => {
    if (theme && language && paper) {
      document.documentElement.style.colorScheme = theme
      document.documentElement.lang = language
      document.body.style.background = paper
    }
    const stay = (event: Event) => {
      action(event.type)((event as CustomEvent).detail)
      event.preventDefault()
    }
    addEventListener('pk-navigate', stay)
    return () => removeEventListener('pk-navigate', stay)
  }, [theme, language, paper])
}

function useRightToLeft(place: { readonly current: HTMLElement | null }, isRightToLeft: boolean): void {
  useLayoutEffect(() => {
    const root = place.current?.shadowRoot
    if (!isRightToLeft || !root) return
    const turn = () => root.querySelector('.pk-root')?.setAttribute('dir', 'rtl')
    const watch = new MutationObserver(turn)
    watch.observe(root, { childList: true, subtree: true })
    turn()
    return () => watch.disconnect()
  }, [place, isRightToLeft])
}

/** The element that a page puts into a slot. */
const SLOTTED = { header: 'header', footer: 'footer', empty: 'p' } as const
