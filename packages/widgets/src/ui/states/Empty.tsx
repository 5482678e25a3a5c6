import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../controls/Icon.tsx'

type EmptyProps = {
  icon: LucideIcon
  title: string
  /** `h2` where it stands under a heading of the view; else it is the view and its title is the heading. */
  heading?: 'h1' | 'h2'
  /** Where a page may put its own words instead. Not where the way on is one that the page does not know. */
  slot?: 'empty'
  children?: ReactNode
}

/** Nothing here yet: what that means and the way on. */
export function Empty({ icon, title, heading: Heading = 'h1', slot, children }: EmptyProps) {
  const content = (
    <div className="pk-empty" part="empty">
      <Icon of={icon} />
      <Heading>{title}</Heading>
      {children}
    </div>
  )
  return slot ? <slot name={slot}>{content}</slot> : content
}
