import type { Look } from '@portraitkit/core/provider/look.ts'
import { useLayoutEffect, useState } from 'react'
import { addLoadedFonts, fetchFonts } from './fonts.ts'

/** How long a first view that has everything else waits for its fonts, in milliseconds: as long as stored ones take. */
const FONTS_TIMEOUT_MS = 80

/**
 * Fetches the fonts of a look as soon as it is known; true once a view may be written, if the rest of it is there. A font that comes
 * later is used from the next view on.
 */
export function useFonts(
  styles: ShadowRoot | Document | undefined,
  { fonts }: Look,
  api: string,
  { isLookKnown, isRestReady }: { isLookKnown: boolean; isRestReady: boolean },
): boolean {
  const [arrival, setArrival] = useState<'unknown' | 'pending' | 'over'>('unknown')
  const [isReady, setReady] = useState(false)
  const document = styles?.ownerDocument ?? (styles as Document | undefined)
  useLayoutEffect(() => {
    if (!document || !isLookKnown) return undefined
    let isCurrent = true
    const pending = fetchFonts(document, fonts, api || location.origin)
    setArrival(pending ? 'pending' : 'over')
    void pending?.then(() => isCurrent && setArrival('over'))
    return () => {
      isCurrent = false
    }
  }, [document, fonts, api, isLookKnown])
  useLayoutEffect(() => {
    if (!document || !isRestReady || isReady || arrival === 'unknown') return undefined
    const write = () => {
      addLoadedFonts(document)
      setReady(true)
    }
    if (arrival === 'over') return write()
    const timer = setTimeout(write, FONTS_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [document, isRestReady, isReady, arrival])
  return isReady
}
