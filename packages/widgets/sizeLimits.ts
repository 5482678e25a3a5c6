/**
 * The maximum size of each entry in kB of 1000 bytes, compressed: its own file and everything that has to be fetched with it. A
 * limit is the size at the time it was written, rounded up with room for another surface in the list that all of them load. If an
 * entry exceeds it, find out what was added before raising the limit.
 */
export type Limits = Readonly<Record<string, number>>

/** The script tag: the loader alone, and what a page fetches before an element of that tag can be used. */
export const scriptTagLimits: Limits = {
  'loader.js': 2.25,
  'pk-shop': 79.5,
  'pk-code-entry': 43.5,
  'pk-email-check': 54.5,
  'pk-registration': 54.5,
  'pk-login': 45.5,
  'pk-reset-password': 49,
  'pk-my-account': 53,
  'pk-contact-info': 52,
  'pk-change-password': 54,
  'pk-communication': 68,
  'pk-cancel-packages': 56,
  'pk-devices': 51.5,
  'pk-my-data': 52.5,
  'pk-new-picture-set': 62.5,
  'pk-picture-sets': 62.5,
  'pk-picture-set': 71.5,
  'pk-digital-portraits': 72,
  'pk-catalogues': 61.5,
  'pk-catalogue-offer': 61,
  'pk-add-picture-set': 49,
  'pk-share': 68.5,
  'pk-categories': 69.5,
  'pk-packages': 76,
  'pk-package': 98.5,
  'pk-line-editor': 60.5,
  'pk-template-list': 72.5,
  'pk-promoted-products': 72.5,
  'pk-editor': 123,
  'pk-continue-card': 68,
  'pk-cart': 62.5,
  'pk-checkout': 78.5,
  'pk-receipt': 66,
  'pk-retakes': 68.5,
  'pk-orders': 68,
  'pk-contact-us': 49,
  'pk-privacy-policy': 48.5,
  'pk-page': 75.5,
  'pk-debug': 46.5,
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
  './login': 42.5,
  './reset-password': 46,
  './my-account': 48,
  './contact-info': 45,
  './change-password': 46,
  './communication': 50,
  './cancel-packages': 42.5,
  './devices': 42,
  './my-data': 45,
  './new-picture-set': 47,
  './picture-sets': 47,
  './picture-set': 68,
  './digital-portraits': 66,
  './catalogues': 52,
  './catalogue-offer': 50,
  './add-picture-set': 45,
  './share': 51.5,
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
  './privacy-policy': 38,
  './page': 50,
  './debug': 39,
  './styles.css': 21.5,
}

/** With how many languages the limits were written, and what each further one may add: the names and hashes of its texts. */
const LANGUAGES = 9
const OF_LANGUAGE = 0.1
/** What marks the English texts of a language that lacks some, and comes with its texts. */
export const OF_GAPS = 1.7
export const languageAllowance = (languages: number) => Math.max(0, languages - LANGUAGES) * OF_LANGUAGE

/** The limit of a surface without a line of its own: as much as an ordinary shop page with pictures. */
const ORDINARY = 60

/** One sentence for each entry that exceeds its limit, and for each limit without an entry. */
export function findOversized(sizes: Readonly<Record<string, number>>, limits: Limits, allowance = 0): string[] {
  const entries = Object.entries(sizes).flatMap(([entry, size]) => {
    const limit = limits[entry] ?? ORDINARY
    return size <= limit + allowance ? [] : [`${entry} weighs ${size.toFixed(1)} kB, at most ${limit} kB are allowed`]
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
