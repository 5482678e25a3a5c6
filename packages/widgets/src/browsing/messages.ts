import { msg } from '@portraitkit/core/msg.ts'

// lingui-set comment="Where products are chosen. name: a product; price: an amount with its currency; size: measures"

/** English texts of all views where products are chosen. Texts quoted from the specification are verbatim. */
export const messages = {
  products: msg`Products`,
  productsLead: msg`Choose what your pictures become. Everything is made for you, one piece at a time.`,
  set: msg`Picture set`,
  from: msg`from {price}`,
  each: msg`Prices are per piece, taxes included. Delivery is added at the checkout.`,
  card: msg`{name} {size} from {price}`,
  preview: msg`Preview of {name}`,
  loading: msg`Loading the products`,
  failed: msg`The products could not be loaded.`,
  again: msg`Try again`,
  empty: msg`There are no products available within this category for the selected picture set.`,
  emptyHint: msg`Please change picture set or change category`,
  noCategories: msg`The products are not sorted into categories yet.`,
  toCards: msg`See the cards`,
  changeSet: msg`Change picture set`,
  setWithout: msg`The selected picture set {name} does not have pictures relevant for this category.`,
  setInstead: msg`We will therefore change to the most recent picture set with relevant pictures {name}`,
  cancel: msg`Cancel`,
  ok: msg`Ok`,
  close: msg`Close`,
  visitor: msg`Do you have a code from your photographer? Enter it to see your own pictures here.`,
  noPictures: msg`None of your pictures can be used just now: some have not arrived yet, and archived ones are no longer sold.`,
  sets: msg`My picture sets`,
  enterCode: msg`Enter a code`,
}
