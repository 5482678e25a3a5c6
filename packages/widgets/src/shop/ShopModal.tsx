import { useLingui } from '@lingui/react'
import type { ModalName } from '@portraitkit/core/routes.ts'
import { SurfaceByTag } from '../surface/SurfaceByTag.tsx'
import { Dialog } from '../ui/windows/Dialog.tsx'
import { messages } from './messages.ts'
import { modals } from './modals.ts'

/** The modal of this name above the view; nothing if there is no such name. */
export function ShopModal({ name, onClose }: { name: ModalName | undefined; onClose: () => void }) {
  const { _: t } = useLingui()
  const modal = name === undefined ? undefined : modals[name]
  return (
    <Dialog
      open={modal !== undefined}
      onClose={onClose}
      title={modal ? t(modal.title) : ''}
      closeLabel={t(messages.close)}
    >
      {modal ? <SurfaceByTag tag={modal.tag} options={modal.options} /> : null}
    </Dialog>
  )
}
