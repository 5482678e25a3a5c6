/** English texts of everything around the shop's views. */
export const messages = {
  'shop.skip': 'Skip to the content',
  'shop.home': '{name}, front page',
  'shop.menu': 'Menu',
  'shop.pictureSets': 'My picture sets',
  'shop.orders': 'Orders',
  'shop.contactUs': 'Contact us',
  'shop.privacyPolicy': 'Privacy policy',
  'shop.desktopVersion': 'Desktop version',
  'shop.myAccount': 'My account',
  'shop.share': 'Share picture sets',
  'shop.more': 'More about {title}',
  'shop.newWindow': '(opens in a new window)',
  'shop.products': 'Products',
  'shop.cart': '{count, plural, one {Cart, # item} other {Cart, # items}}',
  // a text of its own: the first page of most visits then formats no number, which takes a slow phone a tenth of a second the
  // first time
  'shop.cartEmpty': 'Cart, empty',
  'shop.signIn': 'Log in',
  'shop.signOut': 'Log out',
  'shop.signedInAs': 'Signed in as {name}',
  'shop.language': 'Language',
  'shop.close': 'Close',
  'shop.contact': 'Questions? Write to us',
  'shop.missing': 'Page not found',
  'shop.missingWhy': 'The address may be mistyped, or the page is not there any more.',
  'shop.toFrontPage': 'To the front page',
} as const
