import { msg } from '@portraitkit/core/msg.ts'

// lingui-set comment="In the notice that an email address is not confirmed. email: the address"

/** English texts of the notice about an address that is not confirmed. */
export const addressMessages = {
  title: msg`Confirm your address`,
  account: msg`Please follow the link in our email to {email}. After that our emails can include links to your pictures and orders. You can order without it.`,
  sharing: msg`Before you can share pictures, please follow the link in our email to {email}.`,
  send: msg`Send the email again`,
  sent: msg`A new email is on its way to {email}. If you cannot find it, look in the spam folder. Earlier links no longer work.`,
  waiting: msg`Several emails have been sent already. Please look in the spam folder, or try again in an hour.`,
  failed: msg({ message: 'The email could not be sent. Please try again.', context: 'address' }),
  wrong: msg`Not your address? Contact us`,
  confirmed: msg`Your address is confirmed.`,
}
