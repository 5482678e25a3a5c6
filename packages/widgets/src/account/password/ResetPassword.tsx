import { useLingui } from '@lingui/react'
import {
  minResetPasswordLength,
  newPasswordFaults,
  withoutSpaces,
} from '@portraitkit/core/account/password/passwordRules.ts'
import { createPasswords } from '@portraitkit/core/account/password/passwordState.ts'
import { type FormEvent, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot } from '../../rootContext.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { formMessages } from '../../ui/controls/formMessages.ts'
import { Spinner } from '../../ui/controls/Spinner.tsx'
import { Notice } from '../../ui/page/Notice.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { useStepFocus } from '../../ui/page/useStepFocus.ts'
import { Dialog } from '../../ui/windows/Dialog.tsx'
import { focusFault, NewPasswordFields } from './NewPasswordFields.tsx'
import { PasswordMailForm } from './PasswordMailForm.tsx'
import { passwordMessages } from './passwordMessages.ts'
import { dropResetCode, takeResetCode } from './resetCode.ts'

/** Sets a new password by the link in an email (AUT-8, AUT-9); without a link it asks for one. */
export function ResetPassword() {
  const { _: t } = useLingui()
  const { shop, navigate } = useRoot()
  const passwords = shop.part(createPasswords)
  const { reset } = useSnapshot(passwords.state)
  const node = useStepFocus(reset.step)
  const isOver = reset.step === 'done' || reset.step === 'unknown'
  useEffect(() => {
    if (isOver) dropResetCode(shop.memory)
  }, [isOver, shop])
  useEffect(() => {
    const take = (): boolean => {
      const key = takeResetCode(shop.memory)
      if (key) void passwords.check(key)
      return Boolean(key)
    }
    if (!take()) {
      dropResetCode(shop.memory)
      passwords.startReset()
    }
    // A second link with hash routes: the page is not reloaded.
    addEventListener('hashchange', take)
    return () => {
      removeEventListener('hashchange', take)
      // The form was left for another view; a reload does not run this.
      dropResetCode(shop.memory)
    }
  }, [passwords, shop])
  const toFront = () => {
    passwords.startReset()
    navigate('frontpage')
  }

  const { step } = reset
  const asks = step === 'asking' || step === 'unknown'
  const leads = { asking: t(passwordMessages.forgotLead), ready: t(passwordMessages.resetLead) }
  return (
    <div ref={node}>
      <Page width="form" title={t(passwordMessages.reset)} lead={leads[step as keyof typeof leads]}>
        {step === 'checking' ? <Spinner label={t(passwordMessages.checking)} /> : null}
        {step === 'failed' ? (
          <>
            <Notice
              kind="danger"
              title={reset.problem?.kind === 'refused' ? reset.problem.text : t(passwordMessages.checkFailed)}
            />
            <Button kind="primary" width="full" onClick={() => void passwords.checkAgain()}>
              {t(formMessages.again)}
            </Button>
          </>
        ) : null}
        {step === 'unknown' ? (
          <Notice kind="danger" title={t(passwordMessages.unknown)}>
            <p>{t(passwordMessages.unknownWhy)}</p>
          </Notice>
        ) : null}
        {asks ? <PasswordMailForm email="" /> : null}
        {step === 'ready' ? <ResetForm /> : null}
      </Page>
      <Dialog
        open={step === 'done'}
        onClose={toFront}
        title={t(passwordMessages.resetDone)}
        closeLabel={t(formMessages.close)}
        foot={
          <Button kind="primary" onClick={toFront}>
            {t(passwordMessages.toFront)}
          </Button>
        }
      />
    </div>
  )
}
ResetPassword.shape = 'form'

function ResetForm() {
  const { _: t } = useLingui()
  const passwords = useRoot().shop.part(createPasswords)
  const { reset } = useSnapshot(passwords.state)
  const [typed, setTyped] = useState({ password: '', again: '' })
  const [tried, setTried] = useState(false)
  const faults = newPasswordFaults(typed, minResetPasswordLength)
  const { problem } = reset
  const texts = {
    required: t(formMessages.required),
    short: t(formMessages.short),
    mismatch: t(passwordMessages.mismatch),
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (faults.password || faults.again) focusFault(event.currentTarget, faults)
    else void passwords.reset(typed.password)
  }
  return (
    <form className="pk-form" onSubmit={submit} noValidate>
      <NewPasswordFields
        typed={typed}
        onTyped={({ password, again }) => setTyped({ password: withoutSpaces(password), again: withoutSpaces(again) })}
        errors={{ password: faults.password && texts[faults.password], again: faults.again && texts[faults.again] }}
        hint={t(passwordMessages.resetHint)}
        tried={tried}
      />
      {problem ? (
        <Notice kind="danger" title={problem.kind === 'refused' ? problem.text : t(passwordMessages.resetFailed)} />
      ) : null}
      <Button type="submit" kind="primary" width="full" busy={reset.busy}>
        {t(passwordMessages.reset)}
      </Button>
    </form>
  )
}
