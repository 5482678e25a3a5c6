import base from './theme/base.css?inline'
import buttons from './ui/buttons.css?inline'
import choices from './ui/choices.css?inline'
import fields from './ui/fields.css?inline'
import frames from './ui/frames.css?inline'
import page from './ui/page.css?inline'
import panels from './ui/panels.css?inline'

/** The sheet that every root wears. What few views show brings its own with `useStyles`, as surfaces do. */
export const uiCss = [base, buttons, fields, choices, panels, frames, page].join('\n')

const sheetsOfDocument = new WeakMap<Document, Map<string, CSSStyleSheet>>()

/**
 * Gives a shadow root (or the document, where a React host shows a surface without one) a stylesheet. Each text becomes one
 * constructable sheet per document that all roots share, which a strict Content-Security-Policy allows and `<style>` is not.
 * Calling it again with the same text does nothing.
 */
export function adoptStyles(root: ShadowRoot | Document, css: string): void {
  const sheet = sheetOf(root.ownerDocument ?? (root as Document), css)
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}

/** Takes a stylesheet away again, such as the tokens of a look that is no longer worn. */
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
