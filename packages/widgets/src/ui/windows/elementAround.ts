/** The parent of an element, also across a shadow root. */
export function parentElementOf(node: Element): Element | undefined {
  const root = node.getRootNode()
  return node.parentElement ?? (root instanceof ShadowRoot ? root.host : undefined)
}
