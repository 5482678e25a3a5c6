import { msg } from '@portraitkit/core/msg.ts'

/* lingui-set comment="In the email about a deleted account. shop: the photographer; when: day and time; orders: numbers of orders; uuid: the number of this receipt; email: the photographer’s address" */
/** The texts of the email about a deleted account. */
export const deletionTexts = {
  subject: msg`Your account at {shop} has been deleted`,
  title: msg`Your account has been deleted`,
  gone: msg`Your account at {shop} and everything stored with it were deleted on {when}.`,
  retainedOrders: msg`These orders are kept as long as the law requires: {orders}.`,
  nothing: msg`There were no orders to keep.`,
  receipt: msg`The number of this receipt is {uuid}.`,
  notYou: msg`If it was not you, write to us at {email}.`,
}
