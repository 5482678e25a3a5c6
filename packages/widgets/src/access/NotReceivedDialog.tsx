import { useLingui } from '@lingui/react'
import { createCodeRecovery } from '@portraitkit/core/access/codeRecovery.ts'
import { emailFault } from '@portraitkit/core/account/formRules.ts'
import { type FormEvent, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot } from '../rootContext.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { formMessages } from '../ui/controls/formMessages.ts'
import { useFieldError } from '../ui/controls/useFieldError.ts'
import { useTouched } from '../ui/controls/useTouched.ts'
import { Notice } from '../ui/page/Notice.tsx'
import { Dialog } from '../ui/windows/Dialog.tsx'
import { messages } from './messages.ts'
import { recoveryMessages } from './recoveryMessages.ts'

/** Explains when and how codes arrive, sends a code again on request, and says whom to contact (ENT-3). */
export function NotReceivedDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { _: t } = useLingui()
  const { shop, settings } = useRoot()
  const recovery = shop.part(createCodeRecovery)
  const state = useSnapshot(recovery.state)
  const { email } = settings.contactInfo
  const close = () => {
    recovery.reset()
    onClose()
  }
  return (
    <Dialog open={open} onClose={close} title={t(messages.notReceived)} closeLabel={t(formMessages.close)}>
      <div className="pk-stack">
        <p>{t(recoveryMessages.when)}</p>
        <p>{t(recoveryMessages.where)}</p>
        {state.status === 'sent' ? (
          <>
            <Notice kind="good" title={t(recoveryMessages.sent)}>
              <p>{state.message}</p>
            </Notice>
            <Button width="full" onClick={recovery.reset}>
              {t(recoveryMessages.another)}
            </Button>
          </>
        ) : (
          <RecoveryForm />
        )}
        <p>{t(recoveryMessages.ask, { name: settings.name })}</p>
        <p>
          <a href={`mailto:${email}`} translate="no">
            {email}
          </a>
        </p>
      </div>
    </Dialog>
  )
}

function RecoveryForm() {
  const { _: t } = useLingui()
  const fieldError = useFieldError()
  const { shop } = useRoot()
  const recovery = shop.part(createCodeRecovery)
  const { status, error } = useSnapshot(recovery.state)
  const [email, setEmail] = useState(shop.memory.read().email ?? '')
  const { isTouched, onBlur, show } = useTouched()
  const fault = emailFault(email)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    show()
    if (!fault) void recovery.send(email)
  }
  return (
    <form className="pk-form" onSubmit={submit} noValidate>
      <Field
        label={t(recoveryMessages.email)}
        hint={t(recoveryMessages.again)}
        type="email"
        value={email}
        onValue={setEmail}
        onBlur={onBlur}
        error={error || (isTouched ? fieldError(fault) : undefined)}
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <Button type="submit" kind="primary" width="full" busy={status === 'sending'}>
        {t(recoveryMessages.send)}
      </Button>
    </form>
  )
}
