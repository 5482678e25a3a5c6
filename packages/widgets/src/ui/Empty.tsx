import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

/** Nothing here yet: what that means and the way on. */
export function Empty({ icon, title, children }: { icon: LucideIcon; title: string; children?: ReactNode }) {
  return (
    <div className="pk-empty" part="empty">
      <Icon of={icon} />
      <h2>{title}</h2>
      {children}
    </div>
  )
}
