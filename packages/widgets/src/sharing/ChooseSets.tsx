import { useLingui } from '@lingui/react'
import type { PictureSet } from '@portraitkit/core/picture-sets/contract.ts'
import { coverOf, createPictureSets } from '@portraitkit/core/picture-sets/state.ts'
import { shareableSets } from '@portraitkit/core/sharing/recipients.ts'
import { createShares } from '@portraitkit/core/sharing/sharesState.ts'
import { createSharing } from '@portraitkit/core/sharing/state.ts'
import { Images } from 'lucide-react'
import type { ChangeEvent } from 'react'
import { useSnapshot } from 'valtio'
import { AddressNotice } from '../account/address/AddressNotice.tsx'
import { useRoot, useUiStyles } from '../rootContext.ts'
import css from '../ui/choices/Choice.css?inline'
import { Button } from '../ui/controls/Button.tsx'
import { formMessages } from '../ui/controls/formMessages.ts'
import { Notice } from '../ui/page/Notice.tsx'
import { Picture } from '../ui/pictures/Picture.tsx'
import { Empty } from '../ui/states/Empty.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { messages } from './messages.ts'

/** Step 1: the sets to share. Those of archived jobs and those without pictures cannot be shared. */
export function ChooseSets() {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const pictureSets = shop.part(createPictureSets)
  const { status, sets, error } = useSnapshot(pictureSets.state)
  const shares = useSnapshot(shop.part(createShares).state)
  const { user } = useSnapshot(shop.session.state)
  const shareable = shareableSets(sets as PictureSet[])

  if (status === 'failed') {
    return (
      <Notice kind="danger" title={t(messages.loadFailed)}>
        <p>{error}</p>
        <Button onClick={() => void pictureSets.refresh()}>{t(formMessages.again)}</Button>
      </Notice>
    )
  }
  // A list that arrives below moves a dialog, and another child would be under the thumb.
  if (status !== 'ready' || shares.status === 'loading') return <Skeleton ratio="16 / 7" />
  if (shareable.length === 0) return <Empty icon={Images} heading="h2" title={t(messages.none)} />
  return (
    <>
      <AddressNotice for="sharing" />
      {/* The server sends nothing until then: nobody types twenty addresses to hear that. */}
      {user?.isAddressProved === false ? null : <SetChoices sets={shareable} />}
    </>
  )
}

function SetChoices({ sets }: { sets: readonly PictureSet[] }) {
  const { _: t } = useLingui()
  const sharing = useRoot().shop.part(createSharing)
  const { subjects } = useSnapshot(sharing.state)
  const selectedCount = sets.filter(({ subject }) => subjects.includes(subject.uuid)).length
  return (
    <>
      <h2>{t(messages.sets)}</h2>
      <p className="pk-soft">{t(messages.lead)}</p>
      <fieldset className="pk-share-sets">
        <legend className="pk-unseen">{t(messages.sets)}</legend>
        {sets.map((set) => (
          <SetChoice
            key={set.subject.uuid}
            set={set}
            checked={subjects.includes(set.subject.uuid)}
            onChecked={() => sharing.toggle(set.subject.uuid)}
          />
        ))}
      </fieldset>
      <Button kind="primary" width="full" disabled={selectedCount === 0} onClick={sharing.next}>
        {selectedCount === 0 ? t(messages.selectSets) : t(messages.next, { count: selectedCount })}
      </Button>
    </>
  )
}

function SetChoice({ set, checked, onChecked }: { set: PictureSet; checked: boolean; onChecked: () => void }) {
  useUiStyles(css)
  const cover = coverOf(set.pictures)
  return (
    <label className="pk-check pk-share-set">
      <input type="checkbox" checked={checked} onChange={(_event: ChangeEvent<HTMLInputElement>) => onChecked()} />
      {cover ? (
        <Picture
          alt=""
          width={cover.width}
          height={cover.height}
          addresses={cover.display}
          placeholder={cover.placeholder}
          sizes="120px"
          failedLabel=""
        />
      ) : (
        <span className="pk-share-empty" />
      )}
      <span className="pk-share-name">
        <strong translate="no">{set.subject.name}</strong>
        <span className="pk-soft pk-small">
          {[set.year, set.job.name, set.subject.group].filter(Boolean).join(' · ')}
        </span>
      </span>
    </label>
  )
}
