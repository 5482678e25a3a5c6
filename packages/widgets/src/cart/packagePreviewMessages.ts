/** English texts of a package's content, in the cart and in an order. */
export const packagePreviewMessages = {
  'packagePreview.in': 'In the package',
  'packagePreview.times': '{count} × {name}',
  'packagePreview.preview': 'Preview of {name}',
  'packagePreview.failed': 'The picture could not be loaded',
  'packagePreview.more': '{count, plural, one {and # other} other {and # others}}',
} as const
