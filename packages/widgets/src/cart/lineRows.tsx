import type { OrderLine } from '@portraitkit/core/cart/contract.ts'
import type { LineKind } from '@portraitkit/core/cart/lineKinds.ts'
import type { ReactNode } from 'react'
import type { Translate } from '../locales/i18n.ts'
import { ScenePreview } from '../scene/ScenePreview.tsx'
import { BookCover } from '../ui/pictures/BookCover.tsx'
import { PictureStack } from '../ui/pictures/PictureStack.tsx'
import type { messages } from './messages.ts'
import { PackageContents, PackagePreviews } from './PackagePreviews.tsx'

type Texts = Translate<typeof messages>
type PreviewProps = {
  line: OrderLine
  name: string
  /** What a screen reader says of a picture of a design, of a pile of pictures, and of one that did not load. */
  labels: { preview: string; files: string; fileFailed: string }
  onBroken: () => void
}

/** What a kind of line looks like, in the cart and on an order. */
type LineRow = {
  name(line: OrderLine, t: Texts): string
  /** What stands below its name; empty where the name says all. */
  subtitle(line: OrderLine, name: string): string
  /** A picture of the line as the thing it is; null where nothing of it can be shown. */
  preview(props: PreviewProps): ReactNode
  /** What is in it, in words. */
  contents(line: OrderLine): ReactNode
  /** The subjects whose pictures are downloaded. */
  downloads(line: OrderLine): Array<{ uuid: string; name: string }>
}

const nameOf: LineRow['name'] = ({ product, description }) => product?.name || description

/** Every kind of line. What it is changed on stands in core/cart/lineKinds.ts. */
export const lineRows: Record<LineKind, LineRow> = {
  print: {
    name: nameOf,
    subtitle: (_line, name) => name,
    preview: ({ line: { preview }, labels, onBroken }) =>
      preview && <ScenePreview shownScene={preview} label={labels.preview} onBroken={onBroken} />,
    contents: () => null,
    downloads: () => [],
  },
  digital: {
    name: nameOf,
    // It has no design that it could be named after: its shoot says which pictures they are.
    subtitle: ({ description }) => description,
    preview: ({ line, labels, onBroken }) => (
      <PictureStack
        files={line.digitalFiles}
        label={labels.files}
        failedLabel={labels.fileFailed}
        onBroken={onBroken}
      />
    ),
    contents: () => null,
    downloads: ({ subjects }) => subjects,
  },
  catalogue: {
    name: ({ catalogue }, t) => catalogue?.name || t('cart.catalogue'),
    subtitle: ({ catalogue }) => catalogue?.subject.group ?? '',
    preview: ({ line, name }) => <BookCover title={name} line={line.catalogue?.subject.group ?? ''} />,
    contents: () => null,
    downloads: () => [],
  },
  package: {
    name: nameOf,
    subtitle: () => '',
    preview: ({ line, onBroken }) => <PackagePreviews items={itemsOf(line)} onBroken={onBroken} />,
    contents: (line) => <PackageContents items={itemsOf(line)} />,
    downloads: (line) =>
      itemsOf(line).flatMap(({ type, subject }) => (type === 'DIGITAL_SET' && subject ? [subject] : [])),
  },
}

const itemsOf = (line: OrderLine) => line.package?.packageItems ?? []
