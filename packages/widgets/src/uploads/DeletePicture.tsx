import { useLingui } from '@lingui/react'
import { isShopError } from '@portraitkit/core/errors.ts'
import type { OwnPicture } from '@portraitkit/core/uploads/contract.ts'
import { thumbnailOf } from '@portraitkit/core/uploads/limits.ts'
import { createUploads } from '@portraitkit/core/uploads/state.ts'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useRoot } from '../rootContext.ts'
import { Icon } from '../ui/controls/Icon.tsx'
import { Notice } from '../ui/page/Notice.tsx'
import { Picture } from '../ui/pictures/Picture.tsx'
import { ConfirmDialog } from '../ui/windows/ConfirmDialog.tsx'
import { messages } from './messages.ts'

type DeletePictureProps = {
  picture: OwnPicture
  number: number
  onExpired: () => Promise<Readonly<Record<string, string>> | undefined>
  onDeleted: () => void
}

/** A picture of the customer's own; pressing it deletes it, after a question. */
export function DeletePicture({ picture, number, onExpired, onDeleted }: DeletePictureProps) {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const [state, setState] = useState<'idle' | 'confirming' | 'deleting' | 'failed'>('idle')
  const remove = async () => {
    setState('deleting')
    try {
      await shop.part(createUploads).remove(picture.uuid)
      onDeleted()
    } catch (error) {
      if (!isShopError(error)) throw error
      setState('failed')
    }
  }
  const label = t(messages.deleteOne, { number })
  return (
    <>
      <button type="button" className="pk-inbox-picture" aria-label={label} onClick={() => setState('confirming')}>
        <Picture
          alt=""
          width={picture.width}
          height={picture.height}
          addresses={thumbnailOf(picture.plain)}
          placeholder={picture.placeholder}
          sizes="160px"
          onExpired={onExpired}
          failedLabel={t(messages.loadFailed)}
        />
        <span className="pk-inbox-delete">
          <Icon of={Trash2} size={16} />
        </span>
      </button>
      <ConfirmDialog
        open={state !== 'idle'}
        title={t(messages.deleteTitle)}
        confirmLabel={t(messages.deleteYes)}
        cancelLabel={t(messages.cancel)}
        closeLabel={t(messages.close)}
        kind="danger"
        busy={state === 'deleting'}
        onConfirm={() => void remove()}
        onCancel={() => setState('idle')}
      >
        <p>{t(messages.deleteText)}</p>
        {state === 'failed' ? <Notice kind="danger">{t(messages.deleteFailed)}</Notice> : null}
      </ConfirmDialog>
    </>
  )
}
