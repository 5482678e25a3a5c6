/** The line is no longer in the cart. */
export class UnknownLine extends Error {
  override name = 'UnknownLine'
}
