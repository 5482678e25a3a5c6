import { msg } from '@portraitkit/core/msg.ts'

// lingui-set comment="In the offer of a printed catalogue of the school. child: a child's name; days: a number; name: the catalogue; price: an amount with its currency"

/** English texts of the offer of catalogues. Texts quoted from the specification are verbatim. */
export const messages = {
  title: msg`Catalogues`,
  lead: msg`Everybody of the class or the club in one printed book.`,
  ask: msg`Do you want to order the catalogue?`,
  each: msg`{price} each`,
  delivery: msg`{days, plural, one {Shipped separately, normally within # day after the last photo day} other {Shipped separately, normally within # days after the last photo day}}`,
  description: msg`Description`,
  quantity: msg`Quantity of {name} for {child}`,
  fewer: msg`Fewer of {name} for {child}`,
  more: msg`More of {name} for {child}`,
  none: msg`You need to select how many cataloges you would like before clicking Add to shopping cart`,
  notAdded: msg`This could not be added to your cart.`,
  noThanks: msg`No thanks`,
  add: msg`Add to cart`,
  emptyTitle: msg`No catalogues to order`,
  empty: msg`There is no catalogue for your picture sets just now.`,
  toProducts: msg`To the products`,
  failed: msg`The catalogues could not be loaded.`,
  loading: msg`Loading the catalogues`,
  signIn: msg`Sign in to see your catalogues`,
  close: msg`Close`,
}
