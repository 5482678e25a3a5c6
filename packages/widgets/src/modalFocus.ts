import { type KeyboardEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react'

/**
 * Radix compares `document.activeElement` and event targets, which inside a shadow root are the host element: its focus trap
 * leaks, its scroll lock eats the wheel, and an injected `<style>` breaks strict pages. So the modal half of a dialog is left
 * to the browser: Radix (not modal) names, opens, closes and animates; a native `<dialog>` shown as modal makes the rest of the
 * page inert, whatever root it is in, and is above every host style.
 */

const focusable =
  'a[href],area[href],button,input:not([type=hidden]),select,textarea,[tabindex],summary,iframe,audio[controls],video[controls],[contenteditable]:not([contenteditable="false"])'

/** The elements inside a container that Tab reaches, in order. */
export function tabbablesIn(container: Element): HTMLElement[] {
  return [...container.querySelectorAll<HTMLElement>(focusable)].filter(
    (one) =>
      one.tabIndex >= 0 &&
      !one.matches(':disabled') &&
      !one.closest('[inert]') &&
      one.checkVisibility({ visibilityProperty: true }),
  )
}

/** The element that has the focus, through every open shadow root. */
export function deepActiveElement(root: Document | ShadowRoot = document): Element | null {
  const active = root.activeElement
  return active?.shadowRoot?.activeElement ? deepActiveElement(active.shadowRoot) : active
}

/** Properties for Radix' `Content` that leave focus, Escape and presses outside to the browser's modal dialog. */
export function modalProps(onDismiss: () => void, onBack: () => void = onDismiss) {
  return {
    onOpenAutoFocus: prevent,
    onCloseAutoFocus: prevent,
    onInteractOutside: prevent,
    // Radix receives every Escape of the document and does not know which of several dialogs is the topmost. That is the one
    // with the focus, whose own keys are handled below.
    onEscapeKeyDown(event: Event) {
      const focused = deepActiveElement()?.closest('dialog')
      if (focused?.matches('.pk-dialog')) event.preventDefault()
      else if (focused) keepUnprevented(event)
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.key === 'Tab') keepTabInside(event)
      if (event.key === 'Escape') {
        event.preventDefault()
        onBack()
      }
      // A nested dialog is inside the outer one's React tree, where its keys arrive too: only the innermost acts.
      event.stopPropagation()
    },
    // The back gesture of a phone.
    onCancel(event: SyntheticEvent) {
      if (event.target !== event.currentTarget) return
      event.preventDefault()
      onBack()
    },
    // The dialog fills the screen and its window is a child of it: a click on the dialog itself is a click outside the window,
    // if it also started there. A swipe is not a click, nor is a selection that ends outside.
    onPointerDown(event: SyntheticEvent) {
      pressed = event.target
    },
    onClick(event: SyntheticEvent) {
      if (event.target === event.currentTarget && event.target === pressed) onDismiss()
    },
  }
}

/**
 * Makes the `<dialog>` around the returned ref modal while it is open, in shadow and light DOM alike, nested or from several
 * elements: the focus goes in, stays in and comes back, the rest of the page is inert and does not scroll. When the dialog
 * closes, the page is usable at once, even while the window is still animating.
 */
export function useModalDialog(open: boolean): { current: HTMLDivElement | null } {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current?.closest('dialog')
    if (!dialog || !open) return
    const before = previousFocus()
    cameFrom.set(dialog, before)
    if (!dialog.open) dialog.showModal()
    focusFirst(dialog)
    const unlock = lockScroll(dialog.ownerDocument)
    return () => {
      unlock()
      dialog.close()
      // The element that opened it may be gone by now, such as a deleted line. In the document React restores the focus to the
      // element that had it before its commit, so this runs a moment later.
      queueMicrotask(() => {
        if (before instanceof HTMLElement && before.isConnected) moveFocus(before)
      })
    }
  }, [open])
  return ref
}

