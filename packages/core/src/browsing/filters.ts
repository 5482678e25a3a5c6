import type { TemplateListItem } from '../template/contract.ts'
import type { ListType } from './categoryRoutes.ts'
import { closedWidth } from './sizeText.ts'

// 001 §2.2: calendars filter by formats and pages; cards by formats, texts and images
const offeredValues = {
  cards: ['formats', 'texts', 'images'],
  calendars: ['formats', 'pages'],
  photogifts: [],
  // 000 §2: promoted products have the same dialog; they include all kinds
  promoted: ['formats', 'texts', 'images'],
} as const satisfies Record<ListType | 'promoted', readonly string[]>

export const filterNames = ['formats', 'pages', 'texts', 'images'] as const
export type FilterName = (typeof filterNames)[number]
/** The checked options of each filter; in the address they are joined by commas. */
export type Filters = Readonly<Partial<Record<FilterName, readonly string[]>>>
export type FilterOption = { value: string; count: number; of: TemplateListItem }

/** The value of a template for a filter: '150x150', its number of pages, 1 or 0 for text, its number of pictures. */
function valueIn(
  name: FilterName,
  { trimBox, foldAt, numUserParts, hasUserText, numUserImages }: TemplateListItem,
): string {
  if (name === 'formats') return `${closedWidth(trimBox, foldAt)}x${trimBox.height}`
  if (name === 'pages') return String(numUserParts)
  if (name === 'texts') return hasUserText ? '1' : '0'
  return String(numUserImages)
}

/** The filters that a list offers, each with its values: only those by which its templates differ. */
export function filtersOf(
  type: ListType | 'promoted',
  templates: readonly TemplateListItem[],
): Array<{ name: FilterName; options: FilterOption[] }> {
  return offeredValues[type].flatMap((name) => {
    const options = new Map<string, FilterOption>()
    for (const template of templates) {
      const value = valueIn(name, template)
      options.set(value, { value, of: template, count: (options.get(value)?.count ?? 0) + 1 })
    }
    return options.size > 1 ? [{ name, options: [...options.values()].sort(orderOf(name)) }] : []
  })
}

/** Formats in the order of the list; text with Yes first; numbers by size. */
function orderOf(name: FilterName): (one: FilterOption, other: FilterOption) => number {
  if (name === 'formats') return () => 0
  return (one, other) => (Number(one.value) - Number(other.value)) * (name === 'texts' ? -1 : 1)
}

/** 001 §5: a template passes a filter if no option is checked or it matches any checked one, and must pass every filter. */
export function filterTemplates<T extends TemplateListItem>(templates: readonly T[], filters: Filters): T[] {
  return templates.filter((template) =>
    filterNames.every((name) => {
      const checked = filters[name] ?? []
      return checked.length === 0 || checked.includes(valueIn(name, template))
    }),
  )
}

/** Filters as query parameters: unchecked ones are missing. */
export function writeFilters(filters: Filters): Record<string, string> {
  return Object.fromEntries(
    filterNames.flatMap((name) => (filters[name]?.length ? [[name, filters[name].join(',')]] : [])),
  )
}

/** Filters from their query form, `formats: '150x150,100x200'`. */
export function readFilters(query: Readonly<Partial<Record<FilterName, string | undefined>>>): Filters {
  return Object.fromEntries(
    filterNames.flatMap((name) => {
      const values = query[name]?.split(',').filter(Boolean) ?? []
      return values.length > 0 ? [[name, values]] : []
    }),
  )
}
