import { msg } from '@portraitkit/core/msg.ts'

// lingui-set comment="In the offers of packages. clock: the remaining hours and minutes; days, count: numbers; name: a package; price: an amount with its currency"

/** English texts of the offered packages. Texts quoted from the specification are verbatim. */
export const offersMessages = {
  title: msg`Exclusive deals`,
  all: msg`All products`,
  none: msg`There are no packages for you just now. Everything else is here.`,
  loading: msg`Loading the packages`,
  failed: msg`The packages could not be loaded.`,
  again: msg({ message: 'Try again', context: 'uploads' }),
  previous: msg`Previous packages`,
  next: msg`More packages`,
  countdown: msg`Special prices for another {days, plural, =0 {} one {# day } other {# days }}{clock}`,
  in: msg`In the package`,
  times: msg`{count} × {name}`,
  choose: msg`Choose package`,
  chooseNamed: msg`Choose package: {name}`,
  now: msg`Price: {price}`,
  oneByOne: msg`Bought one by one: {price}`,
  save: msg`{price} less than one by one`,
  prior: msg`Lowest price of the 30 days before: {price}`,
  otherwise: msg`Otherwise {price}`,
  parts: msg`one by one {price}`,
  special: msg`Special price`,
  each: msg`Prices are per package, taxes included. Delivery is added at the checkout.`,
}
