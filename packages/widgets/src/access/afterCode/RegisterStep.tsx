import { useLingui } from '@lingui/react'
import { createEntry } from '@portraitkit/core/access/state.ts'
import { minPasswordLength, passwordFault, phoneFault } from '@portraitkit/core/account/formRules.ts'
import { phoneExample } from '@portraitkit/core/provider/country.ts'
import { type FormEvent, useState } from 'react'
import { useSnapshot } from 'valtio'
import { ConsentBox } from '../../account/signIn/ConsentBox.tsx'
import { useRoot } from '../../rootContext.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { FieldError } from '../../ui/controls/FieldError.tsx'
import { formMessages } from '../../ui/controls/formMessages.ts'
import { PasswordField } from '../../ui/controls/PasswordField.tsx'
import { useFieldError } from '../../ui/controls/useFieldError.ts'
import { useTouched } from '../../ui/controls/useTouched.ts'
import { Page } from '../../ui/page/Page.tsx'
import { Dialog } from '../../ui/windows/Dialog.tsx'
import { useFollowRoute } from '../useFollowRoute.ts'
import { goStepBack } from '../useStepHistory.ts'
import { stepMessages } from './stepMessages.ts'

/** A new account: phone number and password; the address is known (AUT-4, AUT-16). */
export function RegisterStep() {
  const { _: t } = useLingui()
  const fieldError = useFieldError()
  const go = useFollowRoute()
  const { shop, settings } = useRoot()
  const entry = shop.part(createEntry)
  const state = useSnapshot(entry.state)
  const [mobile, setMobile] = useState('')
  const [password, setPassword] = useState('')
  const { acceptMailDefaultOn, disableAcceptMailOptionWhenRegisteringUser } = settings.options
  const [accepts, setAccepts] = useState(acceptMailDefaultOn)
  const phone = useTouched()
  const secret = useTouched()
  const faults = { mobile: phoneFault(mobile), password: passwordFault(password, minPasswordLength.registration) }
  const example = phoneExample(t, settings.locale.country.twoLetterCode)

  const errorOf = (field: 'mobile' | 'password') => {
    const { isTouched } = field === 'mobile' ? phone : secret
    const fault = isTouched ? faults[field] : undefined
    if (fault) return fieldError(fault, example)
    return state.marked.includes(field) ? t(stepMessages.markedField) : undefined
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (faults.mobile || faults.password) return
    // No consent if the shop did not ask for it.
    const acceptmail = accepts && !disableAcceptMailOptionWhenRegisteringUser
    void go(entry.register({ mobile: mobile.trim(), password, acceptmail }))
  }
  return (
    <Page width="form" title={t(stepMessages.registerTitle)} lead={t(stepMessages.registerLead)}>
      <form className="pk-form" onSubmit={submit} noValidate>
        <Field
          label={t(stepMessages.emailLabel)}
          type="email"
          value={state.email}
          onValue={() => {}}
          readOnly
          autoComplete="username"
        />
        <Field
          label={t(stepMessages.phone)}
          hint={t(stepMessages.phoneHint)}
          type="tel"
          value={mobile}
          onValue={setMobile}
          onBlur={phone.onBlur}
          error={errorOf('mobile')}
          autoComplete="tel"
          required
        />
        <PasswordField
          label={t(stepMessages.choosePassword)}
          hint={t(stepMessages.passwordHint)}
          value={password}
          onValue={setPassword}
          onBlur={secret.onBlur}
          error={errorOf('password')}
          showLabel={t(formMessages.showPassword)}
          hideLabel={t(formMessages.hidePassword)}
          autoComplete="new-password"
          required
        />
        {disableAcceptMailOptionWhenRegisteringUser ? null : <ConsentBox checked={accepts} onChecked={setAccepts} />}
        <Terms />
        {state.errors.form ? <FieldError>{state.errors.form}</FieldError> : null}
        <Button
          type="submit"
          kind="primary"
          width="full"
          busy={state.status === 'loading'}
          disabled={Boolean(faults.mobile || faults.password)}
        >
          {t(stepMessages.createUser)}
        </Button>
        <Button kind="quiet" width="full" onClick={() => goStepBack(entry)}>
          {t(stepMessages.goBack)}
        </Button>
      </form>
    </Page>
  )
}

function Terms() {
  const { _: t } = useLingui()
  const { settings } = useRoot()
  const [open, setOpen] = useState(false)
  const [before, link, after] = t(stepMessages.terms).split(/<\/?0>/)
  return (
    <p className="pk-small pk-soft">
      {before}
      <button type="button" className="pk-link" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {link}
      </button>
      {after}
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t(stepMessages.termsLink)}
        closeLabel={t(formMessages.close)}
      >
        <p className="pk-terms-text">{settings.terms.termsOfService}</p>
      </Dialog>
    </p>
  )
}
