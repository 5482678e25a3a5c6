import { hasAlphabet } from '@portraitkit/core/provider/fontRange.ts'
import type { Look } from '@portraitkit/core/provider/look.ts'

/** Faces that have arrived, and in which nothing is written yet. */
let loaded: FontFace[] = []

/**
 * Fetches the fonts in which a look's texts are written, for `addLoadedFonts`; the promise is resolved when they have arrived or failed,
 * undefined if there are none to wait for. Those of rare characters are registered, and fetched when a text uses one.
 *
 * `@font-face` inside a shadow root is ignored, so the families, all named `pk-…`, are the only thing that the widgets set on the host.
 */
export function fetchFonts(document: Document, fonts: Look['fonts'], api: string): Promise<unknown> | undefined {
  const pending: Promise<unknown>[] = []
  for (const { family, src, weight, unicodeRange } of fonts) {
    try {
      const face = new FontFace(family, `url("${new URL(src, api).href}") format("woff2")`, {
        weight,
        display: 'swap',
        ...(unicodeRange ? { unicodeRange } : {}),
      })
      if (isOffered(document, face)) continue
      if (hasAlphabet(unicodeRange)) {
        pending.push(
          face.load().then(
            () => loaded.push(face),
            () => undefined,
          ),
        )
      } else document.fonts.add(face)
    } catch {
      // The address may be invalid, or an element of the page may have the same name as `document.fonts`: texts then use other
      // fonts.
    }
  }
  return pending.length > 0 ? Promise.all(pending) : undefined
}

/**
 * Writes texts in the fonts that have arrived. Only when a new view appears: in a view that is there, lines would break elsewhere, and
 * what is below them would move under a thumb. True if there were any.
 */
export function addLoadedFonts(document: Document): boolean {
  const faces = loaded
  loaded = []
  for (const face of faces) if (!isOffered(document, face)) document.fonts.add(face)
  return faces.length > 0
}

/** Browsers normalise ranges and names in their own way, so a face is compared with what the browser reports. */
function isOffered(document: Document, face: FontFace): boolean {
  const describeFace = ({ family, weight, unicodeRange }: FontFace) =>
    [family.replaceAll('"', ''), weight, unicodeRange].join()
  for (const one of document.fonts) if (describeFace(one) === describeFace(face)) return true
  return false
}
