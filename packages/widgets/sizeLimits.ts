/**
 * The maximum size of each entry in kB of 1000 bytes, compressed: its own file and everything that has to be fetched with it. A
 * limit is the size at the time it was written, rounded up with room for another surface in the list that all of them load. If an
 * entry exceeds it, find out what was added before raising the limit.
 */
export type Limits = Readonly<Record<string, number>>

/** The script tag: the loader alone, and what a page fetches before an element of that tag can be used. */
export const scriptTagLimits: Limits = {
  'loader.js': 2.25,
  'pk-shop': 83.5,
  'pk-code-entry': 47.5,
  'pk-email-check': 58.5,
  'pk-registration': 58.5,
  'pk-login': 49.5,
  'pk-reset-password': 53,
  'pk-my-account': 57,
  'pk-contact-info': 56,
  'pk-change-password': 58,
  'pk-communication': 72,
  'pk-cancel-packages': 60,
  'pk-devices': 55.5,
  'pk-my-data': 56.5,
  'pk-new-picture-set': 66.5,
  'pk-picture-sets': 66.5,
  'pk-picture-set': 75.5,
  'pk-digital-portraits': 76,
  'pk-catalogues': 65.5,
  'pk-catalogue-offer': 65,
  'pk-add-picture-set': 53,
  'pk-share': 72.5,
  'pk-categories': 73.5,
  'pk-packages': 80,
  'pk-package': 102.5,
  'pk-line-editor': 64.5,
  'pk-template-list': 76.5,
  'pk-promoted-products': 76.5,
  'pk-editor': 127,
  'pk-continue-card': 72,
  'pk-cart': 66.5,
  'pk-checkout': 82.5,
  'pk-receipt': 70,
  'pk-retakes': 72.5,
  'pk-orders': 72,
  'pk-contact-us': 53,
  'pk-privacy-policy': 52.5,
  'pk-page': 79.5,
  'pk-debug': 50.5,
}

/** The npm package, entry by entry, as it is packed: not minified, without React and zod. */
export const packageLimits: Limits = {
  '.': 36,
  './elements': 45,
  './router': 3.5,
  './site': 66,
  './themes': 2,
  './shop': 65,
  './code-entry': 53,
  './email-check': 58,
  './registration': 58,
  './login': 48.5,
  './reset-password': 52,
  './my-account': 54,
  './contact-info': 51,
  './change-password': 52,
  './communication': 56,
  './cancel-packages': 48.5,
  './devices': 48,
  './my-data': 51,
  './new-picture-set': 53,
  './picture-sets': 53,
  './picture-set': 74,
  './digital-portraits': 72,
  './catalogues': 58,
  './catalogue-offer': 56,
  './add-picture-set': 51,
  './share': 57.5,
  './categories': 56,
  './packages': 71,
  './package': 117,
  './line-editor': 53,
  './template-list': 77,
  './promoted-products': 77,
  './editor': 170,
  './continue-card': 70,
  './cart': 76,
  './checkout': 84,
  './receipt': 72,
  './orders': 75,
  './contact-us': 42,
  './privacy-policy': 44,
  './page': 56,
  './debug': 45,
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
