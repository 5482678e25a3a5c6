import { msg } from '@portraitkit/core/msg.ts'

// lingui-set comment="Under a package in the cart or an order. count: a number of pieces; name: a product"

/** English texts of a package's content, in the cart and in an order. */
export const packagePreviewMessages = {
  in: msg`In the package`,
  times: msg`{count} × {name}`,
  preview: msg`Preview of {name}`,
  failed: msg`The picture could not be loaded`,
  more: msg`{count, plural, one {and # other} other {and # others}}`,
}
