import { useLingui } from '@lingui/react'
import { buyablePictures, isSetOffered, SECTIONS } from '@portraitkit/core/digital-portraits/offer.ts'
import type { PictureSet } from '@portraitkit/core/picture-sets/contract.ts'
import { createPictureSets, type PictureSetsState } from '@portraitkit/core/picture-sets/state.ts'
import { Images } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot } from '../rootContext.ts'
import { Button, LinkButton } from '../ui/controls/Button.tsx'
import { Select } from '../ui/controls/Select.tsx'
import { Notice } from '../ui/page/Notice.tsx'
import { Page } from '../ui/page/Page.tsx'
import { Empty } from '../ui/states/Empty.tsx'
import { FileGrid } from './FileGrid.tsx'
import { LostItems } from './LostItems.tsx'
import { messages } from './messages.ts'
import { SetOffer } from './SetOffer.tsx'
import { useDigitalPortraits } from './useDigitalPortraits.ts'

/** DIG-2: the pictures of one set by kind, with their prices. */
export function SetForSale({ uuid, sets }: { uuid: string; sets: readonly PictureSet[] }) {
  const { _: t } = useLingui()
  const { part, state } = useDigitalPortraits()
  useCurrentSet(uuid, sets)
  const set = sets.find(({ subject }) => subject.uuid === uuid)
  if (!set) {
    return (
      <Empty icon={Images} title={t(messages.unknownTitle)}>
        <p className="pk-soft">{t(messages.unknown)}</p>
        <LinkButton to="products.digitalportraits" kind="primary">
          {t(messages.back)}
        </LinkButton>
      </Empty>
    )
  }
  const isInCart = set.inCart || set.pictures.some(({ inCart }) => inCart)
  return (
    <Page
      title={t(messages.setTitle, { name: set.subject.name })}
      lead={[set.job.name, set.subject.group].filter(Boolean).join(' · ')}
      back={{ to: 'products.digitalportraits', label: t(messages.back) }}
    >
      <Switcher uuid={uuid} sets={sets} />
      <LostItems sets={sets} problems={state.problems} />
      {state.status === 'failed' ? (
        <Notice kind="danger" title={t(messages.failed)}>
          <p>{state.error}</p>
          <Button onClick={() => void part.refresh()}>{t(messages.again)}</Button>
        </Notice>
      ) : null}
      <SetOffer set={set} isOffered={isSetOffered(set)} />
      {SECTIONS.map((kind) => {
        const pictures = set.pictures.filter(({ pictureType }) => pictureType === kind)
        return pictures.length === 0 ? null : (
          <section key={kind} className="pk-file-section" aria-labelledby={`pk-files-${kind}`}>
            <h2 id={`pk-files-${kind}`}>{t(messages[kind])}</h2>
            <FileGrid set={set} pictures={pictures} />
          </section>
        )
      })}
      {isInCart && !set.inCart ? (
        <div>
          <LinkButton to="shoppingcart" kind="primary">
            {t(messages.cart)}
          </LinkButton>
        </div>
      ) : null}
    </Page>
  )
}

/** The address names the set; when another one is selected elsewhere on the page, the address follows. */
function useCurrentSet(uuid: string, sets: readonly PictureSet[]): void {
  const { shop, navigate } = useRoot()
  const part = shop.part(createPictureSets)
  const { selected } = useSnapshot(part.state) as PictureSetsState
  const previous = useRef<string>(undefined)
  const isKnown = sets.some(({ subject }) => subject.uuid === uuid)
  useEffect(() => {
    if (!isKnown) return
    if (previous.current !== uuid) {
      previous.current = uuid
      if (part.state.selected !== uuid) part.choose(uuid)
    } else if (selected !== null && selected !== uuid) {
      navigate('products.digitalportraits.subject', { subjectUuid: selected })
    }
  }, [uuid, selected, isKnown, part, navigate])
}

function Switcher({ uuid, sets }: { uuid: string; sets: readonly PictureSet[] }) {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  if (sets.length < 2) return null
  return (
    <div className="pk-file-whose">
      <Select
        label={t(messages.whose)}
        value={uuid}
        onValue={(subject) => shop.part(createPictureSets).choose(subject)}
        options={sets.map((set) => ({
          value: set.subject.uuid,
          label: [set.subject.name, set.subject.group, set.year].filter(Boolean).join(' · '),
          disabled: buyablePictures(set).length === 0,
        }))}
      />
    </div>
  )
}
