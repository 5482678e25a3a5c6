import type { ReactNode } from 'react'
import { useStyles } from '../../rootContext.ts'
import css from './ProductPreview.css?inline'

export type ProductPreviewProps = {
  /** What it is: a folded card, a flat print, a calendar on the wall, a mug, another gift, or a picture of a product. */
  kind: 'card' | 'print' | 'calendar' | 'mug' | 'gift' | 'picture'
  /** Width and height of its face, in any unit. */
  width: number
  height: number
  /** The scene of the design, or a picture. */
  children: ReactNode
}

/** A product as an object on a table: as large as fits, with its fold, its shadow, and the customer's own picture in it. */
export function ProductPreview({ kind, width, height, children }: ProductPreviewProps) {
  useStyles(css)
  const ratio = width / height
  return (
    <span className="pk-thing" part="thing" data-kind={kind}>
      <span
        className="pk-thing-body"
        // As wide as the table, or as wide as its height allows.
        style={{ aspectRatio: String(ratio), inlineSize: `min(100cqw, 100cqh * ${ratio})` }}
      >
        <span className="pk-thing-face">{children}</span>
      </span>
    </span>
  )
}
