import { useLingui } from '@lingui/react'
import type { NewPassword, NewPasswordFaults } from '@portraitkit/core/account/password/passwordRules.ts'
import { formMessages } from '../../ui/controls/formMessages.ts'
import { PasswordField } from '../../ui/controls/PasswordField.tsx'
import { useTouched } from '../../ui/controls/useTouched.ts'
import { passwordMessages } from './passwordMessages.ts'

type Props = {
  typed: NewPassword
  onTyped: (typed: NewPassword) => void
  /** The form's texts for each error; shown once a field was left. */
  errors: { [K in keyof NewPasswordFaults]: string | undefined }
  hint: string
  /** Set after an attempt to submit: all errors are shown. */
  tried: boolean
}

/** A new password, typed twice. */
export function NewPasswordFields({ typed, onTyped, errors, hint, tried }: Props) {
  const { _: t } = useLingui()
  const first = useTouched()
  const second = useTouched()
  const labels = { showLabel: t(formMessages.showPassword), hideLabel: t(formMessages.hidePassword) }
  return (
    <>
      <PasswordField
        label={t(passwordMessages.new)}
        hint={hint}
        value={typed.password}
        onValue={(password) => onTyped({ ...typed, password })}
        onBlur={first.onBlur}
        error={tried || first.isTouched ? errors.password : undefined}
        autoComplete="new-password"
        required
        {...labels}
      />
      <PasswordField
        label={t(passwordMessages.again)}
        value={typed.again}
        onValue={(again) => onTyped({ ...typed, again })}
        onBlur={second.onBlur}
        error={tried || second.isTouched ? errors.again : undefined}
        autoComplete="new-password"
        required
        {...labels}
      />
    </>
  )
}

/** Moves the focus to the first of the two fields with an error. */
export function focusFault(form: HTMLFormElement, faults: NewPasswordFaults): void {
  form.querySelectorAll<HTMLInputElement>('.pk-input-box input')[faults.password ? 0 : 1]?.focus()
}
