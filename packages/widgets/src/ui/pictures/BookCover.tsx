import { useUiStyles } from '../../rootContext.ts'
import css from './BookCover.css?inline'
import { ProductPreview } from './ProductPreview.tsx'

/** A printed book as a thing on a table. What is written on it stands beside it as well. */
export function BookCover({ title, line }: { title: string; line: string }) {
  useUiStyles(css)
  return (
    <ProductPreview kind="card" width={3} height={4}>
      <span className="pk-book" aria-hidden="true">
        <span className="pk-book-title">{title}</span>
        <span className="pk-book-line">{line}</span>
      </span>
    </ProductPreview>
  )
}
