import { type ReactNode, useId } from 'react'
import { FieldError } from './FieldError.tsx'

/** The label, hint and error around a field's control. */
export type FieldDescription = {
  label: string
  /** Explains how to fill in the field, before anything is wrong. */
  hint?: ReactNode
  /** Says what is wrong and what to do. The field is marked as invalid as long as it is set. */
  error?: string | undefined
  /** Next to the label, such as 'optional'. */
  note?: string
}

/** The value of a field's control, and the callback for its changes. */
export type FieldValue = { value: string; onValue: (value: string) => void }

/** The attributes of a field's control that tie it to the label, hint and error of its frame. */
export function useControl({ hint, error }: Pick<FieldDescription, 'hint' | 'error'>) {
  const id = useId()
  return {
    id,
    className: 'pk-input',
    'aria-invalid': error ? true : undefined,
    'aria-describedby': [error && errorId(id), hint && hintId(id)].filter(Boolean).join(' ') || undefined,
  } as const
}

const hintId = (id: string) => `${id}-hint`
const errorId = (id: string) => `${id}-error`

/** A control with its label above and its error below. `id` is the control's. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  note,
  children,
}: FieldDescription & { id: string; children: ReactNode }) {
  return (
    <div className="pk-field" part="field">
      <label className="pk-field-label" htmlFor={id}>
        {label}
        {note ? <span className="pk-field-note">{note}</span> : null}
      </label>
      {children}
      {error ? <FieldError id={errorId(id)}>{error}</FieldError> : null}
      {hint ? (
        <span className="pk-hint" id={hintId(id)}>
          {hint}
        </span>
      ) : null}
    </div>
  )
}
