import { useLingui } from '@lingui/react'
import { imageOf, type Slot } from '@portraitkit/core/editor/design/instance.ts'
import { createPictureSets, type PictureSetsState } from '@portraitkit/core/picture-sets/state.ts'
import { createUploads } from '@portraitkit/core/uploads/state.ts'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot, useStyles } from '../../rootContext.ts'
import { usePictureRefresh } from '../../ui/pictures/usePictureRefresh.ts'
import { messages as uploadMessages } from '../../uploads/messages.ts'
import { type Source, SourceSwitch } from '../../uploads/SourceSwitch.tsx'
import css from '../../uploads/Uploads.css?inline'
import { useDrop } from '../../uploads/useDrop.ts'
import { usePicker } from '../../uploads/usePicker.tsx'
import { messages } from '../messages.ts'
import { useEditor } from '../useEditor.ts'
import { InboxPicture, type InboxPictureData, type InboxPictureProps } from './InboxPicture.tsx'
import { SubjectSelect, useSelectedSet } from './SubjectSelect.tsx'
import { UploadInbox } from './UploadInbox.tsx'
import { usePictureChoice } from './usePictureChoice.tsx'

type InboxProps = { slot: Slot & { kind: 'image' } }

/** The pictures to choose from: those of a picture set and, if the shop accepts them, the customer's own. */
export function PictureInbox({ slot }: InboxProps) {
  const { settings } = useRoot()
  const { choose, questions } = usePictureChoice(slot)
  const Inbox = settings.options.allowOwnPhotos ? BothSources : SetInbox
  return (
    <>
      <Inbox slot={slot} onChoose={choose} />
      {questions}
    </>
  )
}

type SourceProps = InboxProps & { onChoose: InboxPictureProps<InboxPictureData>['onChoose'] }

function SetInbox(props: SourceProps) {
  return (
    <div className="pk-inbox">
      <SetPictures {...props} />
    </div>
  )
}

function BothSources({ slot, onChoose }: SourceProps) {
  useStyles(css)
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const { instance } = useEditor()
  const uploads = shop.part(createUploads)
  const current = imageOf(instance.content, slot.fullId)?.uuid
  const [source, setSource] = useState<Source>(() =>
    uploads.state.images.some(({ uuid }) => uuid === current) ? 'own' : 'set',
  )
  const { status } = useSnapshot(shop.session.state)
  const isSignedIn = status === 'signed-in'
  const picker = usePicker()
  const { isOver, place } = useDrop(() => setSource('own'))
  useEffect(() => {
    if (isSignedIn) void uploads.load()
  }, [uploads, isSignedIn])
  const switchTo = (next: Source) => {
    setSource(next)
    // EDT-6: an empty inbox of own pictures opens the file chooser by itself.
    if (next === 'own' && isSignedIn) void picker.openWhenEmpty()
  }
  return (
    <div className="pk-inbox" data-over={isOver || undefined} {...(isSignedIn ? place : {})}>
      <SourceSwitch value={source} onValue={switchTo} />
      {picker.input}
      {source === 'own' ? (
        <UploadInbox slot={slot} onChoose={onChoose} onUpload={picker.open} />
      ) : (
        <SetPictures slot={slot} onChoose={onChoose} />
      )}
      {isOver ? <p className="pk-inbox-over">{t(uploadMessages.dropNow)}</p> : null}
    </div>
  )
}

/** The pictures of a picture set. */
function SetPictures({ slot, onChoose }: SourceProps) {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const sets = shop.part(createPictureSets)
  const set = useSelectedSet(useSnapshot(sets.state) as PictureSetsState)
  const renew = usePictureRefresh(sets.refresh)
  const freshOf = (uuid: string) => async () => {
    await renew()
    return sets.state.sets.flatMap(({ pictures }) => pictures).find((picture) => picture.uuid === uuid)?.plain
  }
  return (
    <>
      <SubjectSelect />
      {set && set.pictures.length > 0 ? (
        <ul className="pk-inbox-pictures">
          {set.pictures.map((picture, index) => (
            <li key={picture.uuid} style={{ aspectRatio: `${picture.width} / ${picture.height}` }}>
              <InboxPicture
                picture={picture}
                label={t(picture.groupPicture ? messages.groupOf : messages.pictureOf, {
                  number: index + 1,
                  name: set.subject.name,
                })}
                slot={slot}
                onChoose={onChoose}
                onExpired={freshOf(picture.uuid)}
              />
            </li>
          ))}
        </ul>
      ) : (
        <p className="pk-soft">{t(messages.inboxEmpty)}</p>
      )}
    </>
  )
}
