import { msg } from '@portraitkit/core/msg.ts'

/* lingui-set comment="On the receipt, a PDF. reference: the number of the order; count: pieces; price: of one piece; name, percent: of a tax; total: what it is a part of; page, pages: page numbers" */
/** The texts of a receipt on paper. */
export const receiptTexts = {
  title: msg`Receipt`,
  file: msg`Receipt {reference}`,
  order: msg`Order`,
  date: msg`Date`,
  buyer: msg`Buyer`,
  delivery: msg({ message: 'Delivery', context: 'order' }),
  payment: msg`Payment`,
  invoice: msg`To be paid by invoice`,
  taxNumber: msg`Tax number`,
  at: msg`{count} at {price}`,
  tax: msg`{name} {percent} of {total}, included`,
  refunded: msg`The payment was refunded.`,
  withdrawn: msg`The order was cancelled, its invoice withdrawn.`,
  page: msg`Page {page} of {pages}`,
}
