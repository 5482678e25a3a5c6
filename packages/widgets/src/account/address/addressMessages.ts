/** English texts of the notice about an address that is not confirmed. */
export const addressMessages = {
  'address.title': 'Confirm your address',
  'address.account':
    'Please follow the link in our email to {email}. After that our emails can include links to your pictures and orders. You can order without it.',
  'address.sharing': 'Before you can share pictures, please follow the link in our email to {email}.',
  'address.send': 'Send the email again',
  'address.sent':
    'A new email is on its way to {email}. If you cannot find it, look in the spam folder. Earlier links no longer work.',
  'address.waiting': 'Several emails have been sent already. Please look in the spam folder, or try again in an hour.',
  'address.failed': 'The email could not be sent. Please try again.',
  'address.wrong': 'Not your address? Contact us',
  'address.confirmed': 'Your address is confirmed.',
} as const
