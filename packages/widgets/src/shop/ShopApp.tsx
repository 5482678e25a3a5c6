import { useLingui } from '@lingui/react'
import { rememberReturn } from '@portraitkit/core/account/returnAfterSignIn.ts'
import { type ModalName, pathOf, protectedRoutes, type Route, type RouteName } from '@portraitkit/core/routes.ts'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot, useStyles } from '../rootContext.ts'
import { addLoadedFonts } from '../theme/fonts.ts'
import { RootLoading } from '../theme/RootStates.tsx'
import { useSignOutHere } from '../ui/states/useSignOutHere.ts'
import { parentElementOf } from '../ui/windows/elementAround.ts'
import { ModalContext } from '../useOpenModal.ts'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import menuCss from './Menu.css?inline'
import { messages } from './messages.ts'
import { NotFound } from './NotFound.tsx'
import { RouteView } from './RouteView.tsx'
import { routeAt, type ShopRouter } from './router.ts'
import css from './Shop.css?inline'
import { ShopModal } from './ShopModal.tsx'
import { useDocument } from './useDocument.ts'
import { useLayout } from './useLayout.ts'

/** Views that visitors see before there are pictures: the look may give them a background. */
const firstViews: ReadonlySet<RouteName | undefined> = new Set<RouteName>(['frontpage', 'enter-code', 'login'])

type ShopAppProps = {
  router: ShopRouter
  headless?: boolean
  /** The document belongs to the shop: it gets the shop's language and titles. */
  ownsPage?: boolean
}

/** The shop's frame and the view at the current address. Both the host site and `pk-shop` use it. */
export function ShopApp({ router, headless = false, ownsPage = false }: ShopAppProps) {
  useStyles(css)
  useStyles(menuCss)
  const { _: t } = useLingui()
  const { page, language } = useRoot()
  const main = useRef<HTMLElement>(null)
  const address = useAddress(router)
  const { route, isMissing } = useGuardedRoute(router, address)
  useLayoutEffect(() => {
    page.routers.push(router)
    return () => {
      page.routers.splice(page.routers.indexOf(router), 1)
    }
  }, [page, router])
  const typeface = useNewView(route, main)
  useDocument(ownsPage, main)
  const [modal, setModal] = useState<ModalName>()
  // A new view was opened from the modal, or replaces it.
  useEffect(() => setModal(undefined), [address])
  const frame = useLayout()

  return (
    <div className="pk-shop" {...frame}>
      {headless ? null : (
        <>
          <button type="button" className="pk-button pk-skip" data-kind="primary" onClick={() => main.current?.focus()}>
            {t(messages.skip)}
          </button>
          <slot name="header">
            <Header key={typeface} route={route?.name} onModal={setModal} />
          </slot>
        </>
      )}
      <main className="pk-shop-main" ref={main} tabIndex={-1} data-first={firstViews.has(route?.name) || undefined}>
        <ModalContext value={setModal}>{route ? <RouteView route={route} query={address.query} /> : null}</ModalContext>
        {isMissing ? <NotFound /> : route ? null : <RootLoading shape="page" language={language} />}
      </main>
      {headless ? null : (
        <slot name="footer">
          <Footer />
        </slot>
      )}
      <ShopModal name={modal} onClose={() => setModal(undefined)} />
    </div>
  )
}

function useAddress(router: ShopRouter) {
  const read = () => {
    const { path, query } = router.current()
    return `${path} ${query}`
  }
  const address = useSyncExternalStore(router.onChange, read, read)
  return useMemo(() => {
    const [path = '/', query = ''] = address.split(' ')
    return { path, query }
  }, [address])
}

type GuardedView = { route: Route | undefined; isMissing: boolean }

/** The route to show: while nobody is signed in, a protected one is remembered as the referrer and opens the login. */
function useGuardedRoute(router: ShopRouter, address: { path: string; query: string }): GuardedView {
  const { shop } = useRoot()
  const { status } = useSnapshot(shop.session.state)
  const [isSessionKnown, setSessionKnown] = useState(false)
  useEffect(() => {
    shop.session.ready().then(
      () => setSessionKnown(true),
      () => setSessionKnown(true),
    )
  }, [shop])
  const route = useMemo(() => routeAt(address), [address])
  const closed = route !== undefined && protectedRoutes.includes(route.name) && status !== 'signed-in'
  const isLeaving = useSignOutHere(address)
  useEffect(() => {
    if (!route || !closed || !isSessionKnown) return
    if (isLeaving.current) return router.replace(pathOf('frontpage'))
    rememberReturn(shop, route.name, route.params)
    router.replace(pathOf('login'))
  }, [closed, isLeaving, isSessionKnown, route, router, shop])
  useEffect(() => {
    // 001 §2.2: "/products/ redirects to /products/packages/"
    if (/^\/products\/*$/.test(address.path)) router.replace(pathOf('products.list'))
  }, [address, router])
  return { route: closed ? undefined : route, isMissing: route === undefined }
}

/**
 * Scrolls to the top of a new view and moves the focus to it, so that screen readers read its heading. The first view does not
 * scroll the page. Returns another number when a font has arrived, in which a new header is written instead of the old one.
 */
function useNewView(route: Route | undefined, main: { current: HTMLElement | null }): number {
  const previous = useRef<RouteName | undefined>(undefined)
  const [typeface, setTypeface] = useState(0)
  useLayoutEffect(() => {
    if (previous.current && addLoadedFonts(document)) setTypeface((earlier) => earlier + 1)
  }, [route])
  useEffect(() => {
    const before = previous.current
    previous.current = route?.name ?? before
    if (!before || !route || before === route.name) return
    main.current?.focus({ preventScroll: true })
    if (main.current && !isTopInSight(main.current))
      main.current.closest('.pk-root')?.scrollIntoView({ block: 'start' })
  }, [route, main])
  return typeface
}

/**
 * Whether the upper edge of a node is visible in every scrolling part of the page around it, below the area that the page
 * reserves there.
 */
function isTopInSight(node: Element): boolean {
  const { top } = node.getBoundingClientRect()
  for (let here: Element | undefined = node; here; here = parentElementOf(here)) {
    const { overflowY, scrollPaddingTop } = getComputedStyle(here)
    const isPage = here === document.documentElement
    if (!isPage && !/auto|scroll/.test(overflowY)) continue
    const box = isPage ? { top: 0, bottom: innerHeight } : here.getBoundingClientRect()
    if (top < box.top + (Number.parseFloat(scrollPaddingTop) || 0) || top > box.bottom) return false
  }
  return true
}
