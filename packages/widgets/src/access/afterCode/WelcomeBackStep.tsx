import { useLingui } from '@lingui/react'
import { createEntry } from '@portraitkit/core/access/state.ts'
import { useSnapshot } from 'valtio'
import { ForgotPasswordLink } from '../../account/signIn/ForgotPasswordLink.tsx'
import { SignInForm } from '../../account/signIn/SignInForm.tsx'
import { useRoot } from '../../rootContext.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { useFollowRoute } from '../useFollowRoute.ts'
import { goStepBack } from '../useStepHistory.ts'
import { stepMessages } from './stepMessages.ts'

/** The address is known, so this step only asks for the password (AUT-2). */
export function WelcomeBackStep() {
  const { _: t } = useLingui()
  const go = useFollowRoute()
  const entry = useRoot().shop.part(createEntry)
  const state = useSnapshot(entry.state)
  return (
    <Page width="form" title={t(stepMessages.welcomeTitle)} lead={t(stepMessages.welcomeLead)}>
      <SignInForm
        label={t(stepMessages.password)}
        submitLabel={t(stepMessages.signIn)}
        error={state.errors.password}
        busy={state.status === 'loading'}
        onSubmit={(password, consent) => password && void go(entry.signIn(password, consent))}
      >
        <p className="pk-address" translate="no">
          {state.email}
        </p>
        {/* Password managers need the address in the form with the password. */}
        <input type="email" autoComplete="username" value={state.email} readOnly hidden />
      </SignInForm>
      <div className="pk-stack">
        <ForgotPasswordLink email={state.email} />
        <Button kind="quiet" width="full" onClick={() => goStepBack(entry)}>
          {t(stepMessages.goBack)}
        </Button>
      </div>
    </Page>
  )
}
