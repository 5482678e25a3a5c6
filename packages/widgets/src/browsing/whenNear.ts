/** What is to be done when an element comes near; one observer for all, for a list has hundreds. */
const waiting = new WeakMap<Element, () => void>()
let observer: IntersectionObserver | undefined

/** Tells once when an element is less than a screen away. Answers how to stop waiting. */
export function whenNear(element: Element, tell: () => void): () => void {
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
  waiting.set(element, tell)
  observer.observe(element)
  return () => {
    waiting.delete(element)
    observer?.unobserve(element)
  }
}
