/**
 * A header in the form in which headers are compared: small letters without accents, words that are written together or with
 * other characters between them apart. `Vårdnadshavare1E-post` becomes `vardnadshavare 1 e post`.
 */
export function normaliseHeader(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[øØ]/g, 'o')
    .replace(/[æÆ]/g, 'ae')
    .replace(/ß/g, 'ss')
    .replace(/[łŁ]/g, 'l')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .replace(/(\d)(\p{L})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The words of a list that is separated by semicolons, in the form in which headers are compared. */
export function listOf(words: string): string[] {
  return words.split(';').map(normaliseHeader)
}
