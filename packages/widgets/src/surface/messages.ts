import { msg } from '@portraitkit/core/msg.ts'

// lingui-set comment="In place of a view that cannot be shown"

/** English texts in place of a surface that cannot be shown. */
export const messages = {
  failed: msg`This page could not be loaded.`,
  offline: msg`There is no connection to the internet. Please check it and try again.`,
  again: msg`Try again`,
}
