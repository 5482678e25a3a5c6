import { createEntry } from '@portraitkit/core/access/state.ts'
import { minPasswordLength, passwordFault } from '@portraitkit/core/account/formRules.ts'
import { type FormEvent, useState } from 'react'
import { useSnapshot } from 'valtio'
import { ConsentBox } from '../../account/signIn/ConsentBox.tsx'
import { ForgotPasswordLink } from '../../account/signIn/ForgotPasswordLink.tsx'
import { useT } from '../../locales/useT.ts'
import { useRoot } from '../../rootContext.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { PasswordField } from '../../ui/controls/Field.tsx'
import { formMessages } from '../../ui/controls/formMessages.ts'
import { useTouched } from '../../ui/controls/useTouched.ts'
import { Page } from '../../ui/page/Page.tsx'
import { useFollowRoute } from '../useFollowRoute.ts'
import { goStepBack } from '../useStepHistory.ts'
import { stepMessages } from './stepMessages.ts'

/** The address is known: the password is all that is asked for (AUT-2). */
export function WelcomeBackStep() {
  const t = useT(stepMessages)
  const form = useT(formMessages)
  const go = useFollowRoute()
  const { shop, settings } = useRoot()
  const entry = shop.part(createEntry)
  const state = useSnapshot(entry.state)
  const [password, setPassword] = useState('')
  const { acceptMailDefaultOn, disableAcceptMailWhenLoggingIn } = settings.options
  const [accepts, setAccepts] = useState(acceptMailDefaultOn)
  const { left, onBlur, show } = useTouched()
  const fault = passwordFault(password, minPasswordLength.signIn)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    show()
    if (!fault) void go(entry.signIn(password, disableAcceptMailWhenLoggingIn ? undefined : accepts))
  }
  return (
    <Page width="form" title={t('step.welcomeTitle')} lead={t('step.welcomeLead')}>
      <form className="pk-form" onSubmit={submit} noValidate>
        <p className="pk-address">{state.email}</p>
        {/* Password managers need the address in the form that holds the password. */}
        <input type="email" autoComplete="username" value={state.email} readOnly hidden />
        <PasswordField
          label={t('step.password')}
          value={password}
          onValue={setPassword}
          onBlur={onBlur}
          error={state.errors.password || (left && fault ? form(`form.${fault}` as 'form.short') : undefined)}
          showLabel={form('form.showPassword')}
          hideLabel={form('form.hidePassword')}
          autoComplete="current-password"
          required
        />
        {disableAcceptMailWhenLoggingIn ? null : <ConsentBox checked={accepts} onChecked={setAccepts} />}
        <Button type="submit" kind="primary" width="full" busy={state.status === 'loading'}>
          {t('step.signIn')}
        </Button>
      </form>
      <div className="pk-stack">
        <ForgotPasswordLink email={state.email} />
        <Button kind="quiet" width="full" onClick={() => goStepBack(entry)}>
          {t('step.goBack')}
        </Button>
      </div>
    </Page>
  )
}
