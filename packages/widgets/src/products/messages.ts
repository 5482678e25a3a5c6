import { msg } from '@portraitkit/core/msg.ts'

// lingui-set comment="In tables of prices. from, to: numbers of pieces; name: a product; price: an amount with its currency; until: a date"

/** English texts of prices. The ordinals are verbatim from the specification. */
export const messages = {
  prices: msg`Prices`,
  pricesOf: msg`Prices of {name}`,
  piece: msg`Piece`,
  price: msg`Price each`,
  one: msg`{from}`,
  range: msg`{from} to {to}`,
  orMore: msg`{from} and on`,
  ordinal: msg`{from, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}`,
  ordinalRange: msg`{from, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} to {to, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}`,
  ordinalOrMore: msg`{from, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} and on`,
  before: msg`Before {price}`,
  campaign: msg`{name}, until {until}`,
  extras: msg`Extras`,
  extra: msg`+ {price} each`,
  included: msg`Prices include tax. Delivery is added at the checkout.`,
  loading: msg`Loading the prices`,
  failed: msg`The prices could not be loaded.`,
  gone: msg`This product is no longer sold.`,
  close: msg`Close`,
}
