/** English texts of the offer of catalogues. Texts quoted from the specification are verbatim. */
export const messages = {
  'catalogue.title': 'Catalogues',
  'catalogue.lead': 'Everybody of the class or the club in one printed book.',
  'catalogue.ask': 'Do you want to order the catalogue?',
  'catalogue.each': '{price} each',
  'catalogue.delivery':
    '{days, plural, one {Shipped separately, normally within # day after the last photo day} other {Shipped separately, normally within # days after the last photo day}}',
  'catalogue.description': 'Description',
  'catalogue.quantity': 'Quantity of {name} for {child}',
  'catalogue.fewer': 'Fewer of {name} for {child}',
  'catalogue.more': 'More of {name} for {child}',
  'catalogue.none': 'You need to select how many cataloges you would like before clicking Add to shopping cart',
  'catalogue.notAdded': 'This could not be added to your cart.',
  'catalogue.noThanks': 'No thanks',
  'catalogue.add': 'Add to cart',
  'catalogue.emptyTitle': 'No catalogues to order',
  'catalogue.empty': 'There is no catalogue for your picture sets just now.',
  'catalogue.toProducts': 'To the products',
  'catalogue.failed': 'The catalogues could not be loaded.',
  'catalogue.loading': 'Loading the catalogues',
  'catalogue.signIn': 'Sign in to see your catalogues',
  'catalogue.close': 'Close',
} as const
