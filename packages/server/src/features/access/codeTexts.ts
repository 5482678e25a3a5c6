import { msg } from '@portraitkit/core/msg.ts'

/* lingui-set comment="Below the field for a code, if the code or the link of a share opens nothing" */
/** The texts for a code that opens nothing. */
export const codeTexts = {
  // 001 §8
  wrongCode: msg`The code is not valid`,
  /** For the link of a share that has ended, or was cut off on its way. */
  wrongLink: msg`This link does not work any more. Please ask whoever sent it to you for a new one.`,
}
