import { useLingui } from '@lingui/react'
import { minPasswordLength, passwordFault } from '@portraitkit/core/account/formRules.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useRoot } from '../../rootContext.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { formMessages } from '../../ui/controls/formMessages.ts'
import { PasswordField } from '../../ui/controls/PasswordField.tsx'
import { useFieldError } from '../../ui/controls/useFieldError.ts'
import { useTouched } from '../../ui/controls/useTouched.ts'
import { ConsentBox } from './ConsentBox.tsx'

type SignInFormProps = {
  label: string
  submitLabel: string
  /** The server's message about the password. */
  error: string | null | undefined
  busy: boolean
  /** Called without a password if the typed one cannot be right. The consent is undefined if the shop did not ask for it. */
  onSubmit: (password: string | undefined, consent: boolean | undefined) => void
  /** The address field, or the known address. */
  children: ReactNode
}

/** The sign-in form, independent of where the address comes from. */
export function SignInForm({ label, submitLabel, error, busy, onSubmit, children }: SignInFormProps) {
  const { _: t } = useLingui()
  const { acceptMailDefaultOn, disableAcceptMailWhenLoggingIn } = useRoot().settings.options
  const [password, setPassword] = useState('')
  const [accepts, setAccepts] = useState(acceptMailDefaultOn)
  const { isTouched, onBlur, show } = useTouched()
  const fieldError = useFieldError()
  const fault = passwordFault(password, minPasswordLength.signIn)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    show()
    onSubmit(fault ? undefined : password, disableAcceptMailWhenLoggingIn ? undefined : accepts)
  }
  return (
    <form className="pk-form" onSubmit={submit} noValidate>
      {children}
      <PasswordField
        label={label}
        value={password}
        onValue={setPassword}
        onBlur={onBlur}
        error={error || (isTouched ? fieldError(fault) : undefined)}
        showLabel={t(formMessages.showPassword)}
        hideLabel={t(formMessages.hidePassword)}
        autoComplete="current-password"
        required
      />
      {disableAcceptMailWhenLoggingIn ? null : <ConsentBox checked={accepts} onChecked={setAccepts} />}
      <Button type="submit" kind="primary" width="full" busy={busy}>
        {submitLabel}
      </Button>
    </form>
  )
}
