/** How wide a sheet is when it lies closed. */
export function closedWidth({ width }: { width: number }, foldAt: number | undefined): number {
  return foldAt === undefined ? width : Math.max(foldAt, width - foldAt)
}

/** A card's size as it is held in the hand, in centimetres: '15 × 15 cm'. A folded sheet counts closed. */
export function sizeText(
  trimBox: { width: number; height: number },
  foldAt: number | undefined,
  language: string,
): string {
  const width = closedWidth(trimBox, foldAt)
  const centimetres = (length: number) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(length / 10)
  return `${centimetres(width)} × ${centimetres(trimBox.height)} cm`
}
