import { useLingui } from '@lingui/react'
import type { Entry } from '@portraitkit/core/access/state.ts'
import { useSnapshot } from 'valtio'
import { LinkButton } from '../ui/controls/Button.tsx'
import { formMessages } from '../ui/controls/formMessages.ts'
import { Dialog } from '../ui/windows/Dialog.tsx'
import { messages } from './messages.ts'

/** Says whose pictures the customer already has, with a link to them (ENT-10). */
export function SubjectDialog({ entry }: { entry: Entry }) {
  const { _: t } = useLingui()
  const { warning } = useSnapshot(entry.state)
  return (
    <Dialog
      open={warning !== null}
      onClose={entry.closeWarning}
      title={t(messages.warningTitle)}
      closeLabel={t(formMessages.close)}
      foot={
        <LinkButton to="myaccount.picturesets" kind="primary" onFollow={entry.closeWarning}>
          {t(messages.myPictureSets)}
        </LinkButton>
      }
    >
      <p>{t(messages.warning, { name: warning?.name ?? '' })}</p>
    </Dialog>
  )
}
