import { useLingui } from '@lingui/react'
import type { Slot } from '@portraitkit/core/editor/design/instance.ts'
import type { OwnPicture } from '@portraitkit/core/uploads/contract.ts'
import { createUploads, type UploadsState } from '@portraitkit/core/uploads/state.ts'
import { ImageUp, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot } from '../../rootContext.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Spinner } from '../../ui/controls/Spinner.tsx'
import { usePictureRefresh } from '../../ui/pictures/usePictureRefresh.ts'
import { DeletePicture } from '../../uploads/DeletePicture.tsx'
import { messages as uploadMessages } from '../../uploads/messages.ts'
import { messages } from '../messages.ts'
import { useEditor } from '../useEditor.ts'
import { InboxPicture, type InboxPictureProps } from './InboxPicture.tsx'

type OwnInboxProps = {
  slot: Slot & { kind: 'image' }
  onChoose: InboxPictureProps<OwnPicture>['onChoose']
  /** Opens the browser's file chooser. */
  onUpload: () => void
}

/** The customer's own pictures, with buttons to add and delete pictures. */
export function UploadInbox({ slot, onChoose, onUpload }: OwnInboxProps) {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const uploads = shop.part(createUploads)
  const { status, images } = useSnapshot(uploads.state) as UploadsState
  const session = useSnapshot(shop.session.state)
  const { announce } = useEditor()
  const [isDeleting, setDeleting] = useState(false)
  const renew = usePictureRefresh(uploads.refresh)
  if (session.status === 'signed-out') return <Visitor />
  if (status === 'failed') return <LoadFailed onAgain={() => void uploads.refresh()} />
  if (status !== 'ready') return <Spinner label={t(uploadMessages.loading)} />
  if (images.length === 0) return <EmptyInbox onUpload={onUpload} />
  const freshOf = (uuid: string) => async () => {
    await renew()
    return uploads.state.images.find((picture) => picture.uuid === uuid)?.plain
  }
  return (
    <ul className="pk-inbox-pictures" data-source="own">
      <li className="pk-inbox-act">
        <button type="button" className="pk-upload-tile" onClick={onUpload}>
          <Icon of={ImageUp} size={24} />
          {t(uploadMessages.upload)}
        </button>
      </li>
      {images.map((picture, index) => (
        <li key={picture.uuid} style={{ aspectRatio: `${picture.width} / ${picture.height}` }}>
          {isDeleting ? (
            <DeletePicture
              picture={picture}
              number={index + 1}
              onExpired={freshOf(picture.uuid)}
              onDeleted={() => announce(t(uploadMessages.saidDeleted))}
            />
          ) : (
            <InboxPicture
              picture={picture}
              label={t(uploadMessages.picture, { number: index + 1 })}
              slot={slot}
              onChoose={onChoose}
              onExpired={freshOf(picture.uuid)}
            />
          )}
        </li>
      ))}
      <li className="pk-inbox-act">
        <button
          type="button"
          className="pk-upload-tile"
          data-kind="quiet"
          aria-pressed={isDeleting}
          onClick={() => setDeleting(!isDeleting)}
        >
          <Icon of={isDeleting ? X : Trash2} size={24} />
          {t(isDeleting ? uploadMessages.deleteEnd : uploadMessages.delete)}
        </button>
      </li>
    </ul>
  )
}

function EmptyInbox({ onUpload }: { onUpload: () => void }) {
  const { _: t } = useLingui()
  const { layout } = useEditor()
  return (
    <div className="pk-inbox-empty">
      <p>{t(messages.inboxEmpty)}</p>
      <Button icon={ImageUp} onClick={onUpload}>
        {t(uploadMessages.upload)}
      </Button>
      <p className="pk-soft pk-small">
        {layout === 'desktop' ? `${t(uploadMessages.drop)} ` : ''}
        {t(uploadMessages.taken)}
      </p>
    </div>
  )
}

function LoadFailed({ onAgain }: { onAgain: () => void }) {
  const { _: t } = useLingui()
  return (
    <div className="pk-inbox-empty" role="alert">
      <p>{t(uploadMessages.loadFailed)}</p>
      <Button onClick={onAgain}>{t(uploadMessages.again)}</Button>
    </div>
  )
}

function Visitor() {
  const { _: t } = useLingui()
  const { editor, goTo } = useEditor()
  return (
    <div className="pk-inbox-empty">
      <p>{t(uploadMessages.signIn)}</p>
      <Button onClick={() => void goTo(editor.signIn())}>{t(messages.signIn)}</Button>
    </div>
  )
}
