/** English texts of new pictures that replace earlier ones. */
export const messages = {
  'retakes.title': 'New pictures',
  'retakes.lead':
    'New pictures were taken. Here is what you ordered with an earlier one: you can keep it, or have it made with the new picture at no extra cost.',
  'retakes.of': 'New pictures of {name}',
  'retakes.until': 'You can decide until {date}. If you do nothing, everything is made as you ordered it.',
  'retakes.copies': '{count, plural, one {# copy} other {# copies}} of {product}',
  'retakes.order': 'Order {reference}',
  'retakes.ordered': 'As you ordered it',
  'retakes.exchanged': 'With the new picture',
  'retakes.keep': 'Keep',
  'retakes.exchange': 'Exchange',
  'retakes.kept': 'It stays as you ordered it.',
  'retakes.isExchanged': 'It is made with the new picture.',
  'retakes.reprint': 'It is made again with the new picture, and sent to you.',
  'retakes.produced': 'It has been made already. If you exchange it, it is made again.',
  'retakes.signIn': 'Sign in to see the new pictures',
  'retakes.loading': 'Loading the new pictures',
  'retakes.emptyTitle': 'Nothing to decide',
  'retakes.empty': 'There is no new picture for anything that you have ordered.',
  'retakes.orders': 'My orders',
  'retakes.failed': 'The new pictures could not be loaded.',
} as const
