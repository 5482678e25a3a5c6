import { msg } from '@portraitkit/core/msg.ts'
import { placeText } from '@portraitkit/core/provider/country.ts'

// lingui-set comment="Around the views of the shop: menu, header, foot. count: products in the cart; name: the shop; title: the view"

/** English texts of everything around the shop's views. */
export const messages = {
  place: placeText,
  skip: msg`Skip to the content`,
  home: msg`{name}, front page`,
  menu: msg`Menu`,
  pictureSets: msg`My picture sets`,
  orders: msg`Orders`,
  contactUs: msg`Contact us`,
  privacyPolicy: msg`Privacy policy`,
  desktopVersion: msg`Desktop version`,
  myAccount: msg`My account`,
  share: msg`Share picture sets`,
  more: msg`More about {title}`,
  newWindow: msg`(opens in a new window)`,
  products: msg`Products`,
  cart: msg`{count, plural, one {Cart, # item} other {Cart, # items}}`,
  // a text of its own: the first page of most visits then formats no number, which takes a slow phone a tenth of a second the
  // first time
  cartEmpty: msg`Cart, empty`,
  signIn: msg`Log in`,
  signOut: msg`Log out`,
  signedInAs: msg`Signed in as {name}`,
  language: msg`Language`,
  close: msg`Close`,
  contact: msg`Questions? Write to us`,
  missing: msg`Page not found`,
  missingWhy: msg`The address may be mistyped, or the page is not there any more.`,
  toFrontPage: msg`To the front page`,
}
