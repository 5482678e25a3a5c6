/** English texts of the provider's pages. Other languages: `locales/<language>.ts`. */
export const messages = {
  'content.contactTitle': 'Contact us',
  'content.address': 'Address',
  'content.email': 'Email',
  'content.phone': 'Phone',
  'content.privacyTitle': 'Privacy policy',
  'content.noPolicy': 'This shop has no privacy policy of its own. Please ask us.',
  'content.loading': 'Loading',
  'content.missing': 'Page not found',
  'content.failed': 'This page could not be loaded.',
  'content.toFrontPage': 'To the front page',
  'content.slider': 'Pictures one after another',
  'content.slide': 'Picture {number} of {count}',
  'content.showSlide': 'Show picture {number} of {count}',
  'content.pause': 'Pause',
  'content.play': 'Play',
} as const
