/** English texts of what is in a package, in the cart and in an order. */
export const packageThingsMessages = {
  'packageThings.in': 'In the package',
  'packageThings.times': '{count} × {name}',
  'packageThings.preview': 'Preview of {name}',
  'packageThings.failed': 'The picture could not be loaded',
  'packageThings.more': '{count, plural, one {and # other} other {and # others}}',
} as const
