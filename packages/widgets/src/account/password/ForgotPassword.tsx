import { useLingui } from '@lingui/react'
import { createPasswords } from '@portraitkit/core/account/password/passwordState.ts'
import { useSnapshot } from 'valtio'
import { useRoot } from '../../rootContext.ts'
import { formMessages } from '../../ui/controls/formMessages.ts'
import { Dialog } from '../../ui/windows/Dialog.tsx'
import { messages } from '../messages.ts'
import { PasswordMailForm } from './PasswordMailForm.tsx'
import { passwordMessages } from './passwordMessages.ts'

/** Asks for the address to which the link for a new password is sent (AUT-3). `email` is what has been typed so far. */
export function ForgotPassword({ open, email, onClose }: { open: boolean; email: string; onClose: () => void }) {
  const { _: t } = useLingui()
  const { reminder } = useSnapshot(useRoot().shop.part(createPasswords).state)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(messages.forgot)}
      description={reminder.message ? undefined : t(passwordMessages.forgotLead)}
      closeLabel={t(formMessages.close)}
    >
      <PasswordMailForm email={email} onDone={onClose} />
    </Dialog>
  )
}
