/**
 * Closes the topmost window, as the back gesture of a phone does. False if there is none.
 *
 * @param under windows that stay: the screen itself may be one
 */
export function closeTopWindow(layer: HTMLElement | null, under = 0): boolean {
  const top = openWindows(layer).slice(under).at(-1)
  top?.dispatchEvent(new Event('cancel', { cancelable: true }))
  return top !== undefined
}

/** The open windows, the topmost last. */
export function openWindows(layer: HTMLElement | null): Element[] {
  return [...(layer?.querySelectorAll('dialog[open]') ?? [])]
}
