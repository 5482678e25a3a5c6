import type { ReactNode } from 'react'
import { Button } from '../ui/controls/Button.tsx'

export type StepProps = {
  title: string
  status: 'open' | 'done' | 'inactive'
  editLabel?: string
  editName?: string
  onEdit?: () => void
  /** The selection, for a finished step. */
  summary?: ReactNode
  children: ReactNode
}

/** One step of the checkout: open, collapsed to a summary with an edit button, or not reached yet. */
export function Step({ title, status, editLabel, editName, onEdit, summary, children }: StepProps) {
  return (
    <section
      className="pk-step"
      part="step"
      data-status={status}
      aria-label={title}
      aria-disabled={status === 'inactive' || undefined}
    >
      <header className="pk-step-head">
        <h2>{title}</h2>
        {status === 'done' && onEdit ? (
          <Button kind="quiet" onClick={onEdit} label={editName}>
            {editLabel}
          </Button>
        ) : null}
      </header>
      {status === 'open' ? <div className="pk-step-body">{children}</div> : null}
      {status === 'done' ? <div className="pk-step-summary">{summary}</div> : null}
      {status === 'inactive' && children ? (
        <fieldset className="pk-step-body" disabled>
          {children}
        </fieldset>
      ) : null}
    </section>
  )
}
