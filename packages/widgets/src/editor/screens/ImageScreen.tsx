import { useLingui } from '@lingui/react'
import { imageOf } from '@portraitkit/core/editor/design/instance.ts'
import { canChangeBackground, canEditPicture } from '@portraitkit/core/editor/design/picture.ts'
import { useState } from 'react'
import { Notice } from '../../ui/page/Notice.tsx'
import { Tabs } from '../../ui/panels/Tabs.tsx'
import { BackgroundChoice } from '../inbox/BackgroundChoice.tsx'
import { EditPicture } from '../inbox/EditPicture.tsx'
import { PictureInbox } from '../inbox/PictureInbox.tsx'
import { messages } from '../messages.ts'
import { useEditor } from '../useEditor.ts'

/** The picture of one slot: its choice, its crop and its background. */
export function ImageScreen() {
  const { _: t } = useLingui()
  const { instance, slot, state } = useEditor()
  const [tab, setTab] = useState<'inbox' | 'edit' | 'backgrounds'>('inbox')
  if (slot?.kind !== 'image') return null
  const hasImage = imageOf(instance.content, slot.fullId) !== null
  const inbox = { value: 'inbox', label: t(messages.inbox), content: <PictureInbox slot={slot} /> } as const
  const edit = {
    value: 'edit',
    label: t(messages.editImage),
    content: <EditPicture slot={slot} />,
    disabled: !hasImage,
  } as const
  const backgrounds = {
    value: 'backgrounds',
    label: t(messages.backgrounds),
    content: <BackgroundChoice slot={slot} />,
  } as const
  const tabs = [
    inbox,
    ...(canEditPicture(instance) ? [edit] : []),
    ...(canChangeBackground(instance, slot.fullId) ? [backgrounds] : []),
  ]
  return (
    <div className="pk-tools" data-screen="image" data-tabs={tabs.length}>
      {state.choiceError ? <Notice kind="danger">{state.choiceError}</Notice> : null}
      <Tabs
        label={t(messages.picture)}
        tabs={tabs}
        // another picture may have no backgrounds
        value={tabs.some(({ value }) => value === tab) ? tab : 'inbox'}
        onValue={setTab}
      />
    </div>
  )
}
