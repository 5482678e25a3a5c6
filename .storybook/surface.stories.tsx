import type { Meta, StoryObj } from '@storybook/react-vite'
import { createElement, useLayoutEffect, useRef, useState } from 'react'
import { action } from 'storybook/actions'
import { PSEUDO } from '../packages/widgets/pseudoLanguage.ts'
import { attributeOf } from '../packages/widgets/src/options.ts'
import { register } from '../packages/widgets/src/register.ts'
import type { Tag } from '../packages/widgets/src/surfaces.ts'
import { type Stage, setStage } from './answers.ts'
import { PEOPLE, type Person } from './callKey.ts'
import { stories, tagOf } from './list.ts'
import { outlines, restyled, slotArgs } from './restyle.ts'
import { type Kind, type Story, storyOf } from './states.ts'
import { world } from './world.ts'

/**
 * One surface in one state, as its element on a page. Title and name of the story select them; the toolbar selects the shop,
 * the viewer and the language.
 */
const meta: Meta = {
  loaders: [
    async ({ title, name, globals, parameters: { kind } }) => {
      const tag = tagOf(title)
      const story = storyOf(stories[tag], kind as Kind)
      if (!story) throw new Error(`<${tag}> has no story "${name}"`)
      const { provider, country } = globals
      const person: Person = PEOPLE.find((one) => one === globals.person) ?? story.who ?? 'customer'
      const language = languageOf(provider, globals.language, story)
      const { calls, isLong } = story
      let tell: (call: string) => void = () => undefined
      const scene = { provider, person, language, country: country === 'own' ? undefined : country, calls, isLong }
      const [stage] = await Promise.all([setStage(scene, (call) => tell(call)), register(tag)])
      const onMissing = (hear: typeof tell) => {
        tell = hear
        for (const call of stage.missing) hear(call)
      }
      remember(stage, provider, story)
      return { tag, story, stage, language, onMissing }
    },
  ],
  render: (args, { loaded, globals }) => (
    <StorySurface key={loaded.stage.api} args={args} globals={globals} {...(loaded as Loaded)} />
  ),
}
export default meta

type Loaded = {
  tag: Tag
  story: Story
  stage: Stage
  language: string
  onMissing: (hear: (call: string) => void) => void
}
type Globals = { provider: string; theme: string }

/** The language of the toolbar if the shop offers it; in the story of another language, the shop's second one. */
function languageOf(provider: string, preferred: string, { inOther }: Story): string {
  const spoken = world.providers.find(({ key }) => key === provider)?.languages ?? ['en']
  const match = [...spoken, PSEUDO].find((one) => one === preferred)
  return match ?? (inOther ? spoken.at(-1) : spoken[0]) ?? 'en'
}

/** Restores the tab's memory of earlier pages, before the shop reads it. */
function remember({ api, names }: Stage, provider: string, { remembers = {} }: Story): void {
  const entries = Object.entries(remembers).map(([key, name]) => [key, JSON.parse(names[name.slice(1)] ?? 'null')])
  if (entries.length > 0) sessionStorage.setItem(`pk-1-${api}-${provider}`, JSON.stringify(Object.fromEntries(entries)))
}

function StorySurface({
  tag,
  story,
  stage,
  language,
  onMissing,
  args,
  globals,
}: Loaded & { args: Record<string, unknown>; globals: object }) {
  const { provider, theme } = globals as Globals
  const place = useRef<HTMLElement>(null)
  const [missing, setMissing] = useState('')
  useLayoutEffect(() => onMissing(setMissing), [onMissing])
  useLayoutEffect(() => {
    document.documentElement.style.colorScheme = theme
    document.documentElement.lang = language
    document.body.style.background = stage.paper
    const stay = (event: Event) => {
      action(event.type)((event as CustomEvent).detail)
      event.preventDefault()
    }
    addEventListener('pk-navigate', stay)
    return () => removeEventListener('pk-navigate', stay)
  }, [theme, language, stage])
  useLayoutEffect(() => {
    if (!story.isRtl || !place.current?.shadowRoot) return
    const turn = () => place.current?.shadowRoot?.querySelector('.pk-root')?.setAttribute('dir', 'rtl')
    const watch = new MutationObserver(turn)
    watch.observe(place.current.shadowRoot, { childList: true, subtree: true })
    turn()
    return () => watch.disconnect()
  }, [story])
  if (missing)
    throw new Error(`Nothing was recorded for ${missing}: scripts/storybookWalk.ts asks for what stories need`)
  const { options, slots, css } = restyled(tag, { ...story.options, ...slotArgs(story.given ?? {}), ...args })
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
  if (tag === 'pk-shop' && story.calls.also !== 'settings') return surface
  return (
    <main>
      <h1 style={{ position: 'absolute', clipPath: 'inset(50%)' }}>{tag}</h1>
      {surface}
    </main>
  )
}

/** The element that a page puts into a slot. */
const SLOTTED = { header: 'header', footer: 'footer', empty: 'p' } as const

type OfKind = StoryObj
const of = (kind: Kind): OfKind => ({ parameters: { kind } })

export const Filled = of('Filled')
export const Loading = of('Loading')
export const Empty = of('Empty')
export const Failing = of('Failing')
export const Otherwise = of('Otherwise')
export const LongTexts = of('LongTexts')
export const RightToLeft = of('RightToLeft')
export const OtherLanguage = of('OtherLanguage')
export const Slots = of('Slots')
export const Parts = { ...of('Parts'), args: outlines }
