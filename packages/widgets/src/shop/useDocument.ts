import { useEffect, useLayoutEffect } from 'react'
import { useRoot } from '../rootContext.ts'

/**
 * On the shop's own site the document belongs to the shop: its language is the current one, its title names the view and the
 * shop. A host page keeps its own.
 */
export function useDocument(isOwn: boolean, main: { current: HTMLElement | null }): void {
  const { settings, language } = useRoot()
  useLayoutEffect(() => {
    if (isOwn) document.documentElement.lang = language
  }, [isOwn, language])
  useEffect(() => {
    const node = main.current
    if (!isOwn || !node) return
    // The name of a view is in its heading, once its code and data have loaded.
    const name = () => {
      const heading = node.querySelector('h1')?.textContent?.trim()
      const title = heading ? `${heading} – ${settings.name}` : settings.name
      if (document.title !== title) document.title = title
    }
    name()
    const observer = new MutationObserver(name)
    observer.observe(node, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [isOwn, main, settings.name])
}
