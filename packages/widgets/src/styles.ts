const sheetsOfDocument = new WeakMap<Document, Map<string, CSSStyleSheet>>()
const baseSheets = new WeakSet<CSSStyleSheet>()

/**
 * Gives a shadow root (or the document, if a React host shows a surface without one) a style sheet. Each text becomes one
 * constructable sheet per document that all roots share, which a strict Content-Security-Policy allows, unlike `<style>`.
 * Idempotent for the same text.
 */
export function adoptStyles(root: ShadowRoot | Document, css: string): void {
  const sheet = sheetOf(root.ownerDocument ?? (root as Document), css)
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}

/** Like `adoptStyles`, for the sheet of every root: the sheets of `ui/` come right after it. */
export function adoptBaseStyles(root: ShadowRoot | Document, css: string): void {
  adoptStyles(root, css)
  baseSheets.add(sheetOf(root.ownerDocument ?? (root as Document), css))
}

/** Like `adoptStyles`, for the sheets of `ui/`: they come before those of surfaces, which may override them. */
export function adoptUiStyles(root: ShadowRoot | Document, css: string): void {
  const document = root.ownerDocument ?? (root as Document)
  const sheet = sheetOf(document, css)
  const sheets = root.adoptedStyleSheets
  if (sheets.includes(sheet)) return
  const start = sheets.findIndex((one) => baseSheets.has(one)) + 1
  root.adoptedStyleSheets = [...sheets.slice(0, start), sheet, ...sheets.slice(start)]
}

/** Removes a style sheet, such as the tokens of a look that is no longer used. */
export function dropStyles(root: ShadowRoot | Document, css: string): void {
  const sheet = sheetOf(root.ownerDocument ?? (root as Document), css)
  root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== sheet)
}

function sheetOf(document: Document, css: string): CSSStyleSheet {
  const sheets = sheetsOfDocument.get(document) ?? new Map<string, CSSStyleSheet>()
  sheetsOfDocument.set(document, sheets)
  let sheet = sheets.get(css)
  if (!sheet) {
    sheet = new (document.defaultView ?? globalThis).CSSStyleSheet()
    sheet.replaceSync(css)
    sheets.set(css, sheet)
  }
  return sheet
}
