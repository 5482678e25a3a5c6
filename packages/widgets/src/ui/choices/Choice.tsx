import { type ChangeEvent, type ReactNode, useId } from 'react'
import { useUiStyles } from '../../rootContext.ts'
import { FieldError } from '../controls/FieldError.tsx'
import css from './Choice.css?inline'

export type CheckboxProps = {
  label: ReactNode
  checked: boolean
  onChecked: (checked: boolean) => void
  error?: string | undefined
  hint?: ReactNode
  disabled?: boolean
  required?: boolean
}

/** A checkbox. The whole line is the target. */
export function Checkbox({ label, checked, onChecked, error, hint, disabled, required }: CheckboxProps) {
  useUiStyles(css)
  const id = useId()
  return (
    <label className="pk-check">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        required={required}
        onChange={(event: ChangeEvent<HTMLInputElement>) => onChecked(event.target.checked)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      <span>{label}</span>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      {hint ? <span className="pk-hint">{hint}</span> : null}
    </label>
  )
}

export type Choice<Value extends string> = {
  value: Value
  label: ReactNode
  /** A second line in small type. */
  hint?: ReactNode
  /** At the end of the line, such as a price. */
  end?: ReactNode
  disabled?: boolean
}

export type RadioCardsProps<Value extends string> = {
  legend: string
  /** For a legend that repeats the page's heading. */
  legendHidden?: boolean
  choices: readonly Choice<Value>[]
  value: Value | undefined
  onValue: (value: Value) => void
  error?: string | undefined
}

/** A choice among a few options, each a card with its price or time. Arrow keys move, as in every radio group. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  useUiStyles(css)
  const { legend, legendHidden, choices, value, onValue, error } = props
  const name = useId()
  return (
    <fieldset className="pk-choices" aria-describedby={error ? `${name}-error` : undefined}>
      <legend className={legendHidden ? 'pk-unseen' : undefined}>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="pk-card-choice" part="choice">
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            disabled={choice.disabled}
            onChange={() => onValue(choice.value)}
          />
          <span className="pk-card-choice-text">
            {choice.label}
            {choice.hint ? <span className="pk-hint">{choice.hint}</span> : null}
          </span>
          {choice.end ? <span className="pk-card-choice-end pk-price">{choice.end}</span> : null}
        </label>
      ))}
      {error ? <FieldError id={`${name}-error`}>{error}</FieldError> : null}
    </fieldset>
  )
}
