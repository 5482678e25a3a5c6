/** English texts of the way to free delivery, which also stand on the page of packages; the documents' to the letter. */
export const messages = {
  'cart.freeDeliveryFrom': 'Free delivery when you spend over {price}',
  'cart.freeDeliveryMissing': 'Shop products for {price} more and get free delivery!',
  'cart.freeDelivery': 'Free delivery!',
} as const
