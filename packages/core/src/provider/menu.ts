import { isModalName, type ModalName, pathOf, type Route, type RouteName, routes } from '../routes.ts'
import { inLanguage } from '../schemas.ts'
import type { MenuItem } from './contract.ts'

/** Pure rules of the menu that a provider composes (000 §2, §3). */

/** The items a person may see: visibility 0 always, 1 logged in only, 2 logged out only; children by their own setting. */
export function visibleItems(items: readonly MenuItem[], signedIn: boolean): MenuItem[] {
  return items
    .filter(({ visibility }) => visibility === 0 || (visibility === 1) === signedIn)
    .map((item) => (item.children ? { ...item, children: visibleItems(item.children, signedIn) } : item))
}

/** The title of an item: the same for all languages, or one for each. */
export function titleOf({ title }: Pick<MenuItem, 'title'>, language: string): string {
  return typeof title === 'string' ? title : inLanguage(title, language)
}

/** The target of an item. */
export type MenuTarget =
  | { kind: 'route'; route: Route }
  | { kind: 'modal'; name: ModalName }
  | { kind: 'address'; href: string }

/**
 * The target of an item; undefined if there is no such route or modal, if a parameter of it is missing, or if its address is not
 * allowed for links. An item without a target only groups its children.
 */
export function targetOf({ type, target, data }: MenuItem): MenuTarget | undefined {
  if (type === 'external') return isAddress(target) ? { kind: 'address', href: target } : undefined
  if (type === 'modal') return isModalName(target) ? { kind: 'modal', name: target } : undefined
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

/** An https link, a mail address or a telephone number: nothing that would run code. */
function isAddress(href: string): boolean {
  return /^(https?:\/\/[^\s/]|mailto:\S|tel:\S)/i.test(href)
}
