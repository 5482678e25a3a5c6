import type { Look } from '@portraitkit/core/provider/look.ts'
import { useEffect } from 'react'
import { MIN_WIDTH } from './minWidth.ts'
import type { PageShop } from './pageShops.ts'
import type { RootProps } from './root.tsx'

// What a root finds wrong with its page. The sentences are fetched only if there is something to say.

/** Warns the page's developer about its own theme and routes, which the server has not checked, and of why the server refuses it. */
export function useCheck({ shop }: PageShop, look: Look, { theme, routes }: RootProps, refusal: string | null): void {
  const { provider } = shop
  useEffect(() => {
    if (theme || routes || refusal)
      void import('./doctor/optionsCheck.ts').then(({ warnOfRoot: tellOfRoot }) =>
        tellOfRoot({ look, theme, routes, provider, refusal }),
      )
  }, [look, theme, routes, provider, refusal])
}

let isWithoutRoutes = false

/** Tells the page's developer what the page lacks: room, a line of its policy, addresses of its own. */
export function usePageCheck(
  { routers, shop: { api } }: PageShop,
  { routes, host }: RootProps,
  node: HTMLElement | null,
): void {
  useEffect(() => {
    if (!node || !host) return undefined
    const origin = new URL(api, location.href).origin
    const check = () => import('./doctor/pageCheck.ts')
    const isSecond = host.matches('pk-shop:not([base])') && document.querySelectorAll('pk-shop:not([base])').length > 1
    if (isSecond) void check().then(({ warnOfHashes: tellOfHashes }) => tellOfHashes())
    const { clientWidth } = node
    if (clientWidth && clientWidth < MIN_WIDTH)
      void check().then(({ warnOfRoom: tellOfRoom }) => tellOfRoom(host, clientWidth))
    if (
      origin !== location.origin &&
      !routes &&
      routers.length === 0 &&
      !isWithoutRoutes &&
      !document.querySelector('pk-shop')
    ) {
      isWithoutRoutes = true
      console.info(`Portraitkit: without the option routes, links of <${host.localName}> lead to ${origin}`)
    }
    const hear = (event: SecurityPolicyViolationEvent) => {
      if (event.blockedURI.startsWith(origin))
        void check().then(({ warnOfPolicy: tellOfPolicy }) => tellOfPolicy(event))
    }
    document.addEventListener('securitypolicyviolation', hear)
    return () => document.removeEventListener('securitypolicyviolation', hear)
  }, [node, host, api, routes, routers])
}
