import { computeAccessibleName, getRole } from 'dom-accessibility-api'

// Runs inside the page: what a person sees there, by role and name, in all shadow roots.

/** A name, or a pattern for one: `/^Buy/i` as `['^Buy', 'i']`. A name is found anywhere in the whole name, in either case. */
export type Name = string | readonly [source: string, flags: string]

/** An element's role and name, as a screen reader says them. */
export type Heard = { role: string; name: string }

/** The elements of the role that have the name and are visible, in the order of the page. */
export function visible(role: string, name: Name, root: ParentNode = document): Element[] {
  return [...elementsIn(root)].filter((each) => getRole(each) === role && isVisible(each) && fits(nameOf(each), name))
}

/** The fields with a label. */
export function fields(label: Name): Element[] {
  const all = [...elementsIn(document)].filter((each) => /^(?:INPUT|TEXTAREA|SELECT)$/.test(each.tagName))
  return all.filter((each) => (isVisible(each) || isFileInput(each)) && fits(nameOf(each), label))
}

/** Which element has the focus; null if none has it. */
export function focused(): Heard | null {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active && active !== document.body ? { role: getRole(active) ?? '', name: nameOf(active) } : null
}

/** The texts of the page, in its order. */
export function texts(): string {
  const own = (each: Element) => [...each.childNodes].flatMap((node) => (node instanceof Text ? node.data : []))
  return clean([...elementsIn(document)].filter(isVisible).flatMap(own).join(' '))
}

/** How wide the first image in an element is drawn, in pixels; 0 if there is none. */
export function imageWidth(element: Element | undefined): number {
  return element?.querySelector('img')?.getBoundingClientRect().width ?? 0
}

/** Everything with a role and a name, for the message of a failure. */
export function outline(): string {
  const heard = [...elementsIn(document)].filter(isVisible).map((each) => `${getRole(each)}: ${nameOf(each)}`)
  return heard.filter((line) => !/^(?:null|generic|presentation)?: ?$/.test(line)).join('\n')
}

function* elementsIn(root: ParentNode): Generator<Element> {
  for (const each of root.querySelectorAll('*')) {
    yield each
    if (each.shadowRoot) yield* elementsIn(each.shadowRoot)
  }
}

const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true })
const isFileInput = (element: Element) => element instanceof HTMLInputElement && element.type === 'file'

const clean = (text: string) => text.replace(/\s+/g, ' ').trim()
/** An element’s accessible name. */
export const nameOf = (element: Element) => clean(computeAccessibleName(element))

function fits(name: string, expected: Name): boolean {
  if (typeof expected === 'string') return name.toLowerCase().includes(expected.toLowerCase())
  return new RegExp(...(expected as [string, string])).test(name)
}
