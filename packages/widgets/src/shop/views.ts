import { type ListType, listOfCategory } from '@portraitkit/core/browsing/categoryRoutes.ts'
import { filterNames } from '@portraitkit/core/browsing/filters.ts'
import type { RouteName, RouteParams } from '@portraitkit/core/routes.ts'
import { isTag, type Tag } from '../surfaces.ts'

/** The view of a route: a surface, and its options from the route's parameters and the address' query. */
export type View = {
  tag: Tag
  options?: (params: RouteParams, query: URLSearchParams) => Record<string, unknown>
  /** It continues by itself when its route gets other parameters. */
  goesOn?: true
  /** A surface without options below it. */
  below?: Tag
}

/** A new design may continue in another template of its product; the address follows. */
const created: View = {
  tag: 'pk-editor',
  options: ({ productUuid, templateUuid }) => ({
    product: productUuid,
    template: templateUuid,
    allowTemplateChange: true,
  }),
  goesOn: true,
}

/** A list of templates; its filters are in the address. */
function listView(list: (params: RouteParams) => { type: ListType; category?: string | undefined }): View {
  return {
    tag: 'pk-template-list',
    options: (params, query) => ({
      ...list(params),
      ...Object.fromEntries(filterNames.map((name) => [name, query.get(name) ?? undefined])),
    }),
    below: 'pk-continue-card',
  }
}

/** The routes with the name of a surface: it is their view, with the route's parameters as its options. */
type NamedView = Tag extends `pk-${infer Name}` ? Extract<Name, RouteName> : never

/**
 * The views of all other routes, and of those whose options are not the route's parameters. A route without a view does not
 * compile: with a surface, its routes are deleted too.
 */
const views: Record<Exclude<RouteName, NamedView>, View> & Partial<Record<NamedView, View>> = {
  frontpage: { tag: 'pk-code-entry', options: (_params, query) => ({ code: query.get('code') ?? undefined }) },
  'enter-code': { tag: 'pk-code-entry', options: (_params, query) => ({ code: query.get('code') ?? undefined }) },
  newpictureset: { tag: 'pk-new-picture-set' },
  'myaccount.newset': { tag: 'pk-new-picture-set' },
  'myaccount.addpictureset': { tag: 'pk-add-picture-set' },
  myaccount: { tag: 'pk-my-account' },
  'myaccount.contactinfo': { tag: 'pk-contact-info' },
  'myaccount.changepassword': { tag: 'pk-change-password' },
  'myaccount.communication': { tag: 'pk-communication' },
  'myaccount.cancelpicturepackages': { tag: 'pk-cancel-packages' },
  'myaccount.newpictures': { tag: 'pk-retakes' },
  'myaccount.devices': { tag: 'pk-devices' },
  'myaccount.data': { tag: 'pk-my-data' },
  'myaccount.picturesets': { tag: 'pk-picture-sets' },
  'myaccount.pictureset': {
    tag: 'pk-picture-set',
    options: ({ pictureSetUuid }) => ({ pictureSet: pictureSetUuid }),
  },
  'products.list': { tag: 'pk-packages', below: 'pk-continue-card' },
  'products.categories': { tag: 'pk-categories', below: 'pk-continue-card' },
  'products.categories.category': listView(({ category = '', subCategory }) => listOfCategory(category, subCategory)),
  'products.cards': listView(() => ({ type: 'cards' })),
  'products.cards.category': listView(({ category }) => ({ type: 'cards', category })),
  'products.calendars': listView(() => ({ type: 'calendars' })),
  'products.calendars.category': listView(({ category }) => ({ type: 'calendars', category })),
  'products.photogifts': listView(() => ({ type: 'photogifts' })),
  'products.photogifts.category': listView(({ category }) => ({ type: 'photogifts', category })),
  'products.packages.create': { tag: 'pk-package', options: ({ packageUuid }) => ({ package: packageUuid }) },
  'products.catalogues': { tag: 'pk-catalogues' },
  'products.digitalportraits': { tag: 'pk-digital-portraits' },
  'products.digitalportraits.subject': {
    tag: 'pk-digital-portraits',
    options: ({ subjectUuid }) => ({ pictureSet: subjectUuid }),
  },
  'products.create': created,
  'products.category.create': created,
  'products.calendars.create': created,
  'products.categories.category.create': created,
  'shoppingcart.edit': {
    tag: 'pk-line-editor',
    options: ({ orderLineUuid }) => ({ orderLine: orderLineUuid, allowTemplateChange: true }),
  },
  shoppingcart: { tag: 'pk-cart', below: 'pk-promoted-products' },
  receipt: { tag: 'pk-receipt', options: ({ orderUuid }) => ({ order: orderUuid }) },
  'myaccount.orders': { tag: 'pk-orders', options: ({ orderUuid }) => ({ order: orderUuid }) },
  contactus: { tag: 'pk-contact-us' },
  privacypolicy: { tag: 'pk-privacy-policy' },
  'legacy.page': { tag: 'pk-page', options: ({ id }) => ({ page: id }) },
}

/** The view of a route. */
export function viewOf(route: RouteName): View {
  const tag = `pk-${route}`
  const own: View | undefined = views[route]
  if (own) return own
  if (isTag(tag)) return { tag, options: (params) => params }
  throw new Error(`The route ${route} has no view`)
}
