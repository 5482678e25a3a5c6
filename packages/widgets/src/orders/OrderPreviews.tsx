import { useLingui } from '@lingui/react'
import type { OrderLine } from '@portraitkit/core/cart/contract.ts'
import { lineKindOf } from '@portraitkit/core/cart/lineKinds.ts'
import { lineRows } from '../cart/lineRows.tsx'
import { messages } from './messages.ts'

/** The items that the customer gets, each drawn as the finished product, from the data stored with the order. */
export function OrderPreviews({ lines, onBroken }: { lines: readonly OrderLine[]; onBroken: () => void }) {
  const { _: t } = useLingui()
  const sold = lines.filter(({ isOffered }) => isOffered)
  return (
    <ul className="pk-receipt-things">
      {sold.map((line) => {
        const { uuid, template, product, quantity, subjects } = line
        const name = template?.name ?? product?.name ?? ''
        const row = lineRows[lineKindOf(line)]
        const labels = {
          preview: t(messages.preview, { name }),
          files: t(messages.files, { name, people: subjects.map((subject) => subject.name).join(', ') }),
          fileFailed: t(messages.fileFailed),
        }
        const preview = row.preview({ line, name, labels, onBroken })
        if (!preview) return null
        return (
          <li key={uuid} className="pk-receipt-thing">
            {preview}
            <span>
              {quantity} × {name}
            </span>
            {row.contents(line)}
          </li>
        )
      })}
    </ul>
  )
}
