import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../controls/Icon.tsx'

type EmptyProps = {
  icon: LucideIcon
  title: string
  /** `h2` under a heading of the view; otherwise it is the whole view and its title is the heading. */
  heading?: 'h1' | 'h2'
  /** The slot in which a page may put its own words instead. None if the page cannot offer the action. */
  slot?: 'empty'
  children?: ReactNode
}

/** An empty state: what it means and what to do next. */
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
