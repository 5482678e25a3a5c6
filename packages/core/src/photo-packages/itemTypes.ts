/** Whether an item is something that is delivered, or files to download. */
type ItemForm = 'thing' | 'files'

/** The types of a package's items: a print of a template, a catalogue, all pictures of a set as downloads. */
export const itemTypes = {
  TEMPLATE_PRODUCT: 'thing',
  CATALOGUE: 'thing',
  DIGITAL_SET: 'files',
} as const satisfies Record<string, ItemForm>

export type ItemType = keyof typeof itemTypes
export type FilesType = { [T in ItemType]: (typeof itemTypes)[T] extends 'files' ? T : never }[ItemType]
