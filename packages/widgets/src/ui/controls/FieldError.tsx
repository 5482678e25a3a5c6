import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

type FieldErrorProps = {
  id?: string
  /** Something else announces it to screen readers. */
  isAnnounced?: boolean
  children: ReactNode
}

/** The error of a field, in words. */
export function FieldError({ id, isAnnounced, children }: FieldErrorProps) {
  return (
    <span className="pk-error" id={id} role={isAnnounced ? undefined : 'alert'}>
      <Icon of={CircleAlert} size={18} />
      <span>{children}</span>
    </span>
  )
}
