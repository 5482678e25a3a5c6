import { signedInAddress } from '@portraitkit/core/account/handOver/departure.ts'
import type { Shop } from '@portraitkit/core/shop.ts'

/**
 * The shop accepts the code only from the page that it was made for, so this page names its origin to the shop, even if it hides it
 * from others.
 */
const REFERRER = 'strict-origin'

/** Opens an address of another site, where the customer is signed in too if it is the shop's. */
export async function leaveSignedIn(shop: Pick<Shop, 'call'>, address: URL, way: 'assign' | 'replace'): Promise<void> {
  const href = await signedInAddress(shop, address)
  if (way === 'replace') {
    // Only links have a policy of their own. The page is left with the next line.
    const policy = Object.assign(document.createElement('meta'), { name: 'referrer', content: REFERRER })
    document.head.append(policy)
    location.replace(href)
    return
  }
  const link = Object.assign(document.createElement('a'), { href, referrerPolicy: REFERRER })
  link.click()
}
