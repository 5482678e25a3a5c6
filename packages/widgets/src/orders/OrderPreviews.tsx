import type { OrderLine } from '@portraitkit/core/cart/contract.ts'
import { PackageContents, PackagePreviews } from '../cart/PackagePreviews.tsx'
import { useT } from '../locales/useT.ts'
import { ScenePreview } from '../scene/ScenePreview.tsx'
import { BookCover } from '../ui/pictures/BookCover.tsx'
import { PictureStack } from '../ui/pictures/PictureStack.tsx'
import { messages } from './messages.ts'

/** What was ordered, each as the thing it is, drawn from what the order froze. */
export function OrderPreviews({ lines, onBroken }: { lines: readonly OrderLine[]; onBroken: () => void }) {
  const t = useT(messages)
  return (
    <ul className="pk-receipt-things">
      {lines.map(({ uuid, preview, template, product, quantity, digitalFiles, subjects, catalogue, ...line }) => {
        const items = line.package?.packageItems
        const name = template?.name ?? product?.name ?? ''
        if (!preview && !catalogue && !items && digitalFiles.length === 0) return null
        return (
          <li key={uuid} className="pk-receipt-thing">
            {items ? (
              <PackagePreviews items={items} onBroken={onBroken} />
            ) : preview ? (
              <ScenePreview shown={preview} label={t('orders.preview', { name })} onBroken={onBroken} />
            ) : catalogue ? (
              <BookCover title={name} line={catalogue.subject.group} />
            ) : (
              <PictureStack
                files={digitalFiles}
                label={t('orders.files', { name, people: subjects.map((subject) => subject.name).join(', ') })}
                failedLabel={t('orders.fileFailed')}
                onBroken={onBroken}
              />
            )}
            <span>
              {quantity} × {name}
            </span>
            {items ? <PackageContents items={items} /> : null}
          </li>
        )
      })}
    </ul>
  )
}
