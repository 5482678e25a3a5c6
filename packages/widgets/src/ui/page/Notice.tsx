import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../controls/Icon.tsx'

const icons = { info: Info, good: CircleCheck, danger: CircleAlert }

/** A notice in the flow of the page. `danger` is announced at once. */
export function Notice({
  kind = 'info',
  title,
  children,
}: {
  kind?: keyof typeof icons
  title?: string
  children?: ReactNode
}) {
  return (
    <div className="pk-notice" part="notice" data-kind={kind} role={kind === 'danger' ? 'alert' : 'status'}>
      <Icon of={icons[kind]} />
      <div className="pk-notice-body">
        {title ? <p className="pk-notice-title">{title}</p> : null}
        {children}
      </div>
    </div>
  )
}
