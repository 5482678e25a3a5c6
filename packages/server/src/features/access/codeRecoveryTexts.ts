import { msg } from '@portraitkit/core/msg.ts'

/* lingui-set comment="For people who request a lost code: the answer at once, then the email. shop: the photographer; names: the children; code: the code; codes: how many codes the email has" */
/** The texts for people who request a lost code: the immediate answer, and the email to the contact on file. */
export const recoveryTexts = {
  answer: msg`If the photographer has this address on file, an email with the code is on its way to it. Please look in the spam folder too.`,
  title: msg`{codes, plural, one {Your code} other {Your codes}}`,
  request: msg`You, or somebody who typed your address, asked {shop} to send it again.`,
  see: msg`See the pictures of {names}`,
  code: msg`If the link does not open, enter the code {code}`,
  private: msg`Whoever has the code can see the pictures, so please keep it to yourself. If you did not ask for it, you need not do anything.`,
}
