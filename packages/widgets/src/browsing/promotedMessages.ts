import { msg } from '@portraitkit/core/msg.ts'

// lingui-set comment="Above designs that the photographer recommends"

/** English texts of promoted products. Texts quoted from the specification are verbatim. */
export const messages = {
  title: msg`Other popular products`,
  special: msg`Special offer`,
  best: msg`Best seller`,
  previous: msg`Previous products`,
  next: msg`More products`,
  loading: msg`Loading more products`,
  failed: msg`More products could not be loaded.`,
}
