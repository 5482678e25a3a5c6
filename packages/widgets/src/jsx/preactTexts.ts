import { options, type VNode } from 'preact'

/** A rendered element or text, by the names that preact's build gives its fields. */
type Rendered = { type: unknown; props: unknown; __e: Node | null; __k: readonly (Rendered | null)[] | null }

/** The text of every element that has a text as its only child. */
const ownTexts = new WeakMap<Node, string>()

/**
 * Preact writes a new text into the node that it once made. A browser's translator has removed that node: React writes into the
 * element instead, and here preact does too.
 */
const { diffed } = options
options.diffed = (vnode: VNode) => {
  diffed?.(vnode)
  if (typeof vnode.type === 'string') keepText(vnode as unknown as Rendered)
}

function keepText({ __e: element, __k: children }: Rendered): void {
  if (!(element instanceof Element) || !children) return
  const [child] = children
  const text = children.length === 1 && child?.type === null ? String(child.props) : undefined
  const before = ownTexts.get(element)
  if (text === undefined) ownTexts.delete(element)
  else ownTexts.set(element, text)
  if (before === undefined || before === text) return
  const own = nodesOf(children)
  for (const node of element.childNodes) if (!own.includes(node)) element.removeChild(node)
  if (child && text !== undefined && child.__e?.parentNode !== element) element.append(...own)
}

/** The nodes of these children in their parent element. */
function nodesOf(children: Rendered['__k']): Node[] {
  return (children ?? []).flatMap((child) => {
    if (!child) return []
    return typeof child.type === 'function' ? nodesOf(child.__k) : (child.__e ?? [])
  })
}
