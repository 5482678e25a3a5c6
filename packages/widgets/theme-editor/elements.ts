import type { Option } from '../src/options.ts'

/** An element as the build lists it. */
export type ListedElement = {
  tag: string
  about: string
  /** The entry of the npm package and the component in it. */
  entry: string
  component: string
  options: readonly ListedOption[]
}
/** An option that an attribute sets. */
export type ListedOption = Pick<Option, 'kind' | 'words' | 'about'> & { name: string; attribute: string }

declare const __PORTRAITKIT_ELEMENTS__: readonly ListedElement[]
declare const __PORTRAITKIT_EVENTS__: readonly string[]

export const elements = __PORTRAITKIT_ELEMENTS__
export const eventNames = __PORTRAITKIT_EVENTS__
export const elementOf = (tag: string): ListedElement =>
  elements.find((each) => each.tag === tag) ?? (elements[0] as ListedElement)
