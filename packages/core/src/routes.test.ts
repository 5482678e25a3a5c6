import { describe, expect, it } from 'vitest'
import { pathOf, protectedRoutes, type RouteName, routeOf, routes } from './routes.ts'

const UUID = '3f0d6c1e-5a52-4b8e-9a1c-0f6f2f6c1a01'
const OTHER = '3f0d6c1e-5a52-4b8e-9a1c-0f6f2f6c1a02'
const names = Object.keys(routes) as RouteName[]

/** A value for each parameter of a route. */
function paramsOf(name: RouteName): Record<string, string> {
  const keys = [...routes[name].matchAll(/:(\w+)/g)].map(([, key = '']) => key)
  return Object.fromEntries(keys.map((key) => [key, key.endsWith('Uuid') ? UUID : `a ${key}`]))
}

describe('the address of a view', () => {
  it.each(names)('[BRW-4] opens it again: %s', (name) => {
    const params = paramsOf(name)
    expect(routeOf(pathOf(name, params))).toEqual({ name, params })
  })

  it('[ORD-1] leaves out what is optional, and a trailing slash does not matter', () => {
    expect(pathOf('myaccount.orders')).toBe('/my-account/orders')
    expect(pathOf('myaccount.orders', { orderUuid: UUID })).toBe(`/my-account/orders/${UUID}`)
    expect(routeOf('/my-account/orders/')).toEqual({ name: 'myaccount.orders', params: {} })
    expect(routeOf('/products/packages')).toEqual(routeOf('/products/packages/'))
    expect([routeOf(''), routeOf('/')].map((route) => route?.name)).toEqual(['frontpage', 'frontpage'])
  })

  it('has parameters that its path does not name in the query', () => {
    expect(pathOf('products.calendars.category', { category: '20 x 30', pages: '13' })).toBe(
      '/products/calendars/20%20x%2030?pages=13',
    )
    expect(routeOf('/products/calendars/20%20x%2030?pages=13#top')).toEqual({
      name: 'products.calendars.category',
      params: { category: '20 x 30' },
    })
  })

  it('cannot be made without a required parameter, or for an unknown view', () => {
    expect(() => pathOf('shoppingcart.edit')).toThrow('Route shoppingcart.edit needs the parameter orderLineUuid')
    expect(() => pathOf('constructor' as RouteName)).toThrow('There is no view constructor')
  })

  it('is missing if a uuid or a character is invalid, or no route has that path', () => {
    const none = ['/shopping-cart/edit/one', '/products/cards/%E0%A4', '/nowhere', '/login/twice']
    expect(none.map(routeOf)).toEqual(none.map(() => undefined))
  })

  it('[BRW-11] of a creation is distinguished from that of a category by its first words', () => {
    const [create, inCategory] = [`/products/cards/${UUID}/${OTHER}`, `/products/cards/fun/${UUID}/${OTHER}`]
    expect(routeOf(create)?.name).toBe('products.create')
    expect(routeOf(inCategory)).toEqual({
      name: 'products.category.create',
      params: { type: 'cards', category: 'fun', productUuid: UUID, templateUuid: OTHER },
    })
    expect(routeOf(`/products/calendars/${UUID}/${OTHER}`)?.name).toBe('products.calendars.create')
    expect(routeOf(`/products/categories/cards/fun/${UUID}/${OTHER}`)?.name).toBe('products.categories.category.create')
    expect(routeOf('/products/packages/')?.name).toBe('products.list')
  })
})

it('[AUT-15] the account, orders, the cart and the checkout are for customers, and browsing is for everybody', () => {
  const isProtected = (path: string) => protectedRoutes.includes(routeOf(path)?.name as RouteName)
  const forCustomers = [
    ...['/shopping-cart', `/shopping-cart/edit/${UUID}`, '/shopping-cart/checkout', '/my-account', '/new-picture-set'],
    ...['/my-account/orders', `/my-account/picture-sets/${UUID}`, '/my-account/contact-info'],
  ]
  const forAll = [
    ...['/', '/login', '/enter-code', '/reset-password', '/contact-us', '/privacy-policy', '/pages/about', '/debug'],
    ...['/products/packages', '/products/cards', `/products/cards/${UUID}/${OTHER}`, '/products/digital-portraits'],
  ]
  expect(forCustomers.filter((path) => !isProtected(path))).toEqual([])
  expect(forAll.filter(isProtected)).toEqual([])
})
