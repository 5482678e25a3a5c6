/** Whether a font's range of characters has those of the alphabet; a font without a range is used for all. */
export function hasAlphabet(range: string | undefined): boolean {
  return !range || /U\+0*-0*[7F]F/i.test(range)
}
