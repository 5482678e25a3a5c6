import { msg } from '@portraitkit/core/msg.ts'

// lingui-set comment="Below the cart, on the way to free delivery. price: what is missing, with its currency"

/**
 * English texts of the progress to free delivery, which are also on the page of packages. Texts quoted from the specification
 * are verbatim.
 */
export const messages = {
  from: msg`Free delivery when you spend over {price}`,
  missing: msg`Shop products for {price} more and get free delivery!`,
  reached: msg`Free delivery!`,
}
