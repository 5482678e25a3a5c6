/** English texts in place of a surface that cannot be shown. */
export const messages = {
  'surface.failed': 'This page could not be loaded.',
  'surface.offline': 'There is no connection to the internet. Please check it and try again.',
  'surface.again': 'Try again',
} as const
