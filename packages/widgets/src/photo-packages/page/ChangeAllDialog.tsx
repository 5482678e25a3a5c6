import { useLingui } from '@lingui/react'
import type { SelectableSet } from '@portraitkit/core/photo-packages/page/selectableSets.ts'
import type { Picture as SetPicture } from '@portraitkit/core/picture-sets/contract.ts'
import { createPictureSets } from '@portraitkit/core/picture-sets/state.ts'
import { thumbnailOf } from '@portraitkit/core/uploads/limits.ts'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useRoot } from '../../rootContext.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { Picture } from '../../ui/pictures/Picture.tsx'
import { Dialog } from '../../ui/windows/Dialog.tsx'
import { packageMessages as messages } from './packageMessages.ts'
import { optionOf } from './useSelectableSets.ts'

type ChangeAllProps = {
  open: boolean
  sets: readonly SelectableSet[]
  /** The set that is selected at first. */
  initialSubject: string | undefined
  onClose: () => void
  onChoose: (picture: SetPicture) => void
}

/** PKG-4: one picture for all prints of the package, after a warning. Sets that are not allowed are listed, but disabled. */
export function ChangeAllDialog({ open, sets, initialSubject, onClose, onChoose }: ChangeAllProps) {
  const { _: t } = useLingui()
  const [subject, setSubject] = useState<string>()
  const [selected, setSelected] = useState<SetPicture>()
  const allowed = sets.filter((each) => each.allowed)
  const { set } = allowed.find((each) => each.set.subject.uuid === (subject ?? initialSubject)) ?? allowed[0] ?? {}
  const close = () => {
    setSelected(undefined)
    onClose()
  }
  const confirm = () => {
    setSelected(undefined)
    if (selected) onChoose(selected)
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t(messages.changeAll)}
      description={t(messages.changeAllText)}
      closeLabel={t(messages.close)}
      size="wide"
      foot={
        <>
          <Button onClick={close}>{t(messages.cancel)}</Button>
          <Button kind="primary" disabled={!selected} onClick={confirm}>
            {t(messages.changeAll)}
          </Button>
        </>
      }
    >
      <div className="pk-stack">
        {sets.length > 1 ? (
          <Select
            label={t(messages.set)}
            value={set?.subject.uuid ?? ''}
            onValue={(value) => {
              setSubject(value)
              setSelected(undefined)
            }}
            options={sets.map(optionOf)}
          />
        ) : null}
        <ul className="pk-pack-pictures">
          {set?.pictures.map((picture, index) => (
            <li key={picture.uuid} style={{ aspectRatio: `${picture.width} / ${picture.height}` }}>
              <OnePicture
                picture={picture}
                label={t(messages.picture, { number: index + 1, name: set.subject.name })}
                isChosen={picture === selected}
                onChoose={() => setSelected(picture)}
              />
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

type OneProps = { picture: SetPicture; label: string; isChosen: boolean; onChoose: () => void }

function OnePicture({ picture, label, isChosen, onChoose }: OneProps) {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const sets = shop.part(createPictureSets)
  const renew = async () => {
    await sets.refresh()
    const fresh = sets.state.sets.flatMap(({ pictures }) => pictures).find(({ uuid }) => uuid === picture.uuid)
    return fresh && thumbnailOf(fresh.plain)
  }
  return (
    <button type="button" className="pk-pack-picture" aria-pressed={isChosen} aria-label={label} onClick={onChoose}>
      <Picture
        alt=""
        width={picture.width}
        height={picture.height}
        addresses={thumbnailOf(picture.plain)}
        placeholder={picture.placeholder}
        sizes="160px"
        onExpired={renew}
        failedLabel={t(messages.pictureFailed)}
      />
      {isChosen ? (
        <span className="pk-pack-chosen">
          <Icon of={Check} size={18} />
        </span>
      ) : null}
    </button>
  )
}
