import { useLingui } from '@lingui/react'
import { imageOf, type Slot } from '@portraitkit/core/editor/design/instance.ts'
import { findRefusal, type Refusal } from '@portraitkit/core/template/imageRules.ts'
import { thumbnailOf } from '@portraitkit/core/uploads/limits.ts'
import { Check } from 'lucide-react'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Picture } from '../../ui/pictures/Picture.tsx'
import { messages } from '../messages.ts'
import { useEditor } from '../useEditor.ts'
import type { SelectablePicture } from './usePictureChoice.tsx'

/** A selectable picture, with everything needed to show it. */
export type InboxPictureData = SelectablePicture & {
  readonly placeholder: string
  readonly plain: Readonly<Record<string, string>>
}

export type InboxPictureProps<P extends InboxPictureData> = {
  picture: P
  label: string
  slot: Slot & { kind: 'image' }
  onChoose: (picture: P, refusal: Refusal | null) => void
  /** Fetches the pictures again and returns this one's addresses. */
  onExpired: () => Promise<Readonly<Record<string, string>> | undefined>
}

/** A picture of the inbox. If the slot's rules refuse it, it is greyed out and says why. */
export function InboxPicture<P extends InboxPictureData>(props: InboxPictureProps<P>) {
  const { picture, label, slot, onChoose, onExpired } = props
  const { _: t } = useLingui()
  const { instance } = useEditor()
  const refusal = findRefusal(slot.layer.rules, picture)
  const isChosen = imageOf(instance.content, slot.fullId)?.uuid === picture.uuid
  const refused = refusal ? t(messages.notAllowed, { reason: reasonOf(refusal) }) : ''
  return (
    <button
      type="button"
      className="pk-inbox-picture"
      aria-pressed={isChosen}
      data-refused={refusal ? '' : undefined}
      aria-label={[label, refused].filter(Boolean).join('. ')}
      onClick={() => onChoose(picture, refusal)}
    >
      <Picture
        alt=""
        width={picture.width}
        height={picture.height}
        addresses={thumbnailOf(picture.plain)}
        placeholder={picture.placeholder}
        sizes="160px"
        onExpired={async () => {
          const fresh = await onExpired()
          return fresh && thumbnailOf(fresh)
        }}
        failedLabel={t(messages.pictureFailed)}
      />
      {refusal ? <span className="pk-inbox-refused">{refused}</span> : null}
      {isChosen ? (
        <span className="pk-inbox-chosen">
          <Icon of={Check} size={18} />
        </span>
      ) : null}
    </button>
  )

  function reasonOf(why: Refusal): string {
    if (why.rule === 'pictureTypes' || why.rule === 'groupPicture') return t(messages.reasonType)
    if (why.rule === 'minPixels') return t(messages.reasonPixels)
    return t(why.needed === 'portrait' ? messages.reasonPortrait : messages.reasonLandscape)
  }
}
