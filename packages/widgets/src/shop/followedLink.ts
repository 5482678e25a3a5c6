import type { FollowedLink } from '@portraitkit/core/account/handOver/arrival.ts'
import { HAND_OVER_FRAGMENT } from '@portraitkit/core/account/handOver/departure.ts'

/**
 * The link with which this page was opened, if it signs somebody in. Its code leaves the address before anything else of the page
 * can read it: so the entry of the shop's own site imports this file first.
 */
export const followedLink: FollowedLink | undefined = takeFollowedLink()

function takeFollowedLink(): FollowedLink | undefined {
  const code = HAND_OVER_FRAGMENT.exec(globalThis.location?.hash ?? '')?.[1]
  if (!code) return undefined
  const path = `${location.pathname}${location.search}`
  history.replaceState(history.state, '', path)
  return { code, target: location.origin + path, referrer: URL.parse(document.referrer)?.origin ?? '' }
}
