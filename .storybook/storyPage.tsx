import type { StoryContext } from '@storybook/react-vite'
import { type CSSProperties, type ReactNode, useLayoutEffect } from 'react'
import { action } from 'storybook/actions'
import { Root } from '../packages/widgets/src/root.tsx'
import type { Globals, Loaded } from './stage.ts'

/** The page around what a story shows, in the shop's look. A page of docs has several stories, and its own look. */
export function StoryPage({ context, children }: { context: StoryContext; children: ReactNode }) {
  const { stage, language } = context.loaded as Loaded
  const { theme } = context.globals as Globals
  const isDocs = context.viewMode === 'docs'
  useLayoutEffect(() => {
    if (isDocs) return
    document.documentElement.style.colorScheme = theme
    document.documentElement.lang = language
    document.body.style.background = stage.paper
  }, [theme, language, stage, isDocs])
  useLayoutEffect(stayOnPage, [])
  if (isDocs) return <div style={inDocs(theme, stage.paper)}>{children}</div>
  return children
}

/** As high as the story, instead of a page. */
const inDocs = (colorScheme: string, background: string): CSSProperties & { '--pk-room': string } => ({
  colorScheme,
  background,
  '--pk-room': '0px',
})

/** Keeps the page where it is, and lists under Actions where a story wanted to go. */
function stayOnPage(): () => void {
  const stay = (event: Event) => {
    action(event.type)((event as CustomEvent).detail)
    event.preventDefault()
  }
  addEventListener('pk-navigate', stay)
  return () => removeEventListener('pk-navigate', stay)
}

/** The landmark and the heading of a page that contains one thing. */
export function Landmark({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <main>
      <h1 style={{ position: 'absolute', clipPath: 'inset(50%)' }}>{heading}</h1>
      {children}
    </main>
  )
}

/** A part of `ui/`, inside the root of a shop as in every surface. */
export function UiStory({ context, children }: { context: StoryContext; children?: ReactNode }) {
  const { stage, language } = context.loaded as Loaded
  const { provider } = context.globals as Globals
  const part = (
    <Root key={stage.api} api={stage.api} provider={provider} lang={language}>
      <div style={{ padding: '1rem', maxInlineSize: '32rem' }}>{children}</div>
    </Root>
  )
  return (
    <StoryPage context={context}>
      {context.viewMode === 'docs' ? part : <Landmark heading={context.title}>{part}</Landmark>}
    </StoryPage>
  )
}
