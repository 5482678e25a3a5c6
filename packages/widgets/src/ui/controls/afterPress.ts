/** How often to look whether the press has ended. */
const LOOK_MS = 100

/** Whether a mouse button or a finger is on the page. */
const isPressed = () => document.documentElement.matches(':active')

/**
 * Runs something that moves the content, such as the error of a field that was left, after the press has ended that may have moved the
 * focus: otherwise the press ends on something else, and counts for nothing. Returns a function that cancels it.
 */
export function afterPress(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const look = () => {
    timer = setTimeout(() => (isPressed() ? look() : run()), LOOK_MS)
  }
  look()
  return () => clearTimeout(timer)
}
