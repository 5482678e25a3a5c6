import { useLingui } from '@lingui/react'
import { emailFault } from '@portraitkit/core/account/formRules.ts'
import { createLogin } from '@portraitkit/core/account/state.ts'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot } from '../../rootContext.ts'
import { LinkButton } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { useFieldError } from '../../ui/controls/useFieldError.ts'
import { useTouched } from '../../ui/controls/useTouched.ts'
import { Page } from '../../ui/page/Page.tsx'
import { messages } from '../messages.ts'
import { ForgotPasswordLink } from './ForgotPasswordLink.tsx'
import { SignInForm } from './SignInForm.tsx'

/** Signing in with email address and password (AUT-1). Signed-in customers are redirected at once. */
export function Login() {
  const { _: t } = useLingui()
  const { shop, leadOn } = useRoot()
  const login = shop.part(createLogin)
  const state = useSnapshot(login.state)
  const [email, setEmail] = useState(shop.memory.read().email ?? '')
  const address = useTouched()
  const fieldError = useFieldError()
  const fault = emailFault(email)

  const signIn = async (password: string | undefined, consent: boolean | undefined) => {
    address.show()
    if (fault || !password) return
    const route = await login.signIn(email, password, consent)
    // So that Back leads to the previous page and not to a finished sign-in.
    if (route) leadOn(route.name, route.params)
  }
  useEffect(() => {
    if (shop.session.state.status === 'signed-in') leadOn('myaccount.picturesets')
  }, [shop, leadOn])

  return (
    <Page width="form" title={t(messages.title)} lead={t(messages.lead)}>
      <SignInForm
        label={t(messages.password)}
        submitLabel={t(messages.signIn)}
        error={state.error}
        busy={state.status === 'loading'}
        onSubmit={(password, consent) => void signIn(password, consent)}
      >
        <Field
          label={t(messages.email)}
          type="email"
          value={email}
          onValue={setEmail}
          onBlur={address.onBlur}
          error={address.isTouched ? fieldError(fault) : undefined}
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      </SignInForm>
      <div className="pk-stack">
        <ForgotPasswordLink email={email} />
        <LinkButton to="frontpage" kind="quiet" width="full">
          {t(messages.newHere)}
        </LinkButton>
      </div>
    </Page>
  )
}
Login.shape = 'form'
