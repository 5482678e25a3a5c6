import { useLingui } from '@lingui/react'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/windows/Dialog.tsx'
import { messages } from '../messages.ts'

/** Asks before changes are lost: of the whole card, or of a sub-screen. Escape loses nothing. */
export function UnsavedDialog(props: { open: boolean; onContinue: () => void; onClose: () => void }) {
  const { _: t } = useLingui()
  return (
    <Dialog
      open={props.open}
      onClose={props.onContinue}
      title={t(messages.unsaved)}
      closeLabel={t(messages.closeQuestion)}
      foot={
        <>
          <Button onClick={props.onClose}>{t(messages.closeWithout)}</Button>
          <Button kind="primary" data-autofocus="" onClick={props.onContinue}>
            {t(messages.continue)}
          </Button>
        </>
      }
    >
      <p>{t(messages.unsavedText)}</p>
    </Dialog>
  )
}
