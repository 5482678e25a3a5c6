import type { ShopEventName, ShopEvents } from '@portraitkit/core/events.ts'
import type { Money } from '@portraitkit/core/money.ts'
import type { Settings } from '@portraitkit/core/provider/contract.ts'
import type { Look } from '@portraitkit/core/provider/look.ts'
import type { RouteName, RouteParams } from '@portraitkit/core/routes.ts'
import type { Shop } from '@portraitkit/core/shop.ts'
import { createContext, useContext } from 'react'
import type { PageShop } from './pageShops.ts'
import { adoptStyles, adoptUiStyles } from './styles.ts'

/** What a surface can reach: `useRoot()`. */
export type RootValue = {
  readonly shop: Shop
  readonly page: PageShop
  readonly settings: Settings
  readonly look: Look
  /** The language that is read: one of the provider's. Numbers, dates and amounts are written in it too. */
  readonly language: string
  /** An amount in the provider's currency, as the language writes it. */
  readonly money: (amount: Money) => string
  /** Tells the page; false where somebody prevented the default. */
  readonly emit: <N extends ShopEventName>(name: N, detail: ShopEvents[N]) => boolean
  /** The address of a view, for links. */
  readonly hrefOf: (name: RouteName, params?: RouteParams) => string
  /** Goes to a view: the host page may prevent it, else the page's router answers, else the browser goes there. */
  readonly navigate: (name: RouteName, params?: RouteParams) => void
  /** The same where nobody has asked for it, as out of an empty cart: in place of this view, so that Back does not come here again. */
  readonly leadOn: (name: RouteName, params?: RouteParams) => void
  /** Where dialogs and toasts are put, inside the root and thus inside its styles. */
  readonly layer: HTMLElement | null
  readonly styles: ShadowRoot | Document | undefined
}

/** Filled by `<Root>`. */
export const RootContext = createContext<RootValue | undefined>(undefined)

/** The shop, its settings and the ways out of a surface. Only inside `<Root>`. */
export function useRoot(): RootValue {
  const value = useContext(RootContext)
  if (!value) throw new Error('A surface stands inside <Root api provider>')
  return value
}

/** Adds a surface's stylesheet to the root: `import css from './Surface.css?inline'` and `useStyles(css)`. */
export function useStyles(css: string): void {
  const { styles } = useRoot()
  // Adding is idempotent and must come before the first paint, so it does not wait for an effect.
  if (styles) adoptStyles(styles, css)
}

/** Adds the stylesheet of a part of `ui/` that not every view shows. */
export function useUiStyles(css: string): void {
  const { styles } = useRoot()
  if (styles) adoptUiStyles(styles, css)
}
