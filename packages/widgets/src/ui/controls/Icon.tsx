import type { LucideIcon } from 'lucide-react'

/** An icon of the house's one set, in the text's colour. It says nothing to a screen reader; the text beside it does. */
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
