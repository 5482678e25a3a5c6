import type { ShopEventName, ShopEvents } from '@portraitkit/core/events.ts'
import type { Money } from '@portraitkit/core/money.ts'
import type { Settings } from '@portraitkit/core/provider/contract.ts'
import type { Look } from '@portraitkit/core/provider/look.ts'
import type { RouteName, RouteParams } from '@portraitkit/core/routes.ts'
import type { Shop } from '@portraitkit/core/shop.ts'
import { createContext, useContext } from 'react'
import type { PageShop } from './pageShops.ts'
import { adoptStyles, adoptUiStyles } from './styles.ts'

/** The context that a surface can access: `useRoot()`. */
export type RootValue = {
  readonly shop: Shop
  readonly page: PageShop
  readonly settings: Settings
  readonly look: Look
  /** The current language: one of the provider's. Numbers, dates and amounts are formatted in it, too. */
  readonly language: string
  /** An amount in the provider's currency, formatted in the language. */
  readonly money: (amount: Money) => string
  /** Dispatches an event to the page; false if the default was prevented. */
  readonly emit: <N extends ShopEventName>(name: N, detail: ShopEvents[N]) => boolean
  /** The address of a view, for links. */
  readonly hrefOf: (name: RouteName, params?: RouteParams) => string
  /**
   * Navigates to a view: the host page may prevent it, otherwise the page's router handles it, otherwise the browser goes
   * there.
   */
  readonly navigate: (name: RouteName, params?: RouteParams) => void
  /**
   * Like `navigate`, but not on the visitor's request, as from an empty cart: replaces this view, so that Back does not return
   * here.
   */
  readonly leadOn: (name: RouteName, params?: RouteParams) => void
  /** The container of dialogs and toasts, inside the root and so inside its styles. */
  readonly layer: HTMLElement | null
  readonly styles: ShadowRoot | Document | undefined
}

/** Provided by `<Root>`. */
export const RootContext = createContext<RootValue | undefined>(undefined)

/** The shop, its settings, events and navigation. Only inside `<Root>`. */
export function useRoot(): RootValue {
  const value = useContext(RootContext)
  if (!value) throw new Error('A surface must be inside <Root api provider>')
  return value
}

/** Adds a surface's style sheet to the root: `import css from './Surface.css?inline'` and `useStyles(css)`. */
export function useStyles(css: string): void {
  const { styles } = useRoot()
  // Adding is idempotent and must happen before the first paint, so it does not wait for an effect.
  if (styles) adoptStyles(styles, css)
}

/** Adds the style sheet of a part of `ui/` that not every view uses. */
export function useUiStyles(css: string): void {
  const { styles } = useRoot()
  if (styles) adoptUiStyles(styles, css)
}
