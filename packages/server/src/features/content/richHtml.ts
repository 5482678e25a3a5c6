import sanitize from 'sanitize-html'

/**
 * Where a picture of a page may come from: over https, or from the shop's own paths. `//elsewhere` and `/\elsewhere` are
 * other hosts to a browser. Undefined where it may not be shown.
 */
export function imageAddress(src: string): string | undefined {
  return isOwnPath(src) || /^https:\/\/[^\s/]/i.test(src) ? src : undefined
}

/** Where a button, a picture or words may lead: away over https, to a mail or a telephone, or into the shop. */
export function linkAddress(href: string): string | undefined {
  return imageAddress(href) ?? (/^(?:mailto|tel):/i.test(href) ? href : undefined)
}

// Browsers read a backslash as a slash and leave tabs and line ends out.
const isOwnPath = (address: string) => /^\/(?![/\\])[^\s\\]*$/.test(address)

/**
 * HTML of a content page: what `provider/ownHtml.ts` lets through, and headings, quotes and pictures. Never style, script,
 * frames, forms or event handlers, so what stands there can say and show something and nothing else.
 */
export function richHtml(written: string): string {
  return sanitize(written, {
    allowedTags: [
      ...['a', 'b', 'br', 'em', 'i', 'li', 'ol', 'p', 'small', 'strong', 'u', 'ul'],
      ...['h1', 'h2', 'h3', 'h4', 'blockquote', 'figure', 'figcaption', 'hr', 'img'],
    ],
    allowedAttributes: { a: ['href'], img: ['src', 'alt', 'width', 'height'] },
    allowedSchemes: ['https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['https'] },
    allowProtocolRelative: false,
    transformTags: {
      // A page has one heading of its own rank, and that one is not in the text.
      h1: 'h2',
      a: (tagName, { href }) => ({ tagName, attribs: kept({ href: href && linkAddress(href) }) }),
      img: (tagName, { src, alt = '', width, height }) => ({
        tagName,
        attribs: kept({ src: src && imageAddress(src), alt, width: number(width), height: number(height) }),
      }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  })
}

const number = (written: string | undefined) => (written && /^\d{1,5}$/.test(written) ? written : undefined)

function kept(attributes: Record<string, string | undefined>): Record<string, string> {
  const given = Object.entries(attributes).filter((one): one is [string, string] => one[1] !== undefined)
  return Object.fromEntries(given)
}
