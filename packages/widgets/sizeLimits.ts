/**
 * The most that each entry may weigh, in kB of 1000 bytes, compressed: its own file and all that has to be fetched with it. A
 * limit is what was there when it was written, rounded up. What passes it has brought something along: look at what, before
 * the limit is raised.
 */
export type Limits = Readonly<Record<string, number>>

/** The script tag: the loader alone, and what a page fetches before an element of a tag can be used. */
export const scriptTagLimits: Limits = {
  'loader.js': 1.5,
  'pk-shop': 70,
  'pk-code-entry': 40,
  'pk-email-check': 49,
  'pk-registration': 49,
  'pk-login': 41,
  'pk-reset-password': 42,
  'pk-my-account': 45,
  'pk-contact-info': 45,
  'pk-change-password': 49,
  'pk-communication': 59,
  'pk-cancel-packages': 47,
  'pk-devices': 45,
  'pk-my-data': 46,
  'pk-new-picture-set': 55,
  'pk-picture-sets': 55,
  'pk-picture-set': 62,
  'pk-digital-portraits': 62,
  'pk-catalogues': 56,
  'pk-catalogue-offer': 55,
  'pk-add-picture-set': 45,
  'pk-share': 56,
  'pk-categories': 61,
  'pk-packages': 68,
  'pk-package': 88,
  'pk-line-editor': 53,
  'pk-template-list': 64,
  'pk-promoted-products': 64,
  'pk-editor': 110,
  'pk-continue-card': 60,
  'pk-cart': 55,
  'pk-checkout': 67,
  'pk-receipt': 56,
  'pk-orders': 58,
  'pk-contact-us': 44,
  'pk-privacy-policy': 43,
  'pk-page': 66,
  'pk-debug': 41,
}

/** The npm package, entry by entry, as it is packed: not minified, React and zod not in it. */
export const packageLimits: Limits = {
  '.': 30,
  './elements': 38,
  './router': 3.5,
  './themes': 2,
  './shop': 57,
  './code-entry': 46,
  './email-check': 51,
  './registration': 51,
  './login': 42,
  './reset-password': 45,
  './my-account': 45,
  './contact-info': 45,
  './change-password': 44,
  './communication': 49,
  './cancel-packages': 41,
  './devices': 39,
  './my-data': 44,
  './new-picture-set': 46,
  './picture-sets': 46,
  './picture-set': 68,
  './digital-portraits': 65,
  './catalogues': 52,
  './catalogue-offer': 50,
  './add-picture-set': 44,
  './share': 49,
  './categories': 49,
  './packages': 64,
  './package': 107,
  './line-editor': 44,
  './template-list': 71,
  './promoted-products': 70,
  './editor': 162,
  './continue-card': 62,
  './cart': 69,
  './checkout': 76,
  './receipt': 65,
  './orders': 68,
  './contact-us': 35,
  './privacy-policy': 37,
  './page': 49,
  './debug': 39,
  './styles.css': 21,
}

/** A sentence for each entry that weighs more than it may or has no limit, and for each limit without an entry. */
export function findOverweight(sizes: Readonly<Record<string, number>>, limits: Limits): string[] {
  const entries = Object.entries(sizes).flatMap(([entry, size]) => {
    const limit = limits[entry]
    if (limit === undefined) return [`${entry} weighs ${size.toFixed(1)} kB and has no limit`]
    return size <= limit ? [] : [`${entry} weighs ${size.toFixed(1)} kB, at most ${limit} kB are allowed`]
  })
  const gone = Object.keys(limits).filter((entry) => sizes[entry] === undefined)
  return [...entries, ...gone.map((entry) => `${entry} has a limit and is no entry`)]
}

/** Sizes in kB by entry, of what was measured as bytes by file. */
export function kilobytesOf(
  views: readonly { name: string; files: ReadonlyMap<string, number> }[],
): Record<string, number> {
  return Object.fromEntries(
    views.map(({ name, files }) => [name, [...files.values()].reduce((sum, bytes) => sum + bytes, 0) / 1000]),
  )
}
