import { emailFault, minPasswordLength, passwordFault } from '@portraitkit/core/account/formRules.ts'
import { createLogin } from '@portraitkit/core/account/state.ts'
import { type FormEvent, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../../locales/useT.ts'
import { useRoot } from '../../rootContext.ts'
import { Button, LinkButton } from '../../ui/controls/Button.tsx'
import { Field, PasswordField } from '../../ui/controls/Field.tsx'
import { formMessages } from '../../ui/controls/formMessages.ts'
import { useTouched } from '../../ui/controls/useTouched.ts'
import { Page } from '../../ui/page/Page.tsx'
import { messages } from '../messages.ts'
import { ConsentBox } from './ConsentBox.tsx'
import { ForgotPasswordLink } from './ForgotPasswordLink.tsx'

/** Signing in with e-mail address and password (AUT-1). Somebody who is signed in already goes on at once. */
export function Login() {
  const t = useT(messages)
  const form = useT(formMessages)
  const { shop, settings, leadOn } = useRoot()
  const login = shop.part(createLogin)
  const state = useSnapshot(login.state)
  const [email, setEmail] = useState(shop.memory.read().email ?? '')
  const [password, setPassword] = useState('')
  const { acceptMailDefaultOn, disableAcceptMailWhenLoggingIn } = settings.options
  const [accepts, setAccepts] = useState(acceptMailDefaultOn)
  const address = useTouched()
  const secret = useTouched()
  const faults = { email: emailFault(email), password: passwordFault(password, minPasswordLength.signIn) }
  const errorOf = (field: 'email' | 'password') => {
    const { left } = field === 'email' ? address : secret
    const fault = left ? faults[field] : undefined
    return fault ? form(`form.${fault}` as 'form.short') : undefined
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    address.show()
    secret.show()
    if (faults.email || faults.password) return
    const route = await login.signIn(email, password, disableAcceptMailWhenLoggingIn ? undefined : accepts)
    // Back then leads to where somebody came from, and not to a sign-in that is done.
    if (route) leadOn(route.name, route.params)
  }
  useEffect(() => {
    if (shop.session.state.status === 'signed-in') leadOn('myaccount.picturesets')
  }, [shop, leadOn])

  return (
    <Page width="form" title={t('account.title')} lead={t('account.lead')}>
      <form className="pk-form" onSubmit={(event) => void submit(event)} noValidate>
        <Field
          label={t('account.email')}
          type="email"
          value={email}
          onValue={setEmail}
          onBlur={address.onBlur}
          error={errorOf('email')}
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <PasswordField
          label={t('account.password')}
          value={password}
          onValue={setPassword}
          onBlur={secret.onBlur}
          error={state.error || errorOf('password')}
          showLabel={form('form.showPassword')}
          hideLabel={form('form.hidePassword')}
          autoComplete="current-password"
          required
        />
        {disableAcceptMailWhenLoggingIn ? null : <ConsentBox checked={accepts} onChecked={setAccepts} />}
        <Button type="submit" kind="primary" width="full" busy={state.status === 'loading'}>
          {t('account.signIn')}
        </Button>
      </form>
      <div className="pk-stack">
        <ForgotPasswordLink email={email} />
        <LinkButton to="frontpage" kind="quiet" width="full">
          {t('account.newHere')}
        </LinkButton>
      </div>
    </Page>
  )
}
