import type { FilesType, ItemType } from './itemTypes.ts'

/** The types that are files, apart from the others: every page needs these, and none needs the whole list. */
const filesTypes: Record<FilesType, true> = { DIGITAL_SET: true }

/** Whether an item of a package is files to download, so that nothing of it is delivered. */
export function isFiles(type: ItemType): boolean {
  return type in filesTypes
}
