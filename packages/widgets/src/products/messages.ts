/** English texts of prices. The ordinals are verbatim from the specification. */
export const messages = {
  'products.prices': 'Prices',
  'products.pricesOf': 'Prices of {name}',
  'products.piece': 'Piece',
  'products.price': 'Price each',
  'products.one': '{from}',
  'products.range': '{from} to {to}',
  'products.orMore': '{from} and on',
  'products.ordinal': '{from, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}',
  'products.ordinalRange':
    '{from, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} to {to, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}',
  'products.ordinalOrMore': '{from, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} and on',
  'products.before': 'Before {price}',
  'products.campaign': '{name}, until {until}',
  'products.extras': 'Extras',
  'products.extra': '+ {price} each',
  'products.included': 'Prices include tax. Delivery is added at the checkout.',
  'products.loading': 'Loading the prices',
  'products.failed': 'The prices could not be loaded.',
  'products.gone': 'This product is no longer sold.',
  'products.close': 'Close',
} as const
