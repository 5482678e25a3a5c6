import type { EditorInstance } from '@portraitkit/core/editor/design/instance.ts'
import { useCallback, useEffect, useState } from 'react'
import { openWindows } from '../../ui/windows/openWindows.ts'

/** The last announcement, until the screen changes. Repeating the same words is a new announcement. */
export function useAnnouncement({ menu, currentResource }: EditorInstance, layer: HTMLElement | null) {
  const [announcement, setAnnouncement] = useState({ text: '', number: 0 })
  const announce = useCallback((text: string) => setAnnouncement(({ number }) => ({ text, number: number + 1 })), [])
  useEffect(() => announce(''), [announce, menu, currentResource])
  useEffect(() => announceInWindow(layer, announcement.text), [layer, announcement])
  return { announcement, announce }
}

/** While a dialog is open, screen readers hear nothing outside it, so the announcement is made inside it. */
function announceInWindow(layer: HTMLElement | null, text: string): (() => void) | undefined {
  const window = openWindows(layer).at(-1)
  if (!window || !text) return undefined
  const region = document.createElement('p')
  region.className = 'pk-unseen'
  region.role = 'status'
  window.append(region)
  // Screen readers announce changes only in live regions that existed before.
  const timer = setTimeout(() => region.append(text), 100)
  return () => {
    clearTimeout(timer)
    region.remove()
  }
}
