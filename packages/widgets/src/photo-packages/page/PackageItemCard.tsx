import { useLingui } from '@lingui/react'
import type { PackageInstance, PackageItem } from '@portraitkit/core/photo-packages/contract.ts'
import type { ItemType } from '@portraitkit/core/photo-packages/itemTypes.ts'
import type { PackagePage } from '@portraitkit/core/photo-packages/page/packagePage.ts'
import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { ScenePreview } from '../../scene/ScenePreview.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { FieldError } from '../../ui/controls/FieldError.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { BookCover } from '../../ui/pictures/BookCover.tsx'
import { PictureStack } from '../../ui/pictures/PictureStack.tsx'
import { usePictureRefresh } from '../../ui/pictures/usePictureRefresh.ts'
import { Skeleton } from '../../ui/states/Skeleton.tsx'
import { useSessionStatus } from '../../ui/states/useSessionStatus.ts'
import { packageMessages as messages } from './packageMessages.ts'
import { optionOf, useSelectableSets } from './useSelectableSets.ts'

export type ItemCardProps = {
  page: PackagePage
  instance: PackageInstance
  index: number
  isLoading: boolean
  onEdit: (item: string) => void
  onSay: (text: string) => void
}

/** One item of the package, as the finished product. */
export function PackageItemCard(props: ItemCardProps) {
  const { page, instance, index, isLoading, onEdit } = props
  const { _: t } = useLingui()
  const item = instance.packageItems[index] as PackageItem
  const name = useName(instance, index)
  const Thing = things[item.type]
  const renew = usePictureRefresh(page.renew)
  const id = `pk-item-${item.uuid}`
  const isDesign = item.template !== null
  return (
    <li className="pk-pack-item" aria-labelledby={id} data-disabled={item.disabled ? '' : undefined}>
      {isDesign ? (
        // Does the same as the button below, for a click on the picture itself.
        // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: keys have the button
        <span className="pk-pack-thing" data-loading={isLoading || undefined} onClick={() => onEdit(item.uuid)}>
          <Thing item={item} name={name} onBroken={renew} />
        </span>
      ) : (
        <span className="pk-pack-thing">
          <Thing item={item} name={name} onBroken={renew} />
        </span>
      )}
      <div className="pk-pack-text">
        <h2 id={id}>{name}</h2>
        <About item={item} name={name} />
        {item.disabled ? <FieldError>{item.disabled.reason}</FieldError> : null}
      </div>
      <div className="pk-pack-ways">
        <SetOfItem {...props} item={item} name={name} />
        {isDesign ? (
          <Button
            icon={Pencil}
            data-edit={item.uuid}
            label={t(messages.editNamed, { name })}
            onClick={() => onEdit(item.uuid)}
          >
            {t(messages.edit)}
          </Button>
        ) : null}
      </div>
    </li>
  )
}

/** The item's name, numbered if another item has the same name. */
function useName({ packageItems }: PackageInstance, index: number): string {
  const { _: t } = useLingui()
  const names = packageItems.map(({ template, name }) => template?.name ?? name)
  const name = names[index] ?? ''
  const alike = names.filter((one) => one === name).length
  if (alike < 2) return name
  return t(messages.numbered, { name, number: names.slice(0, index + 1).filter((one) => one === name).length })
}

type ThingProps = { item: PackageItem; name: string; onBroken: () => void }

/** An item as the finished product, by type. */
const things: Record<ItemType, (props: ThingProps) => ReactNode> = {
  TEMPLATE_PRODUCT: Print,
  CATALOGUE: ({ item: { name, subject } }) => <BookCover title={name} line={subject?.group ?? ''} />,
  DIGITAL_SET: Files,
}

function Print({ item: { preview }, name, onBroken }: ThingProps) {
  const { _: t } = useLingui()
  return preview ? (
    <ScenePreview shownScene={preview} label={t(messages.preview, { name })} onBroken={onBroken} />
  ) : (
    <Skeleton ratio="4 / 3" />
  )
}

function Files({ item: { subject, digitalFiles }, onBroken }: ThingProps) {
  const { _: t } = useLingui()
  const isSignedIn = useSessionStatus() === 'signed-in'
  return digitalFiles.length > 0 ? (
    <PictureStack
      files={digitalFiles}
      label={t(messages.filesOf, { subject: subject?.name ?? '' })}
      failedLabel={t(messages.pictureFailed)}
      onBroken={onBroken}
    />
  ) : (
    <span className="pk-pack-none pk-soft pk-small">{t(isSignedIn ? messages.noneShown : messages.noFiles)}</span>
  )
}

/** What it is, whose it is and when it is delivered. */
function About({ item, name }: { item: PackageItem; name: string }) {
  const { _: t } = useLingui()
  const { type, product, subject, catalogue, numFiles } = item
  const of = subject?.name
  const whose = of ? t(catalogue ? messages.catalogueOf : messages.of, { subject: of }) : ''
  const what = {
    TEMPLATE_PRODUCT: product.name === name ? '' : product.name,
    CATALOGUE: t(messages.catalogueLine),
    DIGITAL_SET: numFiles > 0 ? t(messages.files, { count: numFiles }) : '',
  }[type]
  return (
    <>
      <p className="pk-soft pk-small">{[what, whose].filter(Boolean).join(' · ')}</p>
      {catalogue ? (
        <p className="pk-soft pk-small">{t(messages.catalogueDelivery, { days: catalogue.deliveryTime.days })}</p>
      ) : null}
    </>
  )
}

/**
 * PKG-5: whose pictures fill the print. If all sets are allowed, a picture is used on all prints at once ('Change all
 * pictures'), so a print has no choice of its own.
 */
function SetOfItem({ page, instance, item, name, isLoading }: ItemCardProps & { item: PackageItem; name: string }) {
  const { _: t } = useLingui()
  const sets = useSelectableSets(instance)
  const isForAll = item.template !== null && instance.allowSubjectChange === 4
  if (sets.length < 2 || isForAll) return null
  return (
    <Select
      label={t(messages.set)}
      aria-label={t(messages.setNamed, { name })}
      value={item.subject?.uuid ?? ''}
      disabled={isLoading}
      onValue={(subject) => void page.changeSubject(item.uuid, subject)}
      options={sets.map(optionOf)}
    />
  )
}
