/**
 * 001 §5: what a name and the parts of an address have, wherever they are. Whether the post finds it is for the post to say.
 * A name is of two words at least, an address and a city have a letter, a postal code has a digit.
 */
export const contactPatterns = {
  name: /^\S+(?:[ \u00a0]+\S+)+$/u,
  address: /^[^\r\n]*\p{L}[^\r\n]*$/u,
  city: /^[^\r\n]*\p{L}[^\r\n]*$/u,
  postal_code: /^(?=.*\d)[\p{L}\d -]{2,12}$/u,
} as const
