import type { Look } from '@portraitkit/core/provider/look.ts'

/**
 * Offers the look's fonts to the document: `@font-face` inside a shadow root is ignored, so this is the one thing that the
 * widgets set on the host. The families are named `pk-…`, each file is offered once per document, and fetched only when a
 * text asks for one of its characters.
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
      // An address that is none, or something on the page that is named as the document's fonts are: texts have others, too.
    }
  }
}

/** Browsers write ranges and names their own way, so a face is compared as the browser tells it. */
function isOffered(document: Document, face: FontFace): boolean {
  const tell = ({ family, weight, unicodeRange }: FontFace) => [family.replaceAll('"', ''), weight, unicodeRange].join()
  for (const one of document.fonts) if (tell(one) === tell(face)) return true
  return false
}
