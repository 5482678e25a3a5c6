import type { Look } from '@portraitkit/core/provider/look.ts'
import { useLayoutEffect, useState } from 'react'
import { addLoadedFonts, fetchFonts } from './fonts.ts'

/** How long a first view waits for its fonts, in milliseconds: as long as a stored one takes. */
const FONTS_TIMEOUT_MS = 80

/** Fetches the fonts of a look; true once a view may be written. A font that comes later is used from the next view on. */
export function useFonts(
  styles: ShadowRoot | Document | undefined,
  { fonts }: Look,
  api: string,
  isLookKnown: boolean,
): boolean {
  const [isReady, setReady] = useState(false)
  useLayoutEffect(() => {
    if (!styles || !isLookKnown) return undefined
    const document = styles.ownerDocument ?? (styles as Document)
    let isWaiting = true
    const start = () => {
      if (isWaiting) addLoadedFonts(document)
      isWaiting = false
      setReady(true)
    }
    const arrival = fetchFonts(document, fonts, api || location.origin)
    if (!arrival) return start()
    const timer = setTimeout(start, FONTS_TIMEOUT_MS)
    void arrival.then(start)
    return () => {
      isWaiting = false
      clearTimeout(timer)
    }
  }, [styles, fonts, api, isLookKnown])
  return isReady
}
