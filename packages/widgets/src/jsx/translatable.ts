import type { ReactElement, ReactNode } from 'react'
import { jsx as createOne, jsxs as createSeveral, Fragment } from 'react/jsx-runtime'

/**
 * What JSX of the widgets is compiled to. A browser's translator replaces text nodes by elements of its own, and an engine that
 * then removes one of its texts from among other nodes throws: every text is therefore the only child of an element.
 */
export { Fragment }

type Type = Parameters<typeof createOne>[0]
type Props = { children?: ReactNode }
type Key = Parameters<typeof createOne>[2]

/** @public called by what JSX is compiled to */
export function jsx(type: Type, props: Props, key?: Key): ReactElement {
  return createOne(type, withWholeTexts(type, props), key)
}

/** @public called by what JSX is compiled to */
export function jsxs(type: Type, props: Props, key?: Key): ReactElement {
  const own = withWholeTexts(type, props)
  return Array.isArray(own.children) ? createSeveral(type, own, key) : createOne(type, own, key)
}

/** Elements of a drawing have no element for a part of a text that HTML has. */
const DRAWN = /^(?:text|tspan|textPath)$/

function withWholeTexts(type: Type, props: Props): Props {
  const { children } = props
  if (type === Fragment) return { ...props, children: wrapTexts(children) }
  if (typeof type !== 'string' || !Array.isArray(children) || DRAWN.test(type)) return props
  const flat = children.flat(2)
  return { ...props, children: isWhole(flat) ? flat.filter(isText).join('') : wrapTexts(children) }
}

/** Texts alone are one text. Translators leave white space alone. */
function wrapTexts(children: ReactNode): ReactNode {
  if (isText(children)) return isTranslated(children) ? createOne('span', { children }) : children
  if (!Array.isArray(children)) return children
  return children.map((child, index) => {
    if (!isText(child)) return wrapTexts(child)
    // adjacent texts are one, at the place of the first
    if (isText(children[index - 1])) return null
    const end = children.findIndex((other, at) => at > index && !isText(other))
    const text = children.slice(index, end < 0 ? undefined : end).join('')
    return isTranslated(text) ? createOne('span', { children: text }, `text${index}`) : text
  })
}

const isText = (child: unknown): child is string | number => typeof child === 'string' || typeof child === 'number'
const isTranslated = (text: string | number) => /\S/.test(`${text}`)
const isWhole = (children: readonly ReactNode[]) =>
  children.some(isText) && children.every((child) => isText(child) || child == null || typeof child === 'boolean')
