import type { EditorInstance } from '@portraitkit/core/editor/design/instance.ts'
import { useCallback, useEffect, useState } from 'react'
import { openWindows } from '../../useScreenHistory.ts'

/** What was said last, until another screen comes. The same words again are another thing that is said. */
export function useAnnouncement({ menu, currentResource }: EditorInstance, layer: HTMLElement | null) {
  const [announcement, setAnnouncement] = useState({ text: '', number: 0 })
  const announce = useCallback((text: string) => setAnnouncement(({ number }) => ({ text, number: number + 1 })), [])
  useEffect(() => announce(''), [announce, menu, currentResource])
  useEffect(() => announceInWindow(layer, announcement.text), [layer, announcement])
  return { announcement, announce }
}

/** While a window is open nothing under it is heard: it is said within. */
function announceInWindow(layer: HTMLElement | null, text: string): (() => void) | undefined {
  const window = openWindows(layer).at(-1)
  if (!window || !text) return undefined
  const region = document.createElement('p')
  region.className = 'pk-unseen'
  region.role = 'status'
  window.append(region)
  // Readers say what changes in a region that they know.
  const timer = setTimeout(() => region.append(text), 100)
  return () => {
    clearTimeout(timer)
    region.remove()
  }
}
