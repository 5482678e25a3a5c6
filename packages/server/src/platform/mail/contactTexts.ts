import { msg } from '@portraitkit/core/msg.ts'

/* lingui-set comment="Above the contact details at the end of every email and letter. shop: the photographer" */
/** The line above the contact details at the end of every email. */
export const contactTexts = {
  questions: msg`Questions? {shop} is glad to help:`,
}
