import type { FormValue } from './buildStripeSpec.ts'

/** Parses a form as Stripe does: `a[b][0][c]=d` is a list within objects. Undefined if a name is invalid. */
export function readForm(body: string): FormValue | undefined {
  const root: { [name: string]: FormValue } = {}
  for (const [name, value] of new URLSearchParams(body)) {
    const keys = [...name.matchAll(/^[^[\]]+|\[([^[\]]*)\]/g)].map(([whole, inner]) => inner ?? whole)
    if (keys.length === 0 || joinName(keys) !== name) return undefined
    if (!setValue(root, keys, value)) return undefined
  }
  return withLists(root)
}

const joinName = ([first, ...rest]: string[]) => [first, ...rest.map((key) => `[${key}]`)].join('')

function setValue(into: { [name: string]: FormValue }, [key = '', ...rest]: string[], value: string): boolean {
  if (rest.length === 0) {
    if (into[key] !== undefined) return false
    into[key] = value
    return true
  }
  into[key] ??= {}
  const next = into[key]
  return typeof next === 'object' && !Array.isArray(next) && setValue(next, rest, value)
}

/** Objects whose names are 0, 1, 2, … are lists. */
function withLists(sent: FormValue): FormValue {
  if (typeof sent === 'string' || Array.isArray(sent)) return sent
  const entries = Object.entries(sent).map(([name, value]) => [name, withLists(value)] as const)
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index))
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}
