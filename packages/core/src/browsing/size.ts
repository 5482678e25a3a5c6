/** A card's size as it is held in the hand, in centimetres: '15 × 15 cm'. A folded sheet counts closed. */
export function sizeText(
  trimBox: { width: number; height: number },
  foldAt: number | undefined,
  language: string,
): string {
  const width = foldAt === undefined ? trimBox.width : Math.max(foldAt, trimBox.width - foldAt)
  const centimetres = (length: number) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(length / 10)
  return `${centimetres(width)} × ${centimetres(trimBox.height)} cm`
}
