import { stories as access } from '../packages/widgets/src/access/access.stories.ts'
import { stories as account } from '../packages/widgets/src/account/account.stories.ts'
import { stories as browsing } from '../packages/widgets/src/browsing/browsing.stories.ts'
import { stories as cart } from '../packages/widgets/src/cart/cart.stories.ts'
import { stories as checkout } from '../packages/widgets/src/checkout/checkout.stories.ts'
import { stories as content } from '../packages/widgets/src/content/content.stories.ts'
import { stories as digitalPortraits } from '../packages/widgets/src/digital-portraits/digitalPortraits.stories.ts'
import { stories as editor } from '../packages/widgets/src/editor/editor.stories.ts'
import { stories as inspection } from '../packages/widgets/src/inspection/inspection.stories.ts'
import { stories as orders } from '../packages/widgets/src/orders/orders.stories.ts'
import { stories as packaging } from '../packages/widgets/src/photo-packages/photoPackages.stories.ts'
import { stories as pictureSets } from '../packages/widgets/src/picture-sets/pictureSets.stories.ts'
import { stories as reminders } from '../packages/widgets/src/reminders/reminders.stories.ts'
import { stories as sharing } from '../packages/widgets/src/sharing/sharing.stories.ts'
import { stories as shop } from '../packages/widgets/src/shop/shop.stories.ts'
import { stories as support } from '../packages/widgets/src/support/support.stories.ts'
import type { Tag } from '../packages/widgets/src/surfaces.ts'
import type { SurfaceStories } from './states.ts'

/** The groups of the sidebar, in the order in which a customer meets them, each with its surfaces. */
export const groups = {
  'The whole shop': shop,
  'Getting in': access,
  Pictures: pictureSets,
  Products: browsing,
  Packages: packaging,
  Editor: editor,
  'Digital portraits': digitalPortraits,
  Cart: cart,
  Checkout: checkout,
  Orders: orders,
  Account: { ...account, ...reminders, ...inspection, ...sharing },
  Pages: { ...content, ...support },
} as const

/** The stories of each surface; one that is in `surfaces.ts` and not here does not compile. */
export const stories: Readonly<Record<Tag, SurfaceStories>> = {
  ...shop,
  ...access,
  ...pictureSets,
  ...browsing,
  ...packaging,
  ...editor,
  ...digitalPortraits,
  ...cart,
  ...checkout,
  ...orders,
  ...account,
  ...reminders,
  ...inspection,
  ...sharing,
  ...content,
  ...support,
}

/** Where a surface stands in the sidebar. */
export function titleOf(tag: string): string {
  const group = Object.entries(groups).find(([, each]) => Object.hasOwn(each, tag))
  return `${group?.[0] ?? 'Surfaces'}/${tag}`
}

/** The surface of a title of the sidebar. */
export const tagOf = (title: string): Tag => title.split('/').at(-1) as Tag
