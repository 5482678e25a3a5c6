import type { PackageItem } from './contract.ts'

type NamedItem = { readonly name: string; readonly template?: PackageItem['template'] }

/** The content of a package as a list, with equal items counted: a print by its design's name. */
export function contentsOf(items: readonly NamedItem[]): Array<{ name: string; count: number }> {
  const names = items.map(({ name, template }) => template?.name ?? name)
  return [...new Set(names)].map((name) => ({ name, count: names.filter((one) => one === name).length }))
}
