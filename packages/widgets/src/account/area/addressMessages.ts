/** English texts of the notice about an address that is not confirmed. */
export const addressMessages = {
  'address.title': 'Confirm your address',
  'address.text':
    'The link in our mail to {email} shows us that you read our mails there. After that they may lead to your pictures. You can order without it.',
  'address.send': 'Send the mail again',
  'address.sent': 'A new mail is on its way to {email}. It may be in the spam folder. Only its link works now.',
  'address.waiting': 'Enough mails were sent for now. Please look into the spam folder, or try again in an hour.',
  'address.failed': 'The mail could not be sent. Please try again.',
  'address.wrong': 'Not your address? Contact us',
  'address.confirmed': 'Your address is confirmed.',
} as const
