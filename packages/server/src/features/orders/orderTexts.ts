import { msg } from '@portraitkit/core/msg.ts'

/* lingui-set comment="In the summary of an order, on receipts and in emails. days: how long the delivery takes; before, saved: prices before and saved by a reduction" */
/** The few texts of the shop that are part of data rather than of a surface: summary lines, receipts and emails. */
export const orderTexts = {
  download: msg`By download`,
  immediately: msg`at once`,
  total: msg({ message: 'Total', context: 'order' }),
  nothingToPay: msg`Nothing to pay`,
  days: msg`{days, plural, one {within # business day} other {within # business days}}`,
  rebate: msg`Before {before} · {saved} saved`,
}
