import { msg } from '@portraitkit/core/msg.ts'

/* lingui-set comment="About forgotten and changed passwords, in emails and for the person who requests one. shop: the photographer; when: day and time; email: the photographer’s address" */
/** The texts about forgotten and changed passwords: in emails, and for the person who requests one. */
export const passwordTexts = {
  request: msg`If this address has an account here, an email with a link to a new password is on its way. It may be in the spam folder.`,
  resetSubject: msg`A new password for {shop}`,
  resetTitle: msg`Choose a new password`,
  resetAsked: msg`Somebody, we hope you, has requested a new password for your account at {shop}.`,
  resetLink: msg({ message: 'Choose a new password', context: 'link' }),
  resetOnce: msg`The link works once, within an hour.`,
  resetNotYou: msg`If it was not you, you need not do anything: your password stays as it is.`,
  changedSubject: msg`Your password at {shop} was changed`,
  changedTitle: msg`Your password was changed`,
  changed: msg`The password of your account at {shop} was changed on {when}. You have been signed out on your other devices.`,
  changedNotYou: msg`If it was not you, choose another password at once, and write to us at {email}.`,
  changedLink: msg`Choose another password`,
}
