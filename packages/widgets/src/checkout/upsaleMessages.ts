import { msg } from '@portraitkit/core/msg.ts'

// lingui-set comment="In the offer just before paying. count: a number of pictures; name: a child or a product; price: an amount with its currency"

/** English texts of the offers at the checkout. Texts quoted from the specification are verbatim. */
export const messages = {
  catalogue: msg`Don't forget the catalogue`,
  special: msg`Special offer`,
  lead: msg`Pictures in full resolution, to download as soon as you have paid.`,
  previews: msg`Pictures of {name}`,
  pictureFailed: msg({ message: 'This picture could not be loaded.', context: 'upsale' }),
  set: msg`{count, plural, one {The whole set, # picture} other {The whole set, # pictures}}`,
  file: msg`Each picture`,
  save: msg`You save {price}`,
  add: msg`Add to cart`,
  addOf: msg`Add to cart: {name}`,
  noThanks: msg`No thanks`,
  check: msg`Check out offer`,
  close: msg`Close`,
}
