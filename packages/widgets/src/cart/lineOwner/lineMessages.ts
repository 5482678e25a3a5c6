/** English texts of the pages that change a line of the cart. */
export const lineMessages = {
  'line.signIn': 'Sign in to change what is in your cart',
} as const
