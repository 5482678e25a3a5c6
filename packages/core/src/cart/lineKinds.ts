import { isFiles } from '../photo-packages/isFiles.ts'
import type { ItemType } from '../photo-packages/itemTypes.ts'

/** The properties that identify the kind of a line in a cart or an order. */
export type KnownLine = {
  readonly template?: object | null
  readonly digitalFiles: readonly unknown[]
  readonly catalogue?: object | null
  readonly package: { readonly packageItems: ReadonlyArray<{ readonly type: ItemType }> } | null
}

type LineKindRules = {
  /** Whether a line is of this kind. */
  isOne(line: KnownLine): boolean
  /** Whether any of it is sent or handed out: everything except files. */
  isDelivered(line: KnownLine): boolean
  /** The surface that changes it; null if only its quantity can be changed. */
  readonly editor: 'pk-editor' | 'pk-package' | null
}

/** Every kind of line. A line is of the first kind that matches, so `print` comes last. */
export const lineKinds = {
  package: {
    isOne: (line) => line.package !== null,
    isDelivered: (line) => line.package?.packageItems.some(({ type }) => !isFiles(type)) ?? false,
    editor: 'pk-package',
  },
  catalogue: { isOne: ({ catalogue }) => Boolean(catalogue), isDelivered: () => true, editor: null },
  digital: {
    // One that has lost its pictures has no files, and no design either.
    isOne: ({ digitalFiles, template }) => digitalFiles.length > 0 || template === null,
    isDelivered: () => false,
    editor: null,
  },
  print: { isOne: () => true, isDelivered: () => true, editor: 'pk-editor' },
} satisfies Record<string, LineKindRules>

export type LineKind = keyof typeof lineKinds

export function lineKindOf(line: KnownLine): LineKind {
  const kinds = Object.keys(lineKinds) as LineKind[]
  return kinds.find((kind) => lineKinds[kind].isOne(line)) ?? 'print'
}
