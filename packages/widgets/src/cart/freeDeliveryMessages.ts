/**
 * English texts of the progress to free delivery, which are also on the page of packages. Texts quoted from the specification
 * are verbatim.
 */
export const messages = {
  'freeDelivery.from': 'Free delivery when you spend over {price}',
  'freeDelivery.missing': 'Shop products for {price} more and get free delivery!',
  'freeDelivery.reached': 'Free delivery!',
} as const
