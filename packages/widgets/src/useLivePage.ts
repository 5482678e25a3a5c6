import type { Route } from '@portraitkit/core/routes.ts'
import type { Shop } from '@portraitkit/core/shop.ts'
import { useEffect, useState } from 'react'
import { useRoot } from './rootContext.ts'

/**
 * What a page edits and saves by itself: a design or a package of designs, which may be open in several windows and on several
 * devices.
 */
export type LivePage = {
  /** Returns the route to go to instead, if it cannot be shown. */
  open: () => Promise<Route | undefined>
  /** Follows what was saved elsewhere. */
  refresh: () => Promise<void>
  /** Sends unsaved changes at once. */
  flush: () => Promise<void>
  reconnect: () => Promise<void>
  close: () => Promise<void>
}

/**
 * The page of a target, undefined until it is created; another target, compared by identity, closes it. Its changes are sent
 * before the window is left, and it is refreshed when the visitor returns or is online again.
 */
export function useLivePage<Target, Page extends LivePage>(
  target: Target,
  create: (shop: Shop, target: Target) => Page,
): Page | undefined {
  const { shop, leadOn } = useRoot()
  const [opened, setOpened] = useState<{ page: Page; of: Target }>()
  useEffect(() => {
    const page = create(shop, target)
    setOpened({ page, of: target })
    let isCurrent = true
    void page.open().then((route) => isCurrent && route && leadOn(route.name, route.params))
    const onFocus = () => void page.refresh()
    const onVisibility = () => void (document.visibilityState === 'hidden' ? page.flush() : page.refresh())
    const onConnection = () => void page.reconnect()
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('focus', onFocus)
    window.addEventListener('online', onConnection)
    return () => {
      isCurrent = false
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('focus', onFocus)
      window.removeEventListener('online', onConnection)
      void page.close()
    }
  }, [shop, target])
  return opened?.of === target ? opened.page : undefined
}
