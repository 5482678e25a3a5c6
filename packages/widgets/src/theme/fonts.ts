import type { Look } from '@portraitkit/core/provider/look.ts'

/**
 * Offers the look's fonts to the document: `@font-face` inside a shadow root is ignored, so this is the one thing that the
 * widgets set on the host. The families are named `pk-…`, each file is loaded once per document, and only when text asks
 * for it.
 */
export function addFonts(document: Document, fonts: Look['fonts'], api: string): void {
  for (const { family, src, weight } of fonts) {
    if (hasFont(document, family, weight)) continue
    const face = new FontFace(family, `url("${new URL(src, api).href}") format("woff2")`, { weight, display: 'swap' })
    document.fonts.add(face)
  }
}

function hasFont(document: Document, family: string, weight: string): boolean {
  for (const face of document.fonts)
    if (face.family.replaceAll('"', '') === family && face.weight === weight) return true
  return false
}
