import { I18nProvider } from '@lingui/react'
import { createAnalytics } from '@portraitkit/core/analytics.ts'
import { mainLanguage } from '@portraitkit/core/languageTags.ts'
import { formatMoney, type Money } from '@portraitkit/core/money.ts'
import type { Settings } from '@portraitkit/core/provider/contract.ts'
import type { Look } from '@portraitkit/core/provider/look.ts'
import { createProviderSettings } from '@portraitkit/core/provider/state.ts'
import { pathOf, type RouteName, type RouteParams } from '@portraitkit/core/routes.ts'
import type { Shop } from '@portraitkit/core/shop.ts'
import {
  isValidElement,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useSnapshot } from 'valtio'
import { baseCss } from './baseStyles.ts'
import { createI18n, expectLanguage, isReady, prepareLanguage } from './locales/i18n.ts'
import { adoptShop, getPageShop, type PageShop } from './pageShops.ts'
import { useCartCountForPage } from './rootCartCount.ts'
import { useCheck, usePageCheck } from './rootChecks.ts'
import { RootContext, type RootValue } from './rootContext.ts'
import { addressOf, mappedAddress } from './routeAddress.ts'
import { adoptBaseStyles, adoptStyles, dropStyles } from './styles.ts'
import { lookKey, type Mode, themeCss } from './theme/lookCss.ts'
import { type LookChange, mergeLook } from './theme/mergeLook.ts'
import { RootLoading, RootProblem } from './theme/RootStates.tsx'
import { type Shape, type Shaped, shapeOf } from './theme/shape.ts'
import { useFonts } from './theme/useFonts.ts'
import { OperatorBand } from './ui/page/OperatorBand.tsx'

export type { SurfaceEvents } from './elementTypes.ts'

/** The options of every surface, as attributes of its element or as properties of `<Root>`. */
export type RootOptions = {
  /** Origin of the API, such as `https://shop.example.com`; empty if the page is the shop's own. */
  api?: string | undefined
  /** The provider's key. */
  provider: string
  /** Language tag; the visitor's own choice takes precedence. */
  lang?: string | undefined
  mode?: Mode | undefined
  /** Changes to the provider's look, such as `{ radius: 0 }`. */
  theme?: LookChange | undefined
  /**
   * The host page's addresses of the shop's views: route name to address, `:name` stands for a parameter. `*` is the prefix of
   * every other view's path, as in `{ shoppingcart: '/basket', '*': '/photos' }`.
   */
  routes?: Readonly<Partial<Record<RouteName | '*', string>>> | undefined
}

/** A shop of `createShop` instead of its address: the views and the page's own parts have one cart and one session. */
type OfShop = Omit<RootOptions, 'api' | 'provider'> & { shop: Shop; api?: never; provider?: never }

export type RootProps = ((RootOptions & { shop?: never }) | OfShop) & {
  children: ReactNode
  /** The shadow root around the root; without it the root is in the document. */
  shadow?: ShadowRoot | undefined
  /** Where events are dispatched; the root's own node by default. */
  host?: HTMLElement | undefined
  /** The outline that is shown first; that of the only child by default. */
  shape?: Shape | undefined
}

/** The context of every surface: the shop, the look, the language, and the place of dialogs. */
export function Root(props: RootProps) {
  const { lang, mode = 'page', theme, children, shadow } = props
  const page = usePageShop(props)
  const { state, language, retryTexts } = useSettings(page, lang)
  const { user } = useSnapshot(page.shop.session.state)
  const [node, setNode] = useState<HTMLElement | null>(null)
  const [layer, setLayer] = useState<HTMLElement | null>(null)
  const styles = shadow ?? globalThis.document
  // Before the children render, whose own sheets follow these.
  if (styles) adoptBaseStyles(styles, baseCss)
  const look = useMemo(() => mergeLook(state.settings?.look as Look | undefined, theme), [state.settings, theme])
  useThemeStyles(styles, look)
  const areFontsReady = useFonts(styles, look, page.shop.api, {
    isLookKnown: !!state.settings,
    isRestReady: !!state.settings && !!language,
  })
  useCheck(page, look, props, state.refusal)
  usePageCheck(page, props, node)
  useRecording(page)
  useCartCountForPage(page.shop, state.status === 'ready')
  const ways = useNavigation(page, props, node)
  const settings = state.settings as Settings | null
  const shape = props.shape ?? (isValidElement(children) ? shapeOf(children.type as Shaped) : 'page')

  const value = useMemo<RootValue | undefined>(() => {
    if (!settings || !language || !areFontsReady) return undefined
    const money = (amount: Money) => formatMoney(amount, settings.currencyCode, language)
    return { shop: page.shop, page, settings, look, language, money, layer, styles, ...ways }
  }, [page, settings, look, language, areFontsReady, layer, styles, ways])
  const i18n = useMemo(() => language && createI18n(language), [language])
  const retry =
    state.status === 'failed' ? () => void page.shop.part(createProviderSettings).load() : !language && retryTexts

  return (
    <div
      ref={setNode}
      className="pk-root"
      lang={language}
      data-mode={mode}
      data-background={look.background}
      data-operator={user?.isSimulated || undefined}
      data-look={shadow ? undefined : lookKey(look)}
      data-shape={shape}
    >
      <div className="pk-frame">
        {value && i18n ? (
          <RootContext.Provider value={value}>
            <I18nProvider i18n={i18n}>
              {user?.isSimulated ? <OperatorBand user={user} /> : null}
              {children}
            </I18nProvider>
          </RootContext.Provider>
        ) : null}
        {!value && retry ? (
          <RootProblem
            text={state.error}
            language={page.shop.locale.language}
            onRetry={state.refusal ? undefined : retry}
          />
        ) : null}
        {!value && !retry ? <RootLoading shape={shape} language={page.shop.locale.language} /> : null}
      </div>
      <div ref={setLayer} className="pk-layer" />
    </div>
  )
}

