import { Eye, EyeOff } from 'lucide-react'
import { type ChangeEvent, useState } from 'react'
import type { FieldProps } from './Field.tsx'
import { FieldFrame, useControl } from './FieldFrame.tsx'
import { Icon } from './Icon.tsx'

export type PasswordFieldProps = Omit<FieldProps, 'type' | 'look'> & {
  /** Names of the button that shows and hides what is typed. */
  showLabel: string
  hideLabel: string
}

/** A password that can be made visible. `autoComplete` is `current-password` or `new-password`. */
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
  const control = useControl({ hint, error })
  const [isVisible, setVisible] = useState(false)
  return (
    <FieldFrame {...{ label, hint, error, note }} id={control.id}>
      <span className="pk-input-box">
        <input
          {...rest}
          {...control}
          part="input"
          type={isVisible ? 'text' : 'password'}
          data-has-end=""
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          onChange={(event: ChangeEvent<HTMLInputElement>) => onValue(event.target.value)}
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
    </FieldFrame>
  )
}
