import { useLingui } from '@lingui/react'
import type { Translate } from '@portraitkit/core/msg.ts'
import { contentsOf } from '@portraitkit/core/photo-packages/contents.ts'
import type { PackageItem } from '@portraitkit/core/photo-packages/contract.ts'
import type { ItemType } from '@portraitkit/core/photo-packages/itemTypes.ts'
import { Fragment, type ReactNode } from 'react'
import { useStyles } from '../rootContext.ts'
import { ScenePreview } from '../scene/ScenePreview.tsx'
import { BookCover } from '../ui/pictures/BookCover.tsx'
import { PictureStack } from '../ui/pictures/PictureStack.tsx'
import css from './PackagePreviews.css?inline'
import { packagePreviewMessages as messages } from './packagePreviewMessages.ts'

type ItemProps = { item: PackageItem; t: Translate; onBroken: () => void }
type ThingsProps = { items: readonly PackageItem[]; onBroken: () => void }

/** If there are more, the last place shows how many others there are. */
const MAX_PREVIEWS = 4

/** An item as the finished product, by type; null if nothing of it can be shown. */
const itemPreviews: Record<ItemType, (props: ItemProps) => ReactNode> = {
  TEMPLATE_PRODUCT: ({ item: { preview, template, name }, t, onBroken }) =>
    preview && (
      <ScenePreview
        shownScene={preview}
        label={t(messages.preview, { name: template?.name ?? name })}
        onBroken={onBroken}
      />
    ),
  CATALOGUE: ({ item: { name, subject } }) => <BookCover title={name} line={subject?.group ?? ''} />,
  DIGITAL_SET: ({ item: { name, subject, digitalFiles }, t, onBroken }) =>
    digitalFiles[0] && (
      <PictureStack
        files={digitalFiles}
        label={[name, subject?.name].filter(Boolean).join(' · ')}
        failedLabel={t(messages.failed)}
        onBroken={onBroken}
      />
    ),
}

/** CRT-9: the content of a package, each item drawn as the finished product, side by side on one table. */
export function PackagePreviews({ items, onBroken }: ThingsProps) {
  useStyles(css)
  const { _: t } = useLingui()
  const seen = items.flatMap((item) => {
    const preview = itemPreviews[item.type]({ item, t, onBroken })
    return preview ? [<Fragment key={item.uuid}>{preview}</Fragment>] : []
  })
  const visible = seen.length > MAX_PREVIEWS ? seen.slice(0, MAX_PREVIEWS - 1) : seen
  return (
    <span className="pk-package-things" data-count={Math.min(seen.length, MAX_PREVIEWS)}>
      {visible}
      {seen.length > MAX_PREVIEWS ? (
        <span className="pk-package-more">
          <span aria-hidden="true">+{seen.length - visible.length}</span>
          <span className="pk-unseen">{t(messages.more, { count: seen.length - visible.length })}</span>
        </span>
      ) : null}
    </span>
  )
}

/** The content of a package in words. */
export function PackageContents({ items }: { items: readonly PackageItem[] }) {
  useStyles(css)
  const { _: t } = useLingui()
  return (
    <ul className="pk-package-contents pk-soft pk-small" aria-label={t(messages.in)}>
      {contentsOf(items).map(({ name, count }) => (
        <li key={name}>{count > 1 ? t(messages.times, { count, name }) : name}</li>
      ))}
    </ul>
  )
}
