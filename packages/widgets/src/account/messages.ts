import { msg } from '@portraitkit/core/msg.ts'

// lingui-set comment="On the page to sign in"

/** English texts of signing in. */
export const messages = {
  title: msg`Sign in`,
  lead: msg`With the email address and the password of your account.`,
  email: msg`Email address`,
  password: msg`Password`,
  signIn: msg`Sign in`,
  forgot: msg`Forgot your password?`,
  newHere: msg`New here? Enter the code you received`,
}
