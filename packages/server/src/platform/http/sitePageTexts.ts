import { msg } from '@portraitkit/core/msg.ts'

// lingui-set comment="On the page of a shop, before its script has started; description: to search engines; Portraits: the title, if no shop is known"

/** What the built page of the shop says by itself, in English. */
export const sitePageTexts = {
  /** Instead of the name of a shop, if the address names none. */
  title: msg`Portraits`,
  noScript: msg`This shop needs JavaScript.`,
  unreachable: msg`The shop cannot be reached just now. Please try again in a moment.`,
  description: msg`Pictures from school and club: enter your code, choose, order prints and cards.`,
}
