/**
 * The maximum size of each entry in kB of 1000 bytes, compressed: its own file and everything that has to be fetched with it. A
 * limit is the size at the time it was written, rounded up with room for another surface in the list that all of them load. If an
 * entry exceeds it, find out what was added before raising the limit.
 */
export type Limits = Readonly<Record<string, number>>

/** The script tag: the loader alone, and what a page fetches before an element of that tag can be used. */
export const scriptTagLimits: Limits = {
  'loader.js': 2.75,
  'pk-shop': 85.5,
  'pk-code-entry': 49.3,
  'pk-email-check': 60,
  'pk-registration': 60,
  'pk-login': 51,
  'pk-reset-password': 54.5,
  'pk-my-account': 58.5,
  'pk-contact-info': 57.5,
  'pk-change-password': 59.5,
  'pk-communication': 73.8,
  'pk-cancel-packages': 61.5,
  'pk-devices': 57,
  'pk-my-data': 58,
  'pk-new-picture-set': 68,
  'pk-picture-sets': 68.2,
  'pk-picture-set': 77.4,
  'pk-digital-portraits': 77.9,
  'pk-catalogues': 67.3,
  'pk-catalogue-offer': 66.6,
  'pk-add-picture-set': 54.5,
  'pk-share': 74.3,
  'pk-categories': 75.3,
  'pk-packages': 81.7,
  'pk-package': 104.3,
  'pk-line-editor': 66.3,
  'pk-template-list': 78.3,
  'pk-promoted-products': 78.3,
  'pk-editor': 128.7,
  'pk-continue-card': 73.5,
  'pk-cart': 68.5,
  'pk-checkout': 84.7,
  'pk-receipt': 71.5,
  'pk-retakes': 74,
  'pk-orders': 73.5,
  'pk-contact-us': 54.5,
  'pk-privacy-policy': 54,
  'pk-page': 81.2,
  'pk-debug': 52,
}

/** The npm package, entry by entry, as an app takes it: with what it uses of core, not minified, without React. */
export const packageLimits: Limits = {
  '.': 39.5,
  './elements': 48.4,
  './router': 3.5,
  './site': 67.8,
  './themes': 2,
  './shop': 67.9,
  './code-entry': 56.9,
  './email-check': 64,
  './registration': 64,
  './login': 54,
  './reset-password': 57.5,
  './my-account': 59.5,
  './contact-info': 57.5,
  './change-password': 58,
  './communication': 59.2,
  './cancel-packages': 55,
  './devices': 54.5,
  './my-data': 57,
  './new-picture-set': 56.9,
  './picture-sets': 56.9,
  './picture-set': 76.7,
  './digital-portraits': 75.8,
  './catalogues': 63.5,
  './catalogue-offer': 61,
  './add-picture-set': 54,
  './share': 63,
  './categories': 60.9,
  './packages': 75,
  './package': 117,
  './line-editor': 57.5,
  './template-list': 80.3,
  './promoted-products': 78,
  './editor': 170,
  './continue-card': 70,
  './cart': 77,
  './checkout': 84.5,
  './receipt': 75.3,
  './orders': 78.7,
  './retakes': 61,
  './contact-us': 47,
  './privacy-policy': 49,
  './page': 61,
  './debug': 49,
  './styles.css': 22.5,
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
