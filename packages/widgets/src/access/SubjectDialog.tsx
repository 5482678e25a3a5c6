import type { Entry } from '@portraitkit/core/access/state.ts'
import { useSnapshot } from 'valtio'
import { useT } from '../locales/useT.ts'
import { LinkButton } from '../ui/controls/Button.tsx'
import { formMessages } from '../ui/controls/formMessages.ts'
import { Dialog } from '../ui/windows/Dialog.tsx'
import { messages } from './messages.ts'

/** Says whose pictures the customer already has, with a link to them (ENT-10). */
export function SubjectDialog({ entry }: { entry: Entry }) {
  const t = useT(messages)
  const form = useT(formMessages)
  const { warning } = useSnapshot(entry.state)
  return (
    <Dialog
      open={warning !== null}
      onClose={entry.closeWarning}
      title={t('access.warningTitle')}
      closeLabel={form('form.close')}
      foot={
        <LinkButton to="myaccount.picturesets" kind="primary" onFollow={entry.closeWarning}>
          {t('access.myPictureSets')}
        </LinkButton>
      }
    >
      <p>{t('access.warning', { name: warning?.name ?? '' })}</p>
    </Dialog>
  )
}
