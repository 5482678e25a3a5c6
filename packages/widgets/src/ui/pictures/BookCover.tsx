import { useUiStyles } from '../../rootContext.ts'
import css from './BookCover.css?inline'
import { ProductPreview } from './ProductPreview.tsx'

/** A printed book, drawn as an object on a table. The text on it is also next to it. */
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
