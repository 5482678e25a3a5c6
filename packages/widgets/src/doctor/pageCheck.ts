import { nearestName, unknownName } from './unknownName.ts'
import { warnOnce } from './warnOnce.ts'

/** Warns the developer of a page about the page itself. Fetched only if something may be wrong. */

/** Warns of an element that the shop does not have. */
export function warnOfTag(tag: string, tags: readonly string[]): void {
  warnOnce(unknownName(tag, 'an element of the shop', tags))
}

/** Warns of an element that its place on the page leaves too narrow. */
export function warnOfRoom({ localName }: Element, width: number): void {
  warnOnce(`<${localName}> is ${Math.round(width)} px wide; give its parent a width of 280 px or more`)
}

/** Warns of what the page's policy forbids the shop. */
export function warnOfPolicy({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent): void {
  const { origin } = new URL(blockedURI)
  const directive = effectiveDirective.replace(/-(?:elem|attr)$/, '')
  warnOnce(`the page's Content-Security-Policy blocks ${blockedURI}; add ${origin} to its ${directive}`)
}

/** Warns of shops that would all follow the same address. */
export function warnOfHashes(): void {
  warnOnce('two <pk-shop> on one page follow the same hash; give each a base, a path of its own')
}

/** Warns of misspelt attributes of the script tag, and of words that it does not accept. Other attributes belong to other tools. */
export function warnOfScript(settings: Readonly<Record<string, unknown>>, modes: readonly string[]): void {
  const names = ['api', 'provider', 'lang', 'mode']
  for (const [name, value] of Object.entries(settings)) {
    const near = names.includes(name) ? undefined : nearestName(name, names)
    if (near) warnOnce(`data-${name} on the script does nothing; did you mean data-${near}?`)
    if (name === 'mode' && !modes.includes(String(value)))
      warnOnce(`data-mode="${value}" on the script does nothing; use one of ${modes.join(', ')}`)
  }
}
