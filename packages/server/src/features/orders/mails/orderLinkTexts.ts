import { msg } from '@portraitkit/core/msg.ts'

/* lingui-set comment="In emails about an order, if they may not link to it" */
/** What an email about an order says instead of linking to it. */
export const orderLinkTexts = {
  unproved: msg`You can find the order in your account. Once you have confirmed your address, our emails link to it. Your account can send you the email for that.`,
  another: msg`The order is in the account with which it was placed.`,
}
