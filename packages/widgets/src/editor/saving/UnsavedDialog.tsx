import { useT } from '../../locales/useT.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/windows/Dialog.tsx'
import { messages } from '../messages.ts'

/** Asks before changes are lost: of the whole card, or of a sub-screen. Escape loses nothing. */
export function UnsavedDialog(props: { open: boolean; onContinue: () => void; onClose: () => void }) {
  const t = useT(messages)
  return (
    <Dialog
      open={props.open}
      onClose={props.onContinue}
      title={t('editor.unsaved')}
      closeLabel={t('editor.closeQuestion')}
      foot={
        <>
          <Button onClick={props.onClose}>{t('editor.closeWithout')}</Button>
          <Button kind="primary" data-autofocus="" onClick={props.onContinue}>
            {t('editor.continue')}
          </Button>
        </>
      }
    >
      <p>{t('editor.unsavedText')}</p>
    </Dialog>
  )
}
