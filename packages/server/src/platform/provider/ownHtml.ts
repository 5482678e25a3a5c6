import sanitize from 'sanitize-html'

/**
 * HTML that a provider or a gateway wrote, as it may stand on our pages: words, simple marks, and links that lead away over
 * https, to a mail or to a telephone. Whatever could run, load or dress itself up is gone; its words stay. Used where such
 * HTML is stored and again where it is shown, for a database may have been written by others.
 */
export function ownHtml(written: string): string {
  return sanitize(written, {
    allowedTags: ['a', 'b', 'br', 'em', 'i', 'li', 'ol', 'p', 'small', 'strong', 'u', 'ul'],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['https', 'mailto', 'tel'],
    allowProtocolRelative: false,
  })
}
