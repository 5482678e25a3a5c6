import { msg } from '@portraitkit/core/msg.ts'

/* lingui-set comment="In the daily email to the photographer about new orders. count: of orders or pieces; shop: the photographer; days: one date or two; sum: money; command: a command to type" */
/** The texts of the daily email to the photographer. */
export const dailyTexts = {
  subject: msg`{count, plural, one {# new order at {shop}} other {# new orders at {shop}}}`,
  title: msg`{count, plural, one {# new order} other {# new orders}}`,
  reprintSubject: msg`{count, plural, one {# print to print again at {shop}} other {# prints to print again at {shop}}}`,
  reprintTitle: msg`{count, plural, one {# print to print again} other {# prints to print again}}`,
  intro: msg`Placed on {days}, for {sum} in all:`,
  pieces: msg`{count} pc.`,
  more: msg`… and {count} more.`,
  refunds: msg`{count, plural, one {You owe a refund for # order.} other {You owe refunds for # orders.}}`,
  reprints: msg`{count, plural, one {# print was exchanged after it was made and has to be printed again.} other {# prints were exchanged after they were made and have to be printed again.}}`,
  owed: msg`This command lists what you owe: {command}`,
  next: msg`This command lists what is still to be made: {command}`,
}
