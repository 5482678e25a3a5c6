import type { Look } from '@portraitkit/core/provider/look.ts'

/**
 * Registers the look's fonts with the document: `@font-face` inside a shadow root is ignored, so this is the only thing that
 * the widgets set on the host. The families are named `pk-…`, each file is registered once per document, and fetched only when
 * a text uses one of its characters.
 */
export function addFonts(document: Document, fonts: Look['fonts'], api: string): void {
  for (const { family, src, weight, unicodeRange } of fonts) {
    try {
      const face = new FontFace(family, `url("${new URL(src, api).href}") format("woff2")`, {
        weight,
        display: 'swap',
        ...(unicodeRange ? { unicodeRange } : {}),
      })
      if (!isOffered(document, face)) document.fonts.add(face)
    } catch {
      // The address may be invalid, or an element of the page may have the same name as `document.fonts`: texts then use other
      // fonts.
    }
  }
}

/** Browsers normalise ranges and names in their own way, so a face is compared with what the browser reports. */
function isOffered(document: Document, face: FontFace): boolean {
  const describeFace = ({ family, weight, unicodeRange }: FontFace) =>
    [family.replaceAll('"', ''), weight, unicodeRange].join()
  for (const one of document.fonts) if (describeFace(one) === describeFace(face)) return true
  return false
}
