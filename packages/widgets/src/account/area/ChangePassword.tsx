import { useLingui } from '@lingui/react'
import { minChangedPasswordLength, newPasswordFaults } from '@portraitkit/core/account/password/passwordRules.ts'
import { createPasswords } from '@portraitkit/core/account/password/passwordState.ts'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot, useStyles } from '../../rootContext.ts'
import { RootLoading } from '../../theme/RootStates.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { formMessages } from '../../ui/controls/formMessages.ts'
import { Notice } from '../../ui/page/Notice.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { SignedOut } from '../../ui/states/SignedOut.tsx'
import { useSessionStatus } from '../../ui/states/useSessionStatus.ts'
import { focusFault, NewPasswordFields } from '../password/NewPasswordFields.tsx'
import { passwordMessages } from '../password/passwordMessages.ts'
import css from './Account.css?inline'
import { areaMessages } from './areaMessages.ts'
import { useConfirmation } from './useConfirmation.tsx'

/** Lets a signed-in customer change the password (ACC-3). */
export function ChangePassword() {
  useStyles(css)
  const { _: t } = useLingui()
  const { shop, language } = useRoot()
  const { user } = useSnapshot(shop.session.state)
  const signedIn = useSessionStatus()
  if (signedIn === 'signed-out')
    return <SignedOut icon={KeyRound} title={t(areaMessages.areaSignIn)} of="myaccount.changepassword" />
  if (!user) return <RootLoading shape="form" language={language} />
  return (
    <Page width="text" title={t(areaMessages.changePassword)} back={{ to: 'myaccount', label: t(areaMessages.area) }}>
      {user.isSimulated ? (
        <Notice title={t(areaMessages.operatorMay)} />
      ) : (
        <ChangeForm email={user.emailAddress} key={user.uuid} />
      )}
    </Page>
  )
}
ChangePassword.shape = 'form'

function ChangeForm({ email }: { email: string }) {
  const { _: t } = useLingui()
  const passwords = useRoot().shop.part(createPasswords)
  const { change } = useSnapshot(passwords.state)
  const [typed, setTyped] = useState({ password: '', again: '' })
  const [tried, setTried] = useState(false)
  const answer = useRef<HTMLDivElement>(null)
  const faults = newPasswordFaults(typed, minChangedPasswordLength)
  const { problem, saved } = change
  const texts = {
    required: t(formMessages.required),
    short: t(passwordMessages.notLong),
    mismatch: t(passwordMessages.mustMatch),
  }
  useEffect(() => passwords.startChange(), [passwords])

  // The focused element disappears with the form, so the focus moves to the message that replaces it.
  useEffect(() => {
    if (saved) answer.current?.focus()
  }, [saved])

  const changeRequest = useConfirmation(async () => {
    await passwords.change(typed)
    return passwords.state.change.problem?.kind === 'confirm'
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (faults.password || faults.again) focusFault(event.currentTarget, faults)
    else changeRequest.start()
  }
  if (saved) {
    return (
      <div ref={answer} tabIndex={-1}>
        <Notice kind="good" title={t(passwordMessages.changed)}>
          <p>{t(passwordMessages.changedWhere)}</p>
        </Notice>
      </div>
    )
  }
  return (
    <>
      <form className="pk-form pk-account-form" onSubmit={submit} noValidate>
        {/* Password managers need the address in the form with the password. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordFields
          typed={typed}
          onTyped={setTyped}
          errors={{ password: faults.password && texts[faults.password], again: faults.again && texts[faults.again] }}
          hint={t(passwordMessages.changeHint)}
          tried={tried}
        />
        {problem && problem.kind !== 'confirm' ? (
          <Notice kind="danger" title={problem.kind === 'refused' ? problem.text : t(passwordMessages.changeFailed)} />
        ) : null}
        <Button type="submit" kind="primary" width="full" busy={change.busy}>
          {t(areaMessages.changePassword)}
        </Button>
      </form>
      {changeRequest.dialog}
    </>
  )
}
