import {
  minResetPasswordLength,
  newPasswordFaults,
  withoutSpaces,
} from '@portraitkit/core/account/password/passwordRules.ts'
import { createPasswords } from '@portraitkit/core/account/password/passwordState.ts'
import { type FormEvent, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../../locales/useT.ts'
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
  const t = useT(passwordMessages)
  const form = useT(formMessages)
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
  const leads = { asking: t('password.forgotLead'), ready: t('password.resetLead') }
  return (
    <div ref={node}>
      <Page width="form" title={t('password.reset')} lead={leads[step as keyof typeof leads]}>
        {step === 'checking' ? <Spinner label={t('password.checking')} /> : null}
        {step === 'failed' ? (
          <>
            <Notice
              kind="danger"
              title={reset.problem?.kind === 'refused' ? reset.problem.text : t('password.checkFailed')}
            />
            <Button kind="primary" width="full" onClick={() => void passwords.checkAgain()}>
              {form('form.again')}
            </Button>
          </>
        ) : null}
        {step === 'unknown' ? (
          <Notice kind="danger" title={t('password.unknown')}>
            <p>{t('password.unknownWhy')}</p>
          </Notice>
        ) : null}
        {asks ? <PasswordMailForm email="" /> : null}
        {step === 'ready' ? <ResetForm /> : null}
      </Page>
      <Dialog
        open={step === 'done'}
        onClose={toFront}
        title={t('password.resetDone')}
        closeLabel={form('form.close')}
        foot={
          <Button kind="primary" onClick={toFront}>
            {t('password.toFront')}
          </Button>
        }
      />
    </div>
  )
}

function ResetForm() {
  const t = useT(passwordMessages)
  const form = useT(formMessages)
  const passwords = useRoot().shop.part(createPasswords)
  const { reset } = useSnapshot(passwords.state)
  const [typed, setTyped] = useState({ password: '', again: '' })
  const [tried, setTried] = useState(false)
  const faults = newPasswordFaults(typed, minResetPasswordLength)
  const { problem } = reset
  const texts = { required: form('form.required'), short: form('form.short'), mismatch: t('password.mismatch') }

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
        hint={t('password.resetHint')}
        tried={tried}
      />
      {problem ? (
        <Notice kind="danger" title={problem.kind === 'refused' ? problem.text : t('password.resetFailed')} />
      ) : null}
      <Button type="submit" kind="primary" width="full" busy={reset.busy}>
        {t('password.reset')}
      </Button>
    </form>
  )
}
