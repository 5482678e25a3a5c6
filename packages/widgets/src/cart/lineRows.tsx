import type { OrderLine } from '@portraitkit/core/cart/contract.ts'
import type { LineKind } from '@portraitkit/core/cart/lineKinds.ts'
import type { Translate } from '@portraitkit/core/msg.ts'
import { isFiles } from '@portraitkit/core/photo-packages/isFiles.ts'
import type { ReactNode } from 'react'
import { ScenePreview } from '../scene/ScenePreview.tsx'
import { BookCover } from '../ui/pictures/BookCover.tsx'
import { PictureStack } from '../ui/pictures/PictureStack.tsx'
import { messages } from './messages.ts'
import { PackageContents, PackagePreviews } from './PackagePreviews.tsx'

type PreviewProps = {
  line: OrderLine
  name: string
  /** Screen reader texts for a preview, for a stack of pictures, and for a picture that did not load. */
  labels: { preview: string; files: string; fileFailed: string }
  onBroken: () => void
}

/** How a kind of line is shown, in the cart and on an order. */
type LineRow = {
  name(line: OrderLine, t: Translate): string
  /** The text below the name; empty if the name says everything. */
  subtitle(line: OrderLine, name: string): string
  /** A picture of the line as the finished product; null if none can be shown. */
  preview(props: PreviewProps): ReactNode
  /** Its content, in words. */
  contents(line: OrderLine): ReactNode
  /** The subjects whose pictures can be downloaded. */
  downloads(line: OrderLine): Array<{ uuid: string; name: string }>
}

const nameOf: LineRow['name'] = ({ product, description }) => product?.name || description

/** Every kind of line. The pages that change them are listed in core/cart/lineKinds.ts. */
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
    // It has no design after which it could be named: the name of its shoot identifies the pictures.
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
    name: ({ catalogue }, t) => catalogue?.name || t(messages.catalogue),
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
    downloads: (line) => itemsOf(line).flatMap(({ type, subject }) => (isFiles(type) && subject ? [subject] : [])),
  },
}

const itemsOf = (line: OrderLine) => line.package?.packageItems ?? []
