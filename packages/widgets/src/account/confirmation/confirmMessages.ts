import { msg } from '@portraitkit/core/msg.ts'

// lingui-set comment="In the dialog that asks for the password before something dangerous. email: an address"

/** English texts of the dialog that confirms the customer's identity. */
export const confirmMessages = {
  title: msg`Please confirm that it is you`,
  lead: msg`You signed in a while ago. After that we continue where you left off.`,
  password: msg`Your current password`,
  confirm: msg`Confirm`,
  send: msg`Send me a code instead`,
  codeLead: msg`We have sent a code to {email}. It works for ten minutes.`,
  code: msg`Code from the email`,
  codeHint: msg`Six digits. The email may be in the spam folder.`,
  sendAgain: msg`Send a new code`,
  sentAgain: msg`A new code is on its way. The previous one no longer works.`,
  usePassword: msg`Use the password instead`,
  failed: msg`The shop cannot be reached just now. Please try again.`,
  sendFailed: msg`The email could not be sent. Please try again.`,
}
