import { msg } from '@portraitkit/core/msg.ts'

/* lingui-set comment="On the page of a test payment, on which no money moves. reference: the number of the order; amount: money; shop: the photographer" */
/** The texts of the sandbox’s page. */
export const sandboxTexts = {
  title: msg`Test payment`,
  note: msg`This is a test. No money moves, and no card is asked for.`,
  order: msg`Order {reference}`,
  card: msg`Test card`,
  number: msg`Card number`,
  expiry: msg`Valid until`,
  code: msg`Security code`,
  pay: msg`Pay {amount}`,
  decline: msg`Decline the payment`,
  back: msg`Cancel and go back to {shop}`,
  ended: msg`This payment has ended`,
  endedNote: msg`Nothing more can be paid here.`,
  return: msg`Back to {shop}`,
}
