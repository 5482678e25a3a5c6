import { msg } from '@portraitkit/core/msg.ts'

// lingui-set comment="On the page of a shop, before its script has started; description: to search engines"

/** What the built page of the shop says by itself, in English. */
export const sitePageTexts = {
  noScript: msg`This shop needs JavaScript.`,
  unreachable: msg`The shop cannot be reached just now. Please try again in a moment.`,
  description: msg`Pictures from school and club: enter your code, choose, order prints and cards.`,
}
