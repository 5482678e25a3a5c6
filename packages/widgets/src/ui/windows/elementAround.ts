/** The element around another, out of a shadow too. */
export function parentElementOf(node: Element): Element | undefined {
  const root = node.getRootNode()
  return node.parentElement ?? (root instanceof ShadowRoot ? root.host : undefined)
}
