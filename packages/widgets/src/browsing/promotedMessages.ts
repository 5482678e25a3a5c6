/** English texts of promoted products. Texts quoted from the specification are verbatim. */
export const messages = {
  'promoted.title': 'Other popular products',
  'promoted.special': 'Special offer',
  'promoted.best': 'Best seller',
  'promoted.previous': 'Previous products',
  'promoted.next': 'More products',
  'promoted.loading': 'Loading more products',
  'promoted.failed': 'More products could not be loaded.',
} as const
