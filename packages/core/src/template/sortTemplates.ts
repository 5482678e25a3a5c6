import type { TemplateListItem } from './contract.ts'

type SortableTemplate = Pick<TemplateListItem, 'name' | 'product' | 'trimBox'>
type Order = (one: SortableTemplate, other: SortableTemplate) => number

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** 001 §9: products by sortOrder, then by name, numbers, upper and lower case alike. */
const byProduct: Order = (one, other) =>
  one.product.sortOrder - other.product.sortOrder ||
  byName.compare(one.product.name, other.product.name) ||
  byName.compare(one.name, other.name)

/** 001 §9: "Cards put 15x15 first, then the larger area first." */
const byCard: Order = (one, other) => {
  const squareRank = ({ trimBox }: SortableTemplate) => (trimBox.width === 150 && trimBox.height === 150 ? 1 : 0)
  const area = ({ trimBox }: SortableTemplate) => trimBox.width * trimBox.height
  return squareRank(other) - squareRank(one) || area(other) - area(one)
}

/** 001 §9: "Calendars put names with 20x30 first, then those with (12." */
const byCalendar: Order = (one, other) => {
  const rank = ({ name }: SortableTemplate) => (name.includes('20x30') ? 0 : name.includes('(12') ? 1 : 2)
  return rank(one) - rank(other)
}

/** The templates of one type in list order. */
export function sortTemplates<T extends SortableTemplate>(
  type: 'CARDS' | 'CALENDAR' | 'PHOTOGIFT',
  templates: readonly T[],
): T[] {
  const first: Order = type === 'CARDS' ? byCard : type === 'CALENDAR' ? byCalendar : () => 0
  return [...templates].sort((one, other) => first(one, other) || byProduct(one, other))
}
