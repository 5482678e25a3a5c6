import type { Appearance } from '@portraitkit/core/provider/look.ts'
import type { Theme } from '../src/theme/readyThemes.ts'

// What the page with the element and the page around it tell each other: they have one origin.

/** What the preview shows. */
export type PreviewRequest = {
  provider: string
  tag: string
  attributes: Readonly<Record<string, string>>
  theme: Theme
  mode: Appearance
  css: string
}

/** The preview has loaded, or its element has dispatched an event. */
export type PreviewReport = 'ready' | { event: string; detail: unknown }

/** Listens to messages of one window of this origin. Returns a function that stops it. */
export function onMessageOf<Message>(from: () => Window | null | undefined, take: (message: Message) => void) {
  const listen = ({ source, origin, data }: MessageEvent) => {
    if (origin === location.origin && source !== null && source === from()) take(data as Message)
  }
  addEventListener('message', listen)
  return () => removeEventListener('message', listen)
}
