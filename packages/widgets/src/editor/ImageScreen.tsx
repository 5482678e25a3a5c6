import { imageOf } from '@portraitkit/core/editor/instance.ts'
import { canEditPicture } from '@portraitkit/core/editor/picture.ts'
import { useState } from 'react'
import { useT } from '../locales/useT.ts'
import { Tabs } from '../ui/Tabs.tsx'
import { EditPicture } from './EditPicture.tsx'
import { messages } from './messages.ts'
import { PictureInbox } from './PictureInbox.tsx'
import { useEditor } from './useEditor.ts'

/** The picture of one slot: which, and how. */
export function ImageScreen() {
  const t = useT(messages)
  const { instance, slot } = useEditor()
  const hasImage = slot ? imageOf(instance.content, slot.fullId) !== null : false
  const [tab, setTab] = useState<'inbox' | 'edit'>('inbox')
  if (slot?.kind !== 'image') return null
  const inbox = { value: 'inbox', label: t('editor.inbox'), content: <PictureInbox slot={slot} /> } as const
  const edit = {
    value: 'edit',
    label: t('editor.editImage'),
    content: <EditPicture slot={slot} />,
    disabled: !hasImage,
  } as const
  return (
    <div className="pk-tools" data-screen="image">
      <Tabs
        label={t('editor.picture')}
        tabs={canEditPicture(instance) ? [inbox, edit] : [inbox]}
        value={tab}
        onValue={setTab}
      />
    </div>
  )
}
