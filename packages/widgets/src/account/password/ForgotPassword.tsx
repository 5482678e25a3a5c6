import { createPasswords } from '@portraitkit/core/account/password/passwordState.ts'
import { useSnapshot } from 'valtio'
import { useT } from '../../locales/useT.ts'
import { useRoot } from '../../rootContext.ts'
import { formMessages } from '../../ui/controls/formMessages.ts'
import { Dialog } from '../../ui/windows/Dialog.tsx'
import { messages } from '../messages.ts'
import { PasswordMailForm } from './PasswordMailForm.tsx'
import { passwordMessages } from './passwordMessages.ts'

/** Asks for the address to which the link for a new password is sent (AUT-3). `email` is what has been typed so far. */
export function ForgotPassword({ open, email, onClose }: { open: boolean; email: string; onClose: () => void }) {
  const t = useT(passwordMessages)
  const account = useT(messages)
  const form = useT(formMessages)
  const { reminder } = useSnapshot(useRoot().shop.part(createPasswords).state)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={account('account.forgot')}
      description={reminder.message ? undefined : t('password.forgotLead')}
      closeLabel={form('form.close')}
    >
      <PasswordMailForm email={email} onDone={onClose} />
    </Dialog>
  )
}
