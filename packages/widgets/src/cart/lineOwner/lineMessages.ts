import { msg } from '@portraitkit/core/msg.ts'

// lingui-set comment="On a page that changes a product in the cart"

/** English texts of the pages that change a line of the cart. */
export const lineMessages = {
  signIn: msg`Sign in to change what is in your cart`,
}
