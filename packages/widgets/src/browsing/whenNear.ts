/** The callbacks by element. One observer serves all of them, because a list has hundreds of tiles. */
const waiting = new WeakMap<Element, () => void>()
let observer: IntersectionObserver | undefined

/** Calls back once when an element is less than a screen away. Returns a function that stops waiting. */
export function whenNear(element: Element, onNear: () => void): () => void {
  observer ??= new IntersectionObserver(
    (seen) => {
      for (const { isIntersecting, target } of seen) {
        if (!isIntersecting) continue
        observer?.unobserve(target)
        waiting.get(target)?.()
      }
    },
    { rootMargin: '75% 0px' },
  )
  waiting.set(element, onNear)
  observer.observe(element)
  return () => {
    waiting.delete(element)
    observer?.unobserve(element)
  }
}
