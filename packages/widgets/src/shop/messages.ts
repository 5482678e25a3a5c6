/** English texts of what stands around the shop's views. */
export const messages = {
  'shop.skip': 'Skip to the content',
  'shop.home': '{name}, front page',
  'shop.menu': 'Menu',
  'shop.pictureSets': 'My picture sets',
  'shop.orders': 'Orders',
  'shop.products': 'Cards',
  'shop.cart': '{count, plural, =0 {Cart, empty} one {Cart, # item} other {Cart, # items}}',
  'shop.signIn': 'Log in',
  'shop.signOut': 'Log out',
  'shop.signedInAs': 'Signed in as {name}',
  'shop.language': 'Language',
  'shop.close': 'Close',
  'shop.contact': 'Questions? Write to us',
  'shop.operator': 'You are acting as {name}.',
  'shop.viewFailed': 'This page could not be loaded.',
  'shop.again': 'Try again',
} as const
