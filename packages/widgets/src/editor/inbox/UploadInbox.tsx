import type { Slot } from '@portraitkit/core/editor/design/instance.ts'
import type { OwnPicture } from '@portraitkit/core/uploads/contract.ts'
import { createUploads, type UploadsState } from '@portraitkit/core/uploads/state.ts'
import { ImageUp, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../../locales/useT.ts'
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
  const t = useT(uploadMessages)
  const { shop } = useRoot()
  const uploads = shop.part(createUploads)
  const { status, images } = useSnapshot(uploads.state) as UploadsState
  const session = useSnapshot(shop.session.state)
  const { announce } = useEditor()
  const [isDeleting, setDeleting] = useState(false)
  const renew = usePictureRefresh(uploads.refresh)
  if (session.status === 'signed-out') return <Visitor />
  if (status === 'failed') return <LoadFailed onAgain={() => void uploads.refresh()} />
  if (status !== 'ready') return <Spinner label={t('uploads.loading')} />
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
          {t('uploads.upload')}
        </button>
      </li>
      {images.map((picture, index) => (
        <li key={picture.uuid} style={{ aspectRatio: `${picture.width} / ${picture.height}` }}>
          {isDeleting ? (
            <DeletePicture
              picture={picture}
              number={index + 1}
              onExpired={freshOf(picture.uuid)}
              onDeleted={() => announce(t('uploads.saidDeleted'))}
            />
          ) : (
            <InboxPicture
              picture={picture}
              label={t('uploads.picture', { number: index + 1 })}
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
          {t(isDeleting ? 'uploads.deleteEnd' : 'uploads.delete')}
        </button>
      </li>
    </ul>
  )
}

function EmptyInbox({ onUpload }: { onUpload: () => void }) {
  const t = useT(uploadMessages)
  const tEditor = useT(messages)
  const { layout } = useEditor()
  return (
    <div className="pk-inbox-empty">
      <p>{tEditor('editor.inboxEmpty')}</p>
      <Button icon={ImageUp} onClick={onUpload}>
        {t('uploads.upload')}
      </Button>
      <p className="pk-soft pk-small">
        {layout === 'desktop' ? `${t('uploads.drop')} ` : ''}
        {t('uploads.taken')}
      </p>
    </div>
  )
}

function LoadFailed({ onAgain }: { onAgain: () => void }) {
  const t = useT(uploadMessages)
  return (
    <div className="pk-inbox-empty" role="alert">
      <p>{t('uploads.loadFailed')}</p>
      <Button onClick={onAgain}>{t('uploads.again')}</Button>
    </div>
  )
}

function Visitor() {
  const t = useT(uploadMessages)
  const tEditor = useT(messages)
  const { editor, goTo } = useEditor()
  return (
    <div className="pk-inbox-empty">
      <p>{t('uploads.signIn')}</p>
      <Button onClick={() => void goTo(editor.signIn())}>{tEditor('editor.signIn')}</Button>
    </div>
  )
}
