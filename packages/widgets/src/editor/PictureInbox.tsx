import { imageOf, type Slot } from '@portraitkit/core/editor/instance.ts'
import type { Picture as PictureOfSet } from '@portraitkit/core/picture-sets/contract.ts'
import { createPictureSets, type PictureSetsState } from '@portraitkit/core/picture-sets/state.ts'
import { type Refusal, refusalOf } from '@portraitkit/core/template/rules.ts'
import { Check } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { useT } from '../locales/useT.ts'
import { useRoot } from '../root.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Picture } from '../ui/Picture.tsx'
import { messages } from './messages.ts'
import { SubjectSelect, useOfferedSet } from './SubjectSelect.tsx'
import { useChoice } from './useChoice.tsx'
import { useEditor } from './useEditor.ts'

/** The pictures to choose from. Those that the slot's rules refuse are greyed and say why. */
export function PictureInbox({ slot }: { slot: Slot & { kind: 'image' } }) {
  const t = useT(messages)
  const { shop } = useRoot()
  const state = useSnapshot(shop.part(createPictureSets).state) as PictureSetsState
  const set = useOfferedSet(state)
  const { choose, questions } = useChoice(slot)
  return (
    <div className="pk-inbox">
      <SubjectSelect />
      {set && set.pictures.length > 0 ? (
        <ul className="pk-inbox-pictures">
          {set.pictures.map((picture, index) => (
            <li key={picture.uuid} style={{ aspectRatio: `${picture.width} / ${picture.height}` }}>
              <InboxPicture
                picture={picture}
                number={index + 1}
                name={set.subject.name}
                slot={slot}
                onChoose={choose}
              />
            </li>
          ))}
        </ul>
      ) : (
        <p className="pk-soft">{t('editor.inboxEmpty')}</p>
      )}
      {questions}
    </div>
  )
}

type InboxPictureProps = {
  picture: PictureOfSet
  number: number
  name: string
  slot: Slot & { kind: 'image' }
  onChoose: (picture: PictureOfSet, refusal: Refusal | null) => void
}

function InboxPicture({ picture, number, name, slot, onChoose }: InboxPictureProps) {
  const t = useT(messages)
  const { shop } = useRoot()
  const { instance } = useEditor()
  const refusal = refusalOf(slot.layer.rules, picture)
  const isChosen = imageOf(instance.content, slot.fullId)?.uuid === picture.uuid
  const label = t(picture.groupPicture ? 'editor.groupOf' : 'editor.pictureOf', { number, name })
  const fresh = async () => {
    const sets = shop.part(createPictureSets)
    await sets.refresh()
    return sets.state.sets.flatMap(({ pictures }) => pictures).find(({ uuid }) => uuid === picture.uuid)?.plain
  }
  const refused = refusal ? t('editor.notAllowed', { reason: reasonOf(refusal) }) : ''
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
        addresses={picture.plain}
        placeholder={picture.placeholder}
        sizes="160px"
        onExpired={fresh}
        failedLabel={t('editor.pictureFailed')}
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
    if (why.rule === 'greenscreen') return t('editor.reasonGreenscreen')
    if (why.rule === 'pictureTypes' || why.rule === 'groupPicture') return t('editor.reasonType')
    if (why.rule === 'minPixels') return t('editor.reasonPixels')
    return t(why.needed === 'portrait' ? 'editor.reasonPortrait' : 'editor.reasonLandscape')
  }
}
