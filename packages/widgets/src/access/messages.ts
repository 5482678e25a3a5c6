/** English texts of the entry by code. Other languages: `locales/<language>.ts`. */
export const messages = {
  'access.heading': 'Hi! Did you receive a code from us?',
  'access.headingSignedIn': 'Would you like to add another picture set?',
  'access.lead': 'It stands on the letter or in the message from your photographer and opens your pictures.',
  'access.code': 'Code',
  'access.continue': 'Continue',
  'access.addPictures': 'Add pictures',
  'access.notReceived': 'Not received a code?',
  'access.notReceivedText':
    'The code comes by letter, SMS or e-mail a few days after the photo shoot. Please ask your photographer if you cannot find it.',
  'access.close': 'Close',
  'access.unknown': 'We do not know this code. Please check it letter by letter.',
} as const
