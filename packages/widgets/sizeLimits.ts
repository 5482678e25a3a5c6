/**
 * The maximum size of each entry in kB of 1000 bytes, compressed: its own file and everything that has to be fetched with it. A
 * limit is the size at the time it was written, rounded up with room for another surface in the list that all of them load. If an
 * entry exceeds it, find out what was added before raising the limit.
 */
export type Limits = Readonly<Record<string, number>>

/** The script tag: the loader alone, and what a page fetches before an element of that tag can be used. */
export const scriptTagLimits: Limits = {
  'loader.js': 1.5,
  'pk-shop': 70,
  'pk-code-entry': 40,
  'pk-email-check': 49,
  'pk-registration': 49,
  'pk-login': 41,
  'pk-reset-password': 42,
  'pk-my-account': 46,
  'pk-contact-info': 46,
  'pk-change-password': 48,
  'pk-communication': 59,
  'pk-cancel-packages': 47,
  'pk-devices': 45,
  'pk-my-data': 46,
  'pk-new-picture-set': 54,
  'pk-picture-sets': 54,
  'pk-picture-set': 61,
  'pk-digital-portraits': 62,
  'pk-catalogues': 55,
  'pk-catalogue-offer': 54,
  'pk-add-picture-set': 45,
  'pk-share': 58,
  'pk-categories': 61,
  'pk-packages': 67,
  'pk-package': 87,
  'pk-line-editor': 53,
  'pk-template-list': 64,
  'pk-promoted-products': 64,
  'pk-editor': 112,
  'pk-continue-card': 59,
  'pk-cart': 57,
  'pk-checkout': 68,
  'pk-receipt': 57,
  'pk-orders': 59,
  'pk-contact-us': 43,
  'pk-privacy-policy': 43,
  'pk-page': 66,
  'pk-debug': 41,
}

/** The npm package, entry by entry, as it is packed: not minified, without React and zod. */
export const packageLimits: Limits = {
  '.': 30,
  './elements': 39,
  './router': 3.5,
  './site': 60,
  './themes': 2,
  './shop': 59,
  './code-entry': 47,
  './email-check': 52,
  './registration': 52,
  './login': 42,
  './reset-password': 46,
  './my-account': 45,
  './contact-info': 45,
  './change-password': 45,
  './communication': 50,
  './cancel-packages': 42,
  './devices': 40,
  './my-data': 45,
  './new-picture-set': 47,
  './picture-sets': 47,
  './picture-set': 68,
  './digital-portraits': 66,
  './catalogues': 52,
  './catalogue-offer': 50,
  './add-picture-set': 45,
  './share': 50,
  './categories': 50,
  './packages': 65,
  './package': 111,
  './line-editor': 47,
  './template-list': 71,
  './promoted-products': 71,
  './editor': 164,
  './continue-card': 64,
  './cart': 70,
  './checkout': 78,
  './receipt': 66,
  './orders': 69,
  './contact-us': 36,
  './privacy-policy': 37,
  './page': 50,
  './debug': 39,
  './styles.css': 21,
}

/** The limit of a surface without a line of its own: as much as an ordinary shop page with pictures. */
const ORDINARY = 60

/** One sentence for each entry that exceeds its limit, and for each limit without an entry. */
export function findOversized(sizes: Readonly<Record<string, number>>, limits: Limits): string[] {
  const entries = Object.entries(sizes).flatMap(([entry, size]) => {
    const limit = limits[entry] ?? ORDINARY
    return size <= limit ? [] : [`${entry} weighs ${size.toFixed(1)} kB, at most ${limit} kB are allowed`]
  })
  const gone = Object.keys(limits).filter((entry) => sizes[entry] === undefined)
  return [...entries, ...gone.map((entry) => `${entry} has a limit and is not an entry`)]
}

/** Sizes in kB by entry, from sizes in bytes by file. */
export function kilobytesOf(
  views: readonly { name: string; files: ReadonlyMap<string, number> }[],
): Record<string, number> {
  return Object.fromEntries(
    views.map(({ name, files }) => [name, [...files.values()].reduce((sum, bytes) => sum + bytes, 0) / 1000]),
  )
}
