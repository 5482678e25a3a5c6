import type { ItemType } from '../photo-packages/packageTypes.ts'

/** What a line of a cart or an order is known by. */
export type KnownLine = {
  readonly digitalFiles: readonly unknown[]
  readonly catalogue?: object | null
  readonly package: { readonly packageItems: ReadonlyArray<{ readonly type: ItemType }> } | null
}

type LineKindRules = {
  /** Whether a line is of this kind. */
  isOne(line: KnownLine): boolean
  /** Whether something of it is sent or handed out: all but files. */
  isDelivered(line: KnownLine): boolean
  /** The surface on which it is changed; null where there is nothing to change but how many of it. */
  readonly editor: 'pk-editor' | 'pk-package' | null
}

/** Every kind of line. A line is of the first that it fits, so that `print` comes last. */
export const lineKinds = {
  package: {
    isOne: (line) => line.package !== null,
    isDelivered: (line) => line.package?.packageItems.some(({ type }) => type !== 'DIGITAL_SET') ?? false,
    editor: 'pk-package',
  },
  catalogue: { isOne: ({ catalogue }) => Boolean(catalogue), isDelivered: () => true, editor: null },
  digital: { isOne: ({ digitalFiles }) => digitalFiles.length > 0, isDelivered: () => false, editor: null },
  print: { isOne: () => true, isDelivered: () => true, editor: 'pk-editor' },
} satisfies Record<string, LineKindRules>

export type LineKind = keyof typeof lineKinds

export function lineKindOf(line: KnownLine): LineKind {
  const kinds = Object.keys(lineKinds) as LineKind[]
  return kinds.find((kind) => lineKinds[kind].isOne(line)) ?? 'print'
}
