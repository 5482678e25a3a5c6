/** The width of a sheet when folded. */
export function closedWidth({ width }: { width: number }, foldAt: number | undefined): number {
  return foldAt === undefined ? width : Math.max(foldAt, width - foldAt)
}

/** Cached by language: a list formats hundreds of sizes. */
const writers = new Map<string, Intl.NumberFormat>()

/** The size of the finished card in centimetres: '15 × 15 cm'. A folded sheet counts closed. */
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
