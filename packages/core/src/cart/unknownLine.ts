/** The line is not in the cart any more. */
export class UnknownLine extends Error {
  override name = 'UnknownLine'
}
