import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

type EmptyProps = {
  icon: LucideIcon
  title: string
  /** `h2` where it stands under a heading of the view; else it is the view and its title is the heading. */
  heading?: 'h1' | 'h2'
  children?: ReactNode
}

/** Nothing here yet: what that means and the way on. */
export function Empty({ icon, title, heading: Heading = 'h1', children }: EmptyProps) {
  return (
    <div className="pk-empty" part="empty">
      <Icon of={icon} />
      <Heading>{title}</Heading>
      {children}
    </div>
  )
}