function usePageShop({ api = '', provider = '', lang, shop }: RootProps): PageShop {
  return useMemo(
    () => (shop ? adoptShop(shop) : getPageShop({ api, provider, language: lang })),
    [shop, api, provider, lang],
  )
}

/** The provider's settings in the current language, both fetched again when it changes. The old ones stay until then. */
function useSettings(page: PageShop, lang: string | undefined) {
  const { shop, choice } = page
  const picked = useSnapshot(choice).language
  const shopLanguage = useSnapshot(shop.locale).language
  const settings = shop.part(createProviderSettings)
  const state = useSnapshot(settings.state)
  const offered = state.settings?.locale.languages.map(({ long }) => long)
  const { user } = useSnapshot(shop.session.state)
  const preferred = [picked, user?.lang, lang, ...(globalThis.navigator?.languages ?? [])].filter(
    (one): one is string => !!one,
  )
  const fallback = state.settings?.locale.default_language ?? shopLanguage
  const fitting = offered ? fittingLanguage(preferred, offered, fallback) : (preferred[0] ?? fallback)

  useEffect(() => {
    if (offered) shop.locale.language = fitting
    void settings.load()
  }, [shop, settings, fitting, offered === undefined])
  return { state, ...useTexts(fitting) }
}

/** The last language whose texts are here; `retry` is defined if those of the wanted one could not be fetched. */
function useTexts(next: string): { language: string | undefined; retryTexts: (() => void) | undefined } {
  const [language, setLanguage] = useState(() => (isReady(next) ? next : undefined))
  const [tries, setTries] = useState(0)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let current = true
    const forget = expectLanguage(next)
    setFailed(false)
    prepareLanguage(next).then(
      () => current && setLanguage(next),
      () => current && setFailed(true),
    )
    return () => {
      current = false
      forget()
    }
  }, [next, tries])
  return { language, retryTexts: failed ? () => setTries(tries + 1) : undefined }
}

/** The first preferred language that the provider offers, otherwise the provider's own. */
export function fittingLanguage(preferred: readonly string[], offered: readonly string[], fallback: string): string {
  const found = preferred.map((one) => offered.find((other) => mainLanguage(other) === mainLanguage(one)))
  return found.find((one) => one !== undefined) ?? fallback
}

/** Applies the look's tokens, and removes the previous ones. */
function useThemeStyles(styles: ShadowRoot | Document | undefined, look: Look): void {
  useLayoutEffect(() => {
    if (!styles) return
    const css = themeCss(look)
    adoptStyles(styles, css)
    // In the document other roots may use the same look, and the rule only affects those that name it.
    return styles instanceof Document ? undefined : () => dropStyles(styles, css)
  }, [styles, look])
}

/** Continues a support recording that was started on another page of this tab. */
function useRecording({ shop }: PageShop): void {
  useEffect(() => {
    if (shop.memory.read().recording)
      void import('./support/tabRecording.ts').then(({ tabRecordingOf: recordingOf }) => recordingOf(shop).resume())
  }, [shop])
}

/** How a surface reaches the page: events and navigation. */
function useNavigation(page: PageShop, props: RootProps, node: HTMLElement | null) {
  const latest = useRef(props)
  latest.current = props
  const target = props.host ?? node
  const emit = useCallback<RootValue['emit']>(
    (name, detail) =>
      target?.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true })) ?? true,
    [target],
  )
  useTranslator(page, target, emit)
  return useMemo(() => {
    const hrefOf = (name: RouteName, params: RouteParams = {}) => addressOf(page, latest.current.routes, name, params)
    const going =
      (way: 'go' | 'replace') =>
      (name: RouteName, params: RouteParams = {}) => {
        const href = hrefOf(name, params)
        if (!emit('pk-navigate', { name, params, href })) return
        const router = page.routers.at(-1)
        if (router && !mappedAddress(latest.current.routes, name, params)) router[way](pathOf(name, params))
        else leaveFor(page, href, way === 'go' ? 'assign' : 'replace')
      }
    return { emit, hrefOf, navigate: going('go'), leadOn: going('replace') }
  }, [page, emit])
}

/** A customer who is signed in on this page of another site is taken along. */
function leaveFor({ shop }: PageShop, href: string, way: 'assign' | 'replace'): void {
  const address = new URL(href, document.baseURI)
  const isStaying = !shop.session.state.user || !shop.api || address.origin === location.origin
  if (isStaying) {
    location[way](href)
    return
  }
  import('./leaveSignedIn.ts').then(
    ({ leaveSignedIn }) => leaveSignedIn(shop, address, way),
    () => location[way](href),
  )
}

/** Dispatches the shop's events once per page, by the first connected root. */
function useTranslator(page: PageShop, target: EventTarget | null, emit: RootValue['emit']): void {
  useEffect(() => {
    if (!target) return
    page.roots.add(target)
    const speaks = () => page.roots.values().next().value === target
    const stop = page.shop.events.onAny((name, detail) => void (speaks() && emit(name, detail)))
    // After the listener above, so that the page receives events before the analytics events made of them.
    page.shop.part(createAnalytics)
    return () => {
      page.roots.delete(target)
      stop()
    }
  }, [page, target, emit])
}
