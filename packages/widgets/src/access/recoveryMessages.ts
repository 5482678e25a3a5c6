import { msg } from '@portraitkit/core/msg.ts'

// lingui-set comment="In the dialog for families who have no code. name: the photographer's shop"

/** English texts for visitors without a code. Loaded when the dialog opens. */
export const recoveryMessages = {
  when: msg`Codes are sent a few days after the photo shoot: by letter with your child, by SMS or by email.`,
  where: msg`Please look in the school bag, in your messages and in the spam folder of your mail.`,
  again: msg`Does the photographer have your email address? Then we can send you the code again.`,
  email: msg`Email address`,
  send: msg`Send the code again`,
  sent: msg`Please look at your mail`,
  another: msg`Try another address`,
  ask: msg`Still nothing? Write to {name} and say who was photographed, where and when.`,
}
