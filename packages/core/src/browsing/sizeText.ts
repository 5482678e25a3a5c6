/** How wide a sheet is when it lies closed. */
export function closedWidth({ width }: { width: number }, foldAt: number | undefined): number {
  return foldAt === undefined ? width : Math.max(foldAt, width - foldAt)
}

/** By language: a list writes hundreds of sizes. */
const writers = new Map<string, Intl.NumberFormat>()

/** A card's size as it is held in the hand, in centimetres: '15 × 15 cm'. A folded sheet counts closed. */
export function sizeText(
  trimBox: { width: number; height: number },
  foldAt: number | undefined,
  language: string,
): string {
  const width = closedWidth(trimBox, foldAt)
  const writer = writers.get(language) ?? new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  writers.set(language, writer)
  const centimetres = (length: number) => writer.format(length / 10)
  return `${centimetres(width)} × ${centimetres(trimBox.height)} cm`
}
