// First: it takes the code of a sign-in out of the address.
import './followedLink.ts'
import { createArrival } from '@portraitkit/core/account/handOver/arrival.ts'
import type { Settings } from '@portraitkit/core/provider/contract.ts'
import { createProviderSettings } from '@portraitkit/core/provider/state.ts'
import { getShop } from '../pageShops.ts'
import { fetchSurface, forgetSurface } from '../surface/fetchSurface.ts'
import { ArrivalQuestion } from './ArrivalQuestion.tsx'
import { followedLink } from './followedLink.ts'
import { routeAt, type ShopRouter } from './router.ts'
import { ShopApp } from './ShopApp.tsx'
import { viewOf } from './views.ts'

/**
 * The shop as a site of its own, inside a `<Root>`: header, footer and the view at the router's address. The document gets the
 * shop's language and titles.
 */
export function SiteShop({ router }: { router: ShopRouter }) {
  return (
    <>
      <ShopApp router={router} ownsPage />
      {followedLink ? <ArrivalQuestion /> : null}
    </>
  )
}

/** Prefetches the code of the view at the router's address while everything else is still loading. Shows nothing. */
export function fetchView(router: ShopRouter): void {
  const route = routeAt(router.current())
  const tag = route && viewOf(route.name).tag
  if (!tag) return
  const view = fetchSurface(tag)
  // The view itself asks again, and reports a failure.
  void view.pending.then(() => view.failure !== undefined && forgetSurface(tag))
}

/**
 * Gives a shop the settings that the page has fetched already, so that its roots do not request them. Resolves once the session
 * is known or could not be fetched: every view waits for that, and those that need a session report the failure. A visitor who was
 * signed in on another site, and followed a link from there, is signed in first.
 */
export async function openShop(settings: Settings, api = ''): Promise<void> {
  const shop = getShop({ api, provider: settings.key })
  shop.part(createProviderSettings).take(settings)
  if (followedLink) shop.part(createArrival).take(followedLink)
  await shop.session.ready().catch(() => undefined)
}
