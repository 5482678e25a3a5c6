import type { EditorInstance } from '@portraitkit/core/editor/design/instance.ts'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { deepActiveElement } from '../../modalFocus.ts'
import { coverPage } from './coverPage.ts'

/** On a phone the tools are below the canvas, on a desktop next to it. */
export type Layout = 'phone' | 'desktop'

/** From this width the tools are next to the canvas. */
const wide = 860
/**
 * Below this height, such as above an on-screen keyboard, on a phone in landscape or with text twice as large, the tools leave
 * room for the canvas.
 */
const low = 480
/** From this width they do so by moving next to it. */
const broad = 560

/**
 * If the page offers less room than a desktop, the editor takes the whole screen, in the browser's top layer, which no host
 * style can cover or clip, and makes the page under it unreachable. Above an on-screen keyboard it ends where the keyboard
 * begins.
 */
export function useFullScreen(ref: RefObject<HTMLElement | null>): Layout {
  const [layout, setLayout] = useState<Layout>('phone')
  useLayoutEffect(() => {
    const node = ref.current
    const frame = node?.closest('.pk-frame')
    if (!node || !frame) return
    const { visualViewport } = window
    let uncover: (() => void) | undefined
    const update = () => {
      const fills = frame.clientWidth < wide
      const width = fills ? window.innerWidth : frame.clientWidth
      setLayout(width < wide ? 'phone' : 'desktop')
      toggleTopLayer(node, fills)
      if (fills && !uncover) {
        uncover = coverPage(node)
        takeFocus(node)
      } else if (!fills) {
        uncover?.()
        uncover = undefined
      }
      const height = visualViewport?.height ?? window.innerHeight
      node.toggleAttribute('data-low', fills && height < low)
      node.toggleAttribute('data-beside', fills && height < low && width >= broad)
      node.style.setProperty('--pk-screen', fills && visualViewport ? `${visualViewport.height}px` : '')
      node.style.setProperty('--pk-screen-top', fills && visualViewport ? `${visualViewport.offsetTop}px` : '')
    }
    update()
    const observer = new ResizeObserver(update)
    observer.observe(frame)
    window.addEventListener('resize', update)
    visualViewport?.addEventListener('resize', update)
    visualViewport?.addEventListener('scroll', update)
    return () => {
      observer.disconnect()
      uncover?.()
      window.removeEventListener('resize', update)
      visualViewport?.removeEventListener('resize', update)
      visualViewport?.removeEventListener('scroll', update)
    }
  }, [ref])
  return layout
}

function toggleTopLayer(node: HTMLElement, fills: boolean): void {
  if (fills && node.popover !== 'manual') {
    node.popover = 'manual'
    node.showPopover?.()
  } else if (!fills && node.popover === 'manual') {
    node.hidePopover?.()
    node.popover = null
  }
}

/** Elements under the editor cannot keep the focus: it moves to the title, unless it is in the editor already. */
function takeFocus(node: HTMLElement): void {
  const root = node.getRootNode() as Document | ShadowRoot
  if (!node.contains(root.activeElement))
    node.querySelector<HTMLElement>('[data-title]')?.focus({ preventScroll: true })
}

/** Returns a callback for when a window has closed: if the element that opened it is gone, the title takes the focus. */
export function useFocusFallback(ref: RefObject<HTMLElement | null>): () => void {
  return useCallback(() => {
    requestAnimationFrame(() => {
      if (ref.current && (deepActiveElement() ?? document.body) === document.body) takeFocus(ref.current)
    })
  }, [ref])
}

/** Attributes of the elements that open a screen from the main screen: a tool, or a slot of the card. */
const openers = ['data-tool', 'data-slot-button'] as const

/**
 * A new screen takes the focus: a control that asks for it, otherwise the title; back on the main screen, the button that
 * opened the screen, otherwise its slot.
 */
export function useScreenFocus(ref: RefObject<HTMLElement | null>, { menu, currentResource }: EditorInstance): void {
  const before = useRef({ menu, currentResource })
  const opener = useRef('')
  useEffect(() => {
    const node = ref.current
    if (menu !== 'main' || !node) return
    const remember = ({ target }: Event) => {
      const pressed = (target as Element).closest(openers.map((name) => `[${name}]`).join())
      const name = openers.find((one) => pressed?.hasAttribute(one))
      opener.current = name ? `[${name}="${pressed?.getAttribute(name)}"]` : ''
    }
    node.addEventListener('click', remember, true)
    return () => node.removeEventListener('click', remember, true)
  }, [ref, menu])
  useEffect(() => {
    const was = before.current
    before.current = { menu, currentResource }
    const node = ref.current
    // The preview is a dialog and manages its own focus.
    if (!node || (was.menu === menu && was.currentResource === currentResource)) return
    if (menu === 'preview' || was.menu === 'preview') return
    const found = (selector: string) => (selector ? node.querySelector<HTMLElement>(selector) : null)
    const slot = was.currentResource && found(`[data-slot-button="${was.currentResource}"]`)
    const wished = node.querySelector<HTMLElement>('.pk-editor-side [data-autofocus]')
    const title = node.querySelector<HTMLElement>('[data-title]')
    const goal = menu === 'main' ? (found(opener.current) ?? (slot || title)) : (wished ?? title)
    // A text field that has already taken the focus keeps it.
    if (!node.querySelector('textarea:focus')) goal?.focus({ preventScroll: true })
  }, [ref, menu, currentResource])
}
