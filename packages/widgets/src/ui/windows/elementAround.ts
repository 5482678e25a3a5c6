/** The parent of an element, also out of a shadow root. */
export function parentElementOf(node: Element): Element | undefined {
  const root = node.getRootNode()
  return node.parentElement ?? (root instanceof ShadowRoot ? root.host : undefined)
}
