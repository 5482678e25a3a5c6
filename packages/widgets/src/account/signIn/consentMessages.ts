import { msg } from '@portraitkit/core/msg.ts'

// lingui-set comment="Next to a box to tick when an account is made"

/** English text of the consent to mail. */
export const consentMessages = {
  acceptMail: msg`Send me offers and news by email`,
}
