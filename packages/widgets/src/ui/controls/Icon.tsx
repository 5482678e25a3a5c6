import type { LucideIcon } from 'lucide-react'

/**
 * An icon of the one icon set, in the text's colour. It is hidden from screen readers, because the text next to it says the
 * same.
 */
export function Icon({ of: Drawing, size }: { of: LucideIcon; size?: number }) {
  return (
    <Drawing
      className="pk-icon"
      strokeWidth={1.75}
      aria-hidden="true"
      {...(size ? { width: size, height: size } : {})}
    />
  )
}
