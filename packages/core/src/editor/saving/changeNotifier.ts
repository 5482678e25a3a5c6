import type { DesignContent } from '../../template/design.ts'
import type { EditorInstance } from '../design/instance.ts'
import { isSameSavedDesign, savedDesignOf } from '../design/withheldPictures.ts'

/**
 * Reports the current design to the page that saves it, on every screen: whenever it differs from the last report, and null
 * when it is again as it was opened, as after Cancel. Compares without serialising, because moving a picture changes the design
 * with every frame.
 */
export function createChangeNotifier(
  onChange: (design: DesignContent | null) => void,
): (instance: EditorInstance | null) => void {
  let opened: EditorInstance | undefined
  let previous: EditorInstance | undefined
  return (instance) => {
    if (!instance) return
    opened ??= instance
    const before = previous ?? opened
    previous = instance
    if (isSameSavedDesign(instance, before)) return
    onChange(isSameSavedDesign(instance, opened) ? null : savedDesignOf(instance))
  }
}
