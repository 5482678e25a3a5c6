import { indexed } from './natives.ts'

/** The specified route names and their paths. `:name` marks a parameter, `?` an optional one. */
export const routes = {
  frontpage: '/',
  'enter-code': '/enter-code',
  login: '/login',
  'reset-password': '/reset-password',
  'products.list': '/products/packages/',
  'products.categories': '/products/categories',
  'products.categories.category': '/products/categories/:category/:subCategory?',
  'products.cards': '/products/cards',
  'products.cards.category': '/products/cards/:category',
  'products.calendars': '/products/calendars',
  'products.calendars.category': '/products/calendars/:category',
  'products.photogifts': '/products/photogifts',
  'products.photogifts.category': '/products/photogifts/:category',
  'products.packages.create': '/products/packages/:packageUuid',
  'products.catalogues': '/products/catalogues',
  'products.digitalportraits': '/products/digital-portraits',
  'products.digitalportraits.subject': '/products/digital-portraits/:subjectUuid',
  'products.create': '/products/:type/:productUuid/:templateUuid',
  'products.category.create': '/products/:type/:category/:productUuid/:templateUuid',
  'products.calendars.create': '/products/calendars/:productUuid/:templateUuid',
  'products.categories.category.create': '/products/categories/:category/:subCategory/:productUuid/:templateUuid',
  shoppingcart: '/shopping-cart',
  'shoppingcart.edit': '/shopping-cart/edit/:orderLineUuid',
  checkout: '/shopping-cart/checkout',
  receipt: '/shopping-cart/checkout/payment/receipt/:orderUuid',
  myaccount: '/my-account',
  'myaccount.contactinfo': '/my-account/contact-info',
  'myaccount.changepassword': '/my-account/change-password',
  'myaccount.communication': '/my-account/communication',
  'myaccount.cancelpicturepackages': '/my-account/cancel-picture-packages',
  'myaccount.devices': '/my-account/devices',
  'myaccount.data': '/my-account/data',
  'myaccount.picturesets': '/my-account/picture-sets',
  'myaccount.pictureset': '/my-account/picture-sets/:pictureSetUuid',
  'myaccount.orders': '/my-account/orders/:orderUuid?',
  'myaccount.newpictures': '/my-account/new-pictures',
  'myaccount.newset': '/my-account/new-set',
  'myaccount.addpictureset': '/my-account/add-picture-set',
  newpictureset: '/new-picture-set',
  contactus: '/contact-us',
  privacypolicy: '/privacy-policy',
  'legacy.page': '/pages/:id',
  debug: '/debug',
} as const satisfies Record<string, `/${string}`>

export type RouteName = keyof typeof routes

/** The specified names of what a menu opens above the current view. */
export const modalNames = ['share-picture-sets'] as const
export type ModalName = (typeof modalNames)[number]

export const isModalName = (name: string): name is ModalName => (modalNames as readonly string[]).includes(name)

export type RouteParams = Readonly<Record<string, string>>
export type Route = { name: RouteName; params: RouteParams }

/** Routes that need a signed-in customer; for signed-out visitors they are stored as the referrer and open the login. */
export const protectedRoutes: readonly RouteName[] = [
  'shoppingcart',
  'shoppingcart.edit',
  'checkout',
  'receipt',
  'myaccount',
  'myaccount.contactinfo',
  'myaccount.changepassword',
  'myaccount.communication',
  'myaccount.cancelpicturepackages',
  'myaccount.devices',
  'myaccount.picturesets',
  'myaccount.pictureset',
  'myaccount.orders',
  'myaccount.newpictures',
  'myaccount.newset',
  'myaccount.addpictureset',
  'newpictureset',
]

/** Uuid parameters of these routes must be uuids: literal segments take precedence, a creation route needs two of them. */
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * The path of a route. Parameters that its pattern does not name become its query, as in `/products/calendars?pages=13`. Throws
 * if a required parameter is missing.
 */
export function pathOf(name: RouteName, params: RouteParams = {}): string {
  if (!Object.hasOwn(routes, name)) throw new Error(`There is no view ${name}`)
  const query = new URLSearchParams(params)
  const path = routes[name].replace(/\/:(\w+)(\?)?/g, (_all, key: string, optional?: string) => {
    const value = params[key]
    query.delete(key)
    if (value) return `/${encodeURIComponent(value)}`
    if (optional) return ''
    throw new Error(`Route ${name} needs the parameter ${key}`)
  })
  return `${path || '/'}${query.size > 0 ? `?${query}` : ''}`
}

/** The route of a path, or undefined. Trailing slashes do not matter. */
export function routeOf(path: string): Route | undefined {
  const segments = path.split(/[?#]/)[0]?.split('/').filter(Boolean) ?? []
  let best: { route: Route; literals: number } | undefined
  for (const name of Object.keys(routes) as RouteName[]) {
    const match = matchSegments(routes[name], segments)
    if (match && (!best || match.literals > best.literals))
      best = { route: { name, params: match.params }, literals: match.literals }
  }
  return best?.route
}

function matchSegments(
  pattern: string,
  segments: string[],
): { params: Record<string, string>; literals: number } | undefined {
  const patternParts = pattern.split('/').filter(Boolean)
  const required = patternParts.filter((part) => !part.endsWith('?')).length
  if (segments.length > patternParts.length || segments.length < required) return undefined
  const params: Record<string, string> = {}
  let literals = 0
  for (const [index, part] of indexed(patternParts)) {
    const segment = segments[index]
    if (segment === undefined) break
    if (!part.startsWith(':')) {
      if (part !== segment) return undefined
      literals += 1
      continue
    }
    const key = part.slice(1).replace('?', '')
    const value = decode(segment)
    if (value === undefined || (key.endsWith('Uuid') && !uuidPattern.test(value))) return undefined
    params[key] = value
  }
  return { params, literals }
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
