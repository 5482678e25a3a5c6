import type { DesignContent } from '../../template/design.ts'
import type { Instance } from '../design/instance.ts'
import { isKeptAlike, keptDesignOf } from '../design/withheldPictures.ts'

/**
 * Tells whoever keeps a design what is being made of it, on every screen: each time that it is another than was told last, and
 * null where it is again as it was opened, as after Cancel. Nothing is written out to compare it, for a picture that is moved
 * changes it with every frame.
 */
export function createTelling(tell: (design: DesignContent | null) => void): (instance: Instance | null) => void {
  let opened: Instance | undefined
  let told: Instance | undefined
  return (instance) => {
    if (!instance) return
    opened ??= instance
    const before = told ?? opened
    told = instance
    if (isKeptAlike(instance, before)) return
    tell(isKeptAlike(instance, opened) ? null : keptDesignOf(instance))
  }
}