/**
 * Restores the focus, again if the browser has already done so: the page receives no focus events when the focus moves inside
 * one shadow root, but a window of the page that traps the focus needs them.
 */
function moveFocus(node: HTMLElement): void {
  if (deepActiveElement() === node) node.blur()
  node.focus({ preventScroll: true })
}

const cameFrom = new WeakMap<Element, Element | null>()

/**
 * The focused element; if that is in a dialog that is closing because another one follows, the element that had the focus
 * before that dialog.
 */
function previousFocus(): Element | null {
  const active = deepActiveElement()
  const left = active?.closest('dialog')
  return left && !left.open ? (cameFrom.get(left) ?? null) : active
}

let pressed: EventTarget | undefined

/**
 * One of the page's own windows is above the shop's: leaves Escape to the browser, which acts on it unless it is prevented.
 * Radix prevents it if no other handler seems to have.
 */
function keepUnprevented(event: Event): void {
  Object.defineProperty(event, 'defaultPrevented', { value: true, configurable: true })
  // before any other listener receives the event
  queueMicrotask(() => Reflect.deleteProperty(event, 'defaultPrevented'))
}

const prevent = (event: Event) => event.preventDefault()

/** Focuses the field or button that asks for it, otherwise the first control; the window's ✕ comes last. */
function focusFirst(dialog: HTMLElement): void {
  const wished = dialog.querySelector<HTMLElement>('[data-autofocus]')
  const first = wished ?? tabbablesIn(dialog)[0] ?? dialog
  first.focus({ preventScroll: true })
}

/** The browser lets Tab leave a modal dialog for its own toolbars; here Tab wraps around. */
function keepTabInside(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return
  const dialog = event.currentTarget
  const stops = tabbablesIn(dialog)
  const [first, last] = [stops[0] ?? dialog, stops.at(-1) ?? dialog]
  const active = deepActiveElement()
  const leaves = event.shiftKey ? active === first || active === dialog : active === last
  if (!leaves) return
  event.preventDefault()
  const next = event.shiftKey ? last : first
  next.focus()
}

const lockKey = Symbol.for('portraitkit.scroll-lock')
type Lock = { count: number; overflow: string; padding: string }

/** Stops the page behind from scrolling, counted over every dialog and every copy of the script, and restores it afterwards. */
function lockScroll(document: Document & { [lockKey]?: Lock }): () => void {
  const { style } = document.documentElement
  const lock = document[lockKey] ?? { count: 0, overflow: '', padding: '' }
  document[lockKey] = lock
  if (lock.count === 0) {
    lock.overflow = style.overflow
    lock.padding = style.paddingInlineEnd
    const bar = (document.defaultView?.innerWidth ?? 0) - document.documentElement.clientWidth
    style.overflow = 'hidden'
    // Without its scroll bar the page would jump sideways.
    if (bar > 0) style.paddingInlineEnd = `${bar}px`
  }
  lock.count += 1
  return () => {
    lock.count -= 1
    if (lock.count > 0) return
    style.overflow = lock.overflow
    style.paddingInlineEnd = lock.padding
    if (!document.documentElement.getAttribute('style')) document.documentElement.removeAttribute('style')
  }
}

/** Key handler for every tab of a list: arrows, Home and End. */
export function moveAmongTabs(event: KeyboardEvent<HTMLElement>): void {
  const tab = event.currentTarget
  const list = tab.closest('[role=tablist]')
  const tabs = [...(list?.querySelectorAll<HTMLElement>('[role=tab]:not(:disabled)') ?? [])]
  const here = tabs.indexOf(tab)
  const onwards = getComputedStyle(tab).direction === 'rtl' ? -1 : 1
  const goal = { ArrowRight: here + onwards, ArrowLeft: here - onwards, Home: 0, End: tabs.length - 1 }[event.key]
  if (goal === undefined || here < 0) return
  event.preventDefault()
  tabs.at(goal % tabs.length)?.focus()
}
