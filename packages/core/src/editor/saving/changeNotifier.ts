import type { DesignContent } from '../../template/design.ts'
import type { EditorInstance } from '../design/instance.ts'
import { isSameSavedDesign, savedDesignOf } from '../design/withheldPictures.ts'

/**
 * Tells whoever keeps a design what is being made of it, on every screen: each time that it is another than was told last, and
 * null where it is again as it was opened, as after Cancel. Nothing is written out to compare it, for a picture that is moved
 * changes it with every frame.
 */
export function createChangeNotifier(
  tell: (design: DesignContent | null) => void,
): (instance: EditorInstance | null) => void {
  let opened: EditorInstance | undefined
  let previous: EditorInstance | undefined
  return (instance) => {
    if (!instance) return
    opened ??= instance
    const before = previous ?? opened
    previous = instance
    if (isSameSavedDesign(instance, before)) return
    tell(isSameSavedDesign(instance, opened) ? null : savedDesignOf(instance))
  }
}
