import sanitize from 'sanitize-html'

/**
 * HTML that a provider or a gateway wrote, as it may appear on the server's pages: words, simple marks, and links over https,
 * to an email address or to a telephone number. Everything that could run, load or style itself is removed; its words stay.
 * Applied when such HTML is stored and again when it is shown, because others may have written to the database.
 */
export function sanitiseHtml(unsafeHtml: string): string {
  return sanitize(unsafeHtml, {
    allowedTags: ['a', 'b', 'br', 'em', 'i', 'li', 'ol', 'p', 'small', 'strong', 'u', 'ul'],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['https', 'mailto', 'tel'],
    allowProtocolRelative: false,
  })
}
