import { useLingui } from '@lingui/react'
import { emailFault } from '@portraitkit/core/account/formRules.ts'
import { createPasswords } from '@portraitkit/core/account/password/passwordState.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot } from '../../rootContext.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { formMessages } from '../../ui/controls/formMessages.ts'
import { useFieldError } from '../../ui/controls/useFieldError.ts'
import { useTouched } from '../../ui/controls/useTouched.ts'
import { Notice } from '../../ui/page/Notice.tsx'
import { passwordMessages } from './passwordMessages.ts'

/** An email address field, replaced by the shop's answer once an email was requested. */
export function PasswordMailForm({ email, onDone }: { email: string; onDone?: () => void }) {
  const { _: t } = useLingui()
  const fieldError = useFieldError()
  const passwords = useRoot().shop.part(createPasswords)
  const { reminder } = useSnapshot(passwords.state)
  const [typed, setTyped] = useState(email)
  const { isTouched, onBlur, show } = useTouched()
  const field = useRef<HTMLFormElement>(null)
  const answer = useRef<HTMLDivElement>(null)
  const fault = isTouched ? emailFault(typed) : undefined
  const { message, problem } = reminder
  useEffect(() => passwords.startReminder(), [passwords])
  // The focused element disappears with the form, so the focus moves to the answer.
  useEffect(() => {
    if (message) answer.current?.focus()
  }, [message])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    show()
    if (emailFault(typed)) field.current?.querySelector('input')?.focus()
    else void passwords.remind(typed)
  }
  if (message) {
    return (
      <div className="pk-stack">
        <div ref={answer} tabIndex={-1}>
          <Notice kind="good" title={t(passwordMessages.sent)}>
            <p>{message}</p>
          </Notice>
        </div>
        {onDone ? (
          <Button width="full" onClick={onDone}>
            {t(formMessages.close)}
          </Button>
        ) : null}
      </div>
    )
  }
  return (
    <form className="pk-form" ref={field} onSubmit={submit} noValidate>
      <Field
        label={t(passwordMessages.email)}
        type="email"
        value={typed}
        onValue={setTyped}
        onBlur={onBlur}
        error={fieldError(fault)}
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      {problem ? (
        <Notice kind="danger" title={problem.kind === 'refused' ? problem.text : t(passwordMessages.sendFailed)} />
      ) : null}
      <Button type="submit" kind="primary" width="full" busy={reminder.busy}>
        {t(passwordMessages.send)}
      </Button>
    </form>
  )
}
