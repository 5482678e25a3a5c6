import type { ShopEventName, ShopEvents } from '@portraitkit/core/events.ts'
import type { RouteName, RouteParams } from '@portraitkit/core/routes.ts'
import type { HTMLAttributes, RefAttributes } from 'react'
import type { Props } from './options.ts'
import type { rootOptions } from './rootOptions.ts'
import type { surfaces, Tag } from './surfaces.ts'

/** The methods of every element. */
export type SurfaceMethods = {
  /** Navigates to a view as a link inside does, once the shop is known: the page may prevent it by `pk-navigate`. */
  navigate(name: RouteName, params?: RouteParams): Promise<void>
  /** The address of a view on this page, once the shop is known: for the page's own links. */
  hrefOf(name: RouteName, params?: RouteParams): Promise<string>
}

/** The elements by tag, with their options as properties. */
export type SurfaceElements = {
  [T in Tag]: HTMLElement & SurfaceMethods & Props<(typeof surfaces)[T]['options']> & Props<typeof rootOptions>
}

/** The events that elements dispatch. */
export type SurfaceEvents = { [E in ShopEventName]: CustomEvent<ShopEvents[E]> }

/** An element in JSX: its options, its event handlers (`onpk-login`), and all attributes of an HTML element. */
type SurfaceTags = {
  [T in Tag]: Props<(typeof surfaces)[T]['options']> &
    Props<typeof rootOptions> & { [E in ShopEventName as `on${E}`]?: (event: SurfaceEvents[E]) => void } & Omit<
      HTMLAttributes<HTMLElement>,
      'lang'
    > &
    RefAttributes<SurfaceElements[T]>
}

declare global {
  interface HTMLElementTagNameMap extends SurfaceElements {}
  interface GlobalEventHandlersEventMap extends SurfaceEvents {}
}
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends SurfaceTags {}
  }
}
