import { msg } from '@portraitkit/core/msg.ts'

/* lingui-set comment="In the email about new pictures of children whose earlier ones were perhaps ordered. names: the children; shop: the photographer; day: a date; code: the code" */
/** The texts of the email about new pictures. */
export const retakeTexts = {
  subject: msg`There are new pictures of {names}`,
  retaken: msg`{shop} has taken new pictures. The earlier ones stay as they are.`,
  decide: msg`You have ordered prints with an earlier picture. Until {day} you can have them made with the new picture instead, at no extra cost. If you do nothing, they are made as you ordered them.`,
  download: msg`You have bought an earlier picture as a download: you can download the new one, too, at no extra cost.`,
  choose: msg`Keep or exchange`,
  see: msg`See the pictures of {names}`,
  code: msg({ message: 'If the link does not open, enter the code {code}.', context: 'retake' }),
  inAccount: msg`You can find them in your account. Once you have confirmed your address, our emails link to them. Your account can send you the email for that.`,
}
