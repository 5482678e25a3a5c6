import type { LineKind } from '@portraitkit/core/cart/lineKinds.ts'
import { catalogue } from './kinds/catalogue.ts'
import { digital } from './kinds/digital.ts'
import type { AnyLine, AnyPriced, FindContext, FoundLine, LineOperations } from './kinds/kind.ts'
import { photoPackage } from './kinds/package.ts'
import { print } from './kinds/print.ts'
import type { LineFile, PrintedPart } from './line.ts'

/** Every kind of line that a cart can hold. A new one is a file in `kinds` and a line here. */
const lineKinds = { print, digital, catalogue, package: photoPackage } satisfies {
  [Kind in LineKind]: LineOperations<AnyLine & { kind: Kind }, AnyPriced & { kind: Kind }>
}

type Kinds = typeof lineKinds
type LineOf<K extends keyof Kinds> = Kinds[K] extends LineOperations<infer Line, infer _Priced> ? Line : never
type PricedOf<K extends keyof Kinds> = Kinds[K] extends LineOperations<infer _Line, infer Priced> ? Priced : never

/** A line as it is stored: what the customer selected. Names and prices are looked up when it is shown. */
export type StoredLine = { [K in keyof Kinds]: LineOf<K> }[keyof Kinds]
/** A line with its names and prices, current and in one language. An order freezes exactly this. */
export type PricedLine = { [K in keyof Kinds]: PricedOf<K> }[keyof Kinds]

/** The operations of a line's kind. */
export function kindOf({ kind }: { kind: LineKind }): LineOperations<StoredLine, PricedLine> {
  return lineKinds[kind]
}

/** The current state of the lines of a cart, by uuid. Lines that no longer exist are missing. */
export async function findLines(
  cart: Omit<FindContext, 'lines'> & { lines: readonly StoredLine[] },
): Promise<Map<string, FoundLine<PricedLine>>> {
  const found = await Promise.all(
    Object.entries(lineKinds).map(([kind, operations]: [string, LineOperations<StoredLine, PricedLine>]) => {
      const lines = cart.lines.filter((line) => line.kind === kind)
      return lines.length > 0 ? operations.find(lines, cart) : new Map()
    }),
  )
  return new Map(found.flatMap((lines) => [...lines]))
}

type Line = StoredLine | PricedLine

/** The printed parts of a line. */
export const printedOf = (line: Line): PrintedPart[] => kindOf(line).printed(line)

/** The downloads of a line: a picture, or a whole set by its subject's uuid. */
export const downloadsOf = (line: Line): string[] => kindOf(line).downloads(line)

/** Whether any part of a line is shipped or handed out: true for everything except files. */
export const isDelivered = (line: Line): boolean => kindOf(line).isDelivered(line)

/** Uuids of the pictures that a line's designs show. */
export const linePictures = (line: Line): string[] => kindOf(line).pictures(line)

/** The pictures to download of a priced line, those of whole sets among them. */
export function lineFilesOf(line: PricedLine): LineFile[] {
  if (line.kind === 'digital') return line.files
  return line.kind === 'package' ? line.pieces.flatMap(({ files }) => files) : []
}

/** A short description for lists on paper, in emails and on terminals: the design, the picture, or the class of the catalogue. */
export const lineDetail = (line: PricedLine): string => kindOf(line).detail(line)

/** Whether one of these lines is a catalogue, or a package with one. */
export const hasCatalogue = (lines: readonly PricedLine[]): boolean => catalogueDays(lines) !== null

/** In how many days after the last photo day the last of these catalogues is normally sent; null if there is none. */
export function catalogueDays(lines: readonly PricedLine[]): number | null {
  const days = lines.flatMap((line) => kindOf(line).catalogueDays(line))
  return days.length > 0 ? Math.max(...days) : null
}
