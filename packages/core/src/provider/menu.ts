import { pathOf, type Route, type RouteName, routes } from '../routes.ts'
import { inLanguage } from '../schemas.ts'
import type { MenuItem } from './contract.ts'

/** Pure rules of the menu that a provider puts together (000 §2, §3). */

/** What a person may see: visibility 0 always, 1 logged in only, 2 logged out only; children by their own. */
export function visibleItems(items: readonly MenuItem[], signedIn: boolean): MenuItem[] {
  return items
    .filter(({ visibility }) => visibility === 0 || (visibility === 1) === signedIn)
    .map((item) => (item.children ? { ...item, children: visibleItems(item.children, signedIn) } : item))
}

/** The title of an item: the same everywhere, or one for each language. */
export function titleOf({ title }: Pick<MenuItem, 'title'>, language: string): string {
  return typeof title === 'string' ? title : inLanguage(title, language)
}

/** Where an item leads. */
export type MenuTarget =
  | { kind: 'route'; route: Route }
  | { kind: 'modal'; name: string }
  | { kind: 'address'; href: string }

/**
 * The target of an item; undefined where there is no such route or modal, or a parameter of it is missing, and where an
 * address is none that a link may have. An item without a target is only there for its children.
 */
export function targetOf({ type, target, data }: MenuItem, modals: readonly string[]): MenuTarget | undefined {
  if (type === 'external') return isAddress(target) ? { kind: 'address', href: target } : undefined
  if (type === 'modal') return modals.includes(target) ? { kind: 'modal', name: target } : undefined
  const params = data ?? {}
  return isRoute(target, params) ? { kind: 'route', route: { name: target, params } } : undefined
}

function isRoute(name: string, params: Readonly<Record<string, string>>): name is RouteName {
  if (!Object.hasOwn(routes, name)) return false
  try {
    pathOf(name as RouteName, params)
    return true
  } catch {
    return false
  }
}

/** A link of the web, a mail or a telephone number: nothing that would run. */
function isAddress(href: string): boolean {
  return /^(https?:\/\/[^\s/]|mailto:\S|tel:\S)/i.test(href)
}
