import { ChevronDown, CircleAlert, Eye, EyeOff } from 'lucide-react'
import { type ChangeEvent, type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Icon } from './Icon.tsx'

type FieldDescription = {
  label: string
  /** Says how, before anything is wrong. */
  hint?: ReactNode
  /** Says what is wrong and what to do; the field is marked as long as it stands there. */
  error?: string | undefined
  /** Beside the label, such as 'optional'. */
  note?: string
}

type Described2Ids = { id: string; hint: string; error: string }

function useIds(): Described2Ids {
  const id = useId()
  return { id, hint: `${id}-hint`, error: `${id}-error` }
}

const describedBy = (ids: Described2Ids, { hint, error }: FieldDescription) =>
  [error && ids.error, hint && ids.hint].filter(Boolean).join(' ') || undefined

/** What is wrong with a field, in words. `isSaid` where something else says it to screen readers. */
export function FieldError({ id, isSaid, children }: { id?: string; isSaid?: boolean; children: ReactNode }) {
  return (
    <span className="pk-error" id={id} role={isSaid ? undefined : 'alert'}>
      <Icon of={CircleAlert} size={18} />
      <span>{children}</span>
    </span>
  )
}

function Frame({ ids, described, children }: { ids: Described2Ids; described: FieldDescription; children: ReactNode }) {
  const { label, hint, error, note } = described
  return (
    <div className="pk-field" part="field">
      <label className="pk-field-label" htmlFor={ids.id}>
        {label}
        {note ? <span className="pk-field-note">{note}</span> : null}
      </label>
      {children}
      {error ? <FieldError id={ids.error}>{error}</FieldError> : null}
      {hint ? (
        <span className="pk-hint" id={ids.hint}>
          {hint}
        </span>
      ) : null}
    </div>
  )
}

type Value = { value: string; onValue: (value: string) => void }

export type FieldProps = FieldDescription &
  Value & { look?: 'plain' | 'code' } & Omit<ComponentProps<'input'>, keyof Value | 'onChange'>

/** A line of text with its label above and what is wrong below. */
export function Field({ label, hint, error, note, value, onValue, look, ...rest }: FieldProps) {
  const ids = useIds()
  const described = { label, hint, error, note }
  return (
    <Frame ids={ids} described={described as FieldDescription}>
      <input
        {...rest}
        id={ids.id}
        className="pk-input"
        part="input"
        data-look={look}
        value={value}
        onChange={(event: ChangeEvent<HTMLInputElement>) => onValue(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(ids, described as FieldDescription)}
      />
    </Frame>
  )
}

export type TextAreaProps = FieldDescription & Value & Omit<ComponentProps<'textarea'>, keyof Value | 'onChange'>

/** Several lines of text. */
export function TextArea({ label, hint, error, note, value, onValue, ...rest }: TextAreaProps) {
  const ids = useIds()
  const described = { label, hint, error, note } as FieldDescription
  return (
    <Frame ids={ids} described={described}>
      <textarea
        {...rest}
        id={ids.id}
        className="pk-input"
        part="input"
        value={value}
        onChange={(event: ChangeEvent<HTMLTextAreaElement>) => onValue(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(ids, described)}
      />
    </Frame>
  )
}

export type PasswordFieldProps = Omit<FieldProps, 'type' | 'look'> & {
  /** Names of the button that shows and hides what is typed. */
  showLabel: string
  hideLabel: string
}

/** A password that can be looked at. `autoComplete` is `current-password` or `new-password`. */
export function PasswordField({
  label,
  hint,
  error,
  note,
  value,
  onValue,
  showLabel,
  hideLabel,
  ...rest
}: PasswordFieldProps) {
  const ids = useIds()
  const [isVisible, setVisible] = useState(false)
  const described = { label, hint, error, note } as FieldDescription
  return (
    <Frame ids={ids} described={described}>
      <span className="pk-input-box">
        <input
          {...rest}
          id={ids.id}
          type={isVisible ? 'text' : 'password'}
          className="pk-input"
          part="input"
          data-has-end=""
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          onChange={(event: ChangeEvent<HTMLInputElement>) => onValue(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(ids, described)}
        />
        <span className="pk-input-end">
          <button
            type="button"
            className="pk-button"
            data-kind="icon"
            aria-label={isVisible ? hideLabel : showLabel}
            aria-pressed={isVisible}
            onClick={() => setVisible(!isVisible)}
          >
            <Icon of={isVisible ? EyeOff : Eye} />
          </button>
        </span>
      </span>
    </Frame>
  )
}

export type SelectProps = FieldDescription &
  Value & { options: readonly { value: string; label: string; disabled?: boolean }[] } & Omit<
    ComponentProps<'select'>,
    keyof Value | 'onChange' | 'children'
  >

/** A choice from a list, in the device's own picker. */
export function Select({ label, hint, error, note, value, onValue, options, ...rest }: SelectProps) {
  const ids = useIds()
  const described = { label, hint, error, note } as FieldDescription
  return (
    <Frame ids={ids} described={described}>
      <span className="pk-input-box">
        <select
          {...rest}
          id={ids.id}
          className="pk-input pk-select"
          part="input"
          value={value}
          onChange={(event: ChangeEvent<HTMLSelectElement>) => onValue(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(ids, described)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <span className="pk-input-end">
          <Icon of={ChevronDown} />
        </span>
      </span>
    </Frame>
  )
}
