import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { useLazyPart } from '../../ui/loading/useLazyPart.ts'
import { messages } from '../messages.ts'

const fetchDialog = async () => (await import('../password/ForgotPassword.tsx')).ForgotPassword

/** The link to a new password, next to a password field. The dialog that it opens is a separate chunk. */
export function ForgotPasswordLink({ email }: { email: string }) {
  const { _: t } = useLingui()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const ForgotPassword = useLazyPart(fetchDialog, { isNeeded: open, onFailure: close })
  return (
    <>
      <Button kind="quiet" width="full" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t(messages.forgot)}
      </Button>
      {ForgotPassword ? <ForgotPassword open={open} email={email} onClose={close} /> : null}
    </>
  )
}
