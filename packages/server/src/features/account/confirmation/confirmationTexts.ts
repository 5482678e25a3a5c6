import { msg } from '@portraitkit/core/msg.ts'

/* lingui-set comment="In the email with the code by which a customer confirms who they are. shop: the photographer; code: six digits; email: the photographer’s address" */
/** The texts of the email with the code that confirms a session. */
export const confirmationTexts = {
  subject: msg`Your code for {shop}`,
  title: msg`Confirm that it is you`,
  code: msg`Your code is {code}.`,
  once: msg`Enter it where you asked for it. It works once, within ten minutes. Please share it with nobody: we never ask for it.`,
  notYou: msg`If it was not you, somebody has your account open on a device. Choose another password, and write to us at {email}.`,
}
