import sanitize from 'sanitize-html'

/**
 * Checks the address of a picture on a page: https, or one of the shop's own paths. `//elsewhere` and `/\elsewhere` are other
 * hosts to a browser. Undefined if it may not be shown.
 */
export function imageAddress(src: string): string | undefined {
  return isOwnPath(src) || /^https:\/\/[^\s/]/i.test(src) ? src : undefined
}

/** Checks the target of a button, a picture or a text link: https, an email address, a telephone number, or a path of the shop. */
export function linkAddress(href: string): string | undefined {
  return imageAddress(href) ?? (/^(?:mailto|tel):/i.test(href) ? href : undefined)
}

// Browsers read a backslash as a slash and ignore tabs and line breaks.
const isOwnPath = (address: string) => /^\/(?![/\\])[^\s\\]*$/.test(address)

/**
 * HTML of a content page: what `provider/sanitiseHtml.ts` allows, plus headings, quotes and pictures. Never style, script,
 * frames, forms or event handlers, so the content is text and pictures only.
 */
export function sanitiseRichHtml(source: string): string {
  return sanitize(source, {
    allowedTags: [
      ...['a', 'b', 'br', 'em', 'i', 'li', 'ol', 'p', 'small', 'strong', 'u', 'ul'],
      ...['h1', 'h2', 'h3', 'h4', 'blockquote', 'figure', 'figcaption', 'hr', 'img'],
    ],
    allowedAttributes: { a: ['href'], img: ['src', 'alt', 'width', 'height'] },
    allowedSchemes: ['https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['https'] },
    allowProtocolRelative: false,
    transformTags: {
      // The page itself has the top-level heading; texts start below it.
      h1: 'h2',
      a: (tagName, { href }) => ({ tagName, attribs: keptAttributes({ href: href && linkAddress(href) }) }),
      img: (tagName, { src, alt = '', width, height }) => ({
        tagName,
        attribs: keptAttributes({ src: src && imageAddress(src), alt, width: number(width), height: number(height) }),
      }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  })
}

const number = (written: string | undefined) => (written && /^\d{1,5}$/.test(written) ? written : undefined)

function keptAttributes(attributes: Record<string, string | undefined>): Record<string, string> {
  const given = Object.entries(attributes).filter((one): one is [string, string] => one[1] !== undefined)
  return Object.fromEntries(given)
}
