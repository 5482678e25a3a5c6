import { type ChangeEvent, type ReactNode, useId } from 'react'
import { useUiStyles } from '../../rootContext.ts'
import css from './Switch.css?inline'

export type SwitchProps = {
  label: ReactNode
  /** A second line in small type. */
  hint?: ReactNode
  checked: boolean
  /** It cannot be changed; `hint` says why. */
  disabled?: boolean | undefined
  onChecked: (checked: boolean) => void
}

/** A setting that is on or off and takes effect at once. The whole line is the target. */
export function Switch({ label, hint, checked, disabled, onChecked }: SwitchProps) {
  useUiStyles(css)
  const id = useId()
  return (
    <label className="pk-switch" part="switch">
      <span>
        <span id={`${id}-label`}>{label}</span>
        {hint ? (
          <span className="pk-hint" id={`${id}-hint`}>
            {hint}
          </span>
        ) : null}
      </span>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox announces its own state
        role="switch"
        checked={checked}
        disabled={disabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event: ChangeEvent<HTMLInputElement>) => onChecked(event.target.checked)}
      />
    </label>
  )
}
