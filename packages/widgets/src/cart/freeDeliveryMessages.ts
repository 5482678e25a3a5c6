/** English texts of the way to free delivery, which also stand on the page of packages; the documents' to the letter. */
export const messages = {
  'freeDelivery.from': 'Free delivery when you spend over {price}',
  'freeDelivery.missing': 'Shop products for {price} more and get free delivery!',
  'freeDelivery.reached': 'Free delivery!',
} as const
