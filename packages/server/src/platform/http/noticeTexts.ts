import { msg } from '@portraitkit/core/msg.ts'

/* lingui-set comment="On the page for an address that leads nowhere. shop: the photographer" */
/** For an address that leads nowhere, if nothing more is known about it. */
export const brokenLinkTexts = {
  title: msg`There is no such page`,
  text: msg`The address is incomplete, or what it led to no longer exists. If it came in an email or a message, open it there again.`,
  toShop: msg`To {shop}`,
}
