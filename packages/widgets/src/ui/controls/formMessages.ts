import { msg } from '@portraitkit/core/msg.ts'

// lingui-set comment="In forms. example: a phone number; name: the customer for whom somebody of the shop acts"

/** English texts that every form shares. Texts quoted from the specification are verbatim. */
export const formMessages = {
  required: msg`This is required!`,
  short: msg`That's too short!`,
  email: msg`Invalid email`,
  phone: msg`Please give a phone number, such as {example}.`,
  showPassword: msg`Show the password`,
  hidePassword: msg`Hide the password`,
  optional: msg`optional`,
  close: msg`Close`,
  signIn: msg`Sign in`,
  signInWhy: msg`It is kept with your account, on every device.`,
  enterCode: msg`Enter a code`,
  operator: msg`You are acting as {name}. What you change is recorded with your name.`,
  again: msg`Try again`,
}
