/**
 * 001 §5: what names and the parts of an address must contain, in any country. A name has at least two words, an address and a
 * city contain a letter, a postal code a digit.
 */
export const contactPatterns = {
  name: /^\S+(?:[ \u00a0]+\S+)+$/u,
  address: /^[^\r\n]*\p{L}[^\r\n]*$/u,
  city: /^[^\r\n]*\p{L}[^\r\n]*$/u,
  postal_code: /^(?=.*\d)[\p{L}\d -]{2,12}$/u,
} as const
