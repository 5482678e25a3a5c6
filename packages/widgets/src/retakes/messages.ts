import { msg } from '@portraitkit/core/msg.ts'

// lingui-set comment="Where a family keeps or exchanges a picture that was taken again. count: copies; product: a product; name: a child; reference: the number of an order; date: the last day"

/** English texts of new pictures that replace earlier ones. */
export const messages = {
  title: msg`New pictures`,
  lead: msg`New pictures were taken. Here is what you ordered with an earlier one: you can keep it, or have it made with the new picture at no extra cost.`,
  of: msg`New pictures of {name}`,
  until: msg`You can decide until {date}. If you do nothing, everything is made as you ordered it.`,
  copies: msg`{count, plural, one {# copy} other {# copies}} of {product}`,
  order: msg`Order {reference}`,
  ordered: msg`As you ordered it`,
  exchanged: msg`With the new picture`,
  keep: msg`Keep`,
  exchange: msg`Exchange`,
  kept: msg`It stays as you ordered it.`,
  isExchanged: msg`It is made with the new picture.`,
  reprint: msg`It is made again with the new picture, and sent to you.`,
  produced: msg`It has been made already. If you exchange it, it is made again.`,
  signIn: msg`Sign in to see the new pictures`,
  loading: msg`Loading the new pictures`,
  emptyTitle: msg`Nothing to decide`,
  empty: msg`There is no new picture for anything that you have ordered.`,
  orders: msg`My orders`,
  failed: msg`The new pictures could not be loaded.`,
}
