import { useLingui } from '@lingui/react'
import { createConfirmation } from '@portraitkit/core/account/confirmation/confirmationState.ts'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot } from '../../rootContext.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { formMessages } from '../../ui/controls/formMessages.ts'
import { PasswordField } from '../../ui/controls/PasswordField.tsx'
import { Notice } from '../../ui/page/Notice.tsx'
import { Dialog } from '../../ui/windows/Dialog.tsx'
import { confirmMessages } from './confirmMessages.ts'

type Props = { open: boolean; onConfirmed: () => void; onCancel: () => void }

/**
 * Confirms the customer's identity before an action that needs a recent sign-in: by the current password, or by a code sent by
 * email.
 */
export function ConfirmIdentity({ open, onConfirmed, onCancel }: Props) {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const confirmation = shop.part(createConfirmation)
  const { user } = useSnapshot(shop.session.state)
  const [step, setStep] = useState<'password' | 'code'>('password')
  const email = user?.emailAddress ?? ''
  useEffect(() => {
    if (!open) return
    confirmation.start()
    setStep('password')
  }, [open, confirmation])
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={t(confirmMessages.title)}
      description={step === 'code' ? t(confirmMessages.codeLead, { email }) : t(confirmMessages.lead)}
      closeLabel={t(formMessages.close)}
    >
      {step === 'code' ? (
        <CodeStep onConfirmed={onConfirmed} onPassword={() => setStep('password')} />
      ) : (
        <PasswordStep email={email} onConfirmed={onConfirmed} onCode={() => setStep('code')} />
      )}
    </Dialog>
  )
}

type PasswordStepProps = { email: string; onConfirmed: () => void; onCode: () => void }

function PasswordStep({ email, onConfirmed, onCode }: PasswordStepProps) {
  const { _: t } = useLingui()
  const { confirmation, busy, errorOf, ifHere } = useConfirming()
  const [password, setPassword] = useState('')
  return (
    <StepForm typed={password} onSubmit={async () => ifHere(await confirmation.byPassword(password), onConfirmed)}>
      {(missing) => (
        <>
          {/* Password managers need the address in the form with the password. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            label={t(confirmMessages.password)}
            value={password}
            onValue={setPassword}
            error={missing ?? errorOf('password')}
            showLabel={t(formMessages.showPassword)}
            hideLabel={t(formMessages.hidePassword)}
            autoComplete="current-password"
            required
          />
          <Problem />
          <Button type="submit" kind="primary" width="full" busy={busy === 'password'}>
            {t(confirmMessages.confirm)}
          </Button>
          <Button
            width="full"
            busy={busy === 'sending'}
            onClick={async () => ifHere(await confirmation.sendCode(), onCode)}
          >
            {t(confirmMessages.send)}
          </Button>
        </>
      )}
    </StepForm>
  )
}

function CodeStep({ onConfirmed, onPassword }: { onConfirmed: () => void; onPassword: () => void }) {
  const { _: t } = useLingui()
  const { confirmation, busy, errorOf, ifHere } = useConfirming()
  const [code, setCode] = useState('')
  const [isSentAgain, setSentAgain] = useState(false)
  return (
    <StepForm typed={code} onSubmit={async () => ifHere(await confirmation.byCode(code), onConfirmed)}>
      {(missing) => (
        <>
          <Field
            label={t(confirmMessages.code)}
            hint={t(confirmMessages.codeHint)}
            look="code"
            value={code}
            onValue={setCode}
            error={missing ?? errorOf('code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
          />
          <Problem />
          {isSentAgain ? <Notice kind="good" title={t(confirmMessages.sentAgain)} /> : null}
          <Button type="submit" kind="primary" width="full" busy={busy === 'code'}>
            {t(confirmMessages.confirm)}
          </Button>
          <Button
            width="full"
            busy={busy === 'sending'}
            onClick={async () => setSentAgain(await confirmation.sendCode())}
          >
            {t(confirmMessages.sendAgain)}
          </Button>
          <Button kind="quiet" width="full" onClick={onPassword}>
            {t(confirmMessages.usePassword)}
          </Button>
        </>
      )}
    </StepForm>
  )
}

/** The state of the confirmation, for one step of the dialog. */
function useConfirming() {
  const confirmation = useRoot().shop.part(createConfirmation)
  const { busy, problem } = useSnapshot(confirmation.state)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return {
    confirmation,
    busy,
    /** The server's text about the input. */
    errorOf: (what: 'password' | 'code') =>
      problem?.of === what && problem.kind === 'refused' ? problem.text : undefined,
    /** Continues after a success, unless the dialog was closed meanwhile. */
    ifHere: (isDone: boolean, goOn: () => void) => {
      if (isDone && isHere.current) goOn()
    },
  }
}

/** Problems without a field: the shop could not be reached, or no email could be sent. */
function Problem() {
  const { _: t } = useLingui()
  const { problem } = useSnapshot(useRoot().shop.part(createConfirmation).state)
  if (!problem || (problem.of !== 'sending' && problem.kind === 'refused')) return null
  const failed = problem.of === 'sending' ? t(confirmMessages.sendFailed) : t(confirmMessages.failed)
  return <Notice kind="danger" title={problem.kind === 'refused' ? problem.text : failed} />
}

type StepFormProps = {
  typed: string
  onSubmit: () => Promise<void>
  /** The form; `missing` is the error of its field as long as it is empty after an attempt. */
  children: (missing: string | undefined) => ReactNode
}

/** A form of one field, which has the focus when it is shown. */
function StepForm({ typed, onSubmit, children }: StepFormProps) {
  const { _: t } = useLingui()
  const [isTried, setTried] = useState(false)
  const ref = useRef<HTMLFormElement>(null)
  const focus = () => ref.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus()
  useEffect(() => focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (typed.trim() === '') focus()
    else void onSubmit()
  }
  return (
    <form className="pk-form" ref={ref} onSubmit={submit} noValidate>
      {children(isTried && typed.trim() === '' ? t(formMessages.required) : undefined)}
    </form>
  )
}
