import type { StoryContext } from '@storybook/react-vite'
import { createElement, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { emitTransformCode } from 'storybook/preview-api'
import { attributeOf } from '../packages/widgets/src/options.ts'
import type { Tag } from '../packages/widgets/src/surfaces.ts'
import { htmlOf, SLOTTED } from './html.ts'
import { restyled } from './restyle.ts'
import type { Globals, Loaded } from './stage.ts'
import type { SurfaceParameters } from './states.ts'
import { Landmark, StoryPage } from './storyPage.tsx'

/** A surface in one state, as its element on a page. */
export function SurfaceStory({ tag, context }: { tag: Tag; context: StoryContext }) {
  const { stage, language, onMissing } = context.loaded as Loaded
  const { provider } = context.globals as Globals
  const { isRightToLeft = false, calls }: Partial<SurfaceParameters> = context.parameters
  const place = useRef<HTMLElement>(null)
  useRightToLeft(place, isRightToLeft)
  useMissing(onMissing)
  const { options, slots, css } = restyled(tag, context.args)
  const own = options.map(([name, value]): [string, unknown] => [
    attributeOf(name),
    typeof value === 'string' && value.startsWith('$') ? stage.names[value.slice(1)] : value,
  ])
  useSnippet(htmlOf({ tag, provider, attributes: own, slots, css }), context)
  // a docs page has several stories of this element
  const id = stage.api.split('/').at(-1) ?? ''
  const attributes = { ...Object.fromEntries(own), id, api: stage.api, provider, lang: language, ref: place }
  const ownCss = css.replaceAll(new RegExp(`^${tag}`, 'gm'), `${tag}#${id}`)
  const surface = (
    <>
      {css ? <style>{ownCss}</style> : null}
      {createElement(tag, attributes, ...slots.map(([slot, words]) => createElement(SLOTTED[slot], { slot }, words)))}
    </>
  )
  // the whole shop brings its own landmarks, single surfaces are on a page that has them
  const hasLandmarks = tag === 'pk-shop' && calls?.also !== 'settings'
  return (
    <StoryPage context={context}>
      {hasLandmarks || context.viewMode === 'docs' ? surface : <Landmark heading={tag}>{surface}</Landmark>}
    </StoryPage>
  )
}

/** Fails the story if it makes a call that was not recorded. */
function useMissing(onMissing: Loaded['onMissing']): void {
  const [missing, setMissing] = useState('')
  useLayoutEffect(() => onMissing(setMissing), [onMissing])
  if (missing)
    throw new Error(`Nothing was recorded for ${missing}: scripts/storybookWalk.ts asks for what stories need`)
}

/** Shows these lines as the code of the story. */
function useSnippet(html: string, context: StoryContext): void {
  useEffect(() => {
    void emitTransformCode(html, context)
  }, [html, context])
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
