import type { TemplateListItem } from '../template/contract.ts'

type Sorted = Pick<TemplateListItem, 'name' | 'product' | 'trimBox'>

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** 001 §9: by the product's sortOrder, then by name (numbers as numbers, upper and lower case alike). */
function byProduct(one: Sorted, other: Sorted): number {
  return (
    one.product.sortOrder - other.product.sortOrder ||
    byName.compare(one.product.name, other.product.name) ||
    byName.compare(one.name, other.name)
  )
}

/** 001 §9: cards of 15 x 15 first, then the larger area first; alike ones by product and name. */
export function sortCards<T extends Sorted>(cards: readonly T[]): T[] {
  const isSquare15 = ({ trimBox }: Sorted) => (trimBox.width === 150 && trimBox.height === 150 ? 1 : 0)
  const area = ({ trimBox }: Sorted) => trimBox.width * trimBox.height
  return [...cards].sort(
    (one, other) => isSquare15(other) - isSquare15(one) || area(other) - area(one) || byProduct(one, other),
  )
}
