import { msg } from '@portraitkit/core/msg.ts'

// lingui-set comment="Where a password is forgotten or changed"

/** English texts of forgotten and changed passwords. Texts quoted from the specification are verbatim. */
export const passwordMessages = {
  forgotLead: msg`Give the email address of your account, and we send you a link to choose a new password.`,
  email: msg`Email address`,
  send: msg`Send instructions`,
  sent: msg`Please look in your mail`,
  sendFailed: msg`Error sending password reset instructions.`,
  checking: msg`Validating reset request`,
  checkFailed: msg`The shop cannot be reached just now.`,
  unknown: msg`Sorry, no account connected to this key`,
  unknownWhy: msg`A link works once, within an hour, and a newer one takes its place. You can have another one sent here.`,
  reset: msg`Reset password`,
  resetLead: msg`You are then signed out on every device, and sign in with the new password.`,
  new: msg`New password`,
  again: msg`Retype password`,
  resetHint: msg`At least 7 characters, no spaces.`,
  mismatch: msg`The two passwords doesn't match!`,
  resetFailed: msg`Error setting new password`,
  resetDone: msg`The password was succesfully updated.`,
  toFront: msg({ message: 'To the front page', context: 'password' }),
  changeHint: msg`At least 5 characters.`,
  notLong: msg`The password is not long enough`,
  mustMatch: msg`The passwords must match`,
  changeFailed: msg`The password could not be changed. Please try again.`,
  changed: msg`Your password was changed.`,
  changedWhere: msg`You have been signed out on your other devices.`,
}
