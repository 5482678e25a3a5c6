import { pathOf, type RouteName, type RouteParams } from '@portraitkit/core/routes.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PageShop } from '../pageShops.ts'
import { forgetPaidOrder, paidOrder, paymentReturn } from './paymentReturn.ts'

afterEach(() => vi.unstubAllGlobals())

const SHOP = 'https://shop.example.com'
const stand = (href: string) => vi.stubGlobal('location', new URL(href))
const pageOf = (api: string, routers: unknown[] = []) => ({ shop: { api }, routers }) as unknown as PageShop
const at = (base: string) => (name: RouteName, params?: RouteParams) => `${base}${pathOf(name, params)}`

describe('the return address of a payment', () => {
  it('[EMB-3] is the page itself if it has no address for the receipt', () => {
    stand('https://studio.example.com/pay.html?step=2#top')
    expect(paymentReturn(pageOf(SHOP), at(SHOP))).toEqual({
      returnTo: 'https://studio.example.com/pay.html?step=2&pk-order={orderUuid}#top',
      backTo: 'https://studio.example.com/pay.html?step=2#top',
    })
  })

  it('[EMB-3] is the page configured for the receipt, or the page with the checkout', () => {
    stand('https://studio.example.com/pay.html')
    const hrefOf = (name: RouteName, params?: RouteParams) =>
      name === 'receipt' ? `/thanks.html?order=${encodeURIComponent(params?.orderUuid ?? '')}` : at(SHOP)(name, params)
    expect(paymentReturn(pageOf(SHOP), hrefOf)).toEqual({
      returnTo: 'https://studio.example.com/thanks.html?order={orderUuid}',
      backTo: 'https://studio.example.com/pay.html',
    })
  })

  it('[RCP-1] is a view of a shop on the page, wherever it is', () => {
    stand('https://studio.example.com/photos.html#about')
    const onPage = at('#')
    expect(paymentReturn(pageOf(SHOP, [{}]), onPage)).toEqual({
      returnTo: 'https://studio.example.com/photos.html#/shopping-cart/checkout/payment/receipt/{orderUuid}',
      backTo: 'https://studio.example.com/photos.html#/shopping-cart/checkout',
    })
    stand('https://shop.example.com/shopping-cart/checkout?provider=a')
    expect(paymentReturn(pageOf('', [{}]), at(''))).toEqual({
      returnTo: 'https://shop.example.com/shopping-cart/checkout/payment/receipt/{orderUuid}',
      backTo: 'https://shop.example.com/shopping-cart/checkout',
    })
  })

  it('contains the order until that is removed: from then on the address is the page’s own', () => {
    stand('https://studio.example.com/pay.html?step=2&pk-order=abc#top')
    const replaceState = vi.fn((_state: unknown, _title: string, address: URL) => stand(address.href))
    vi.stubGlobal('history', { state: { own: 1 }, replaceState })
    expect(paidOrder()).toBe('abc')
    forgetPaidOrder()
    expect(replaceState).toHaveBeenCalledWith({ own: 1 }, '', new URL('https://studio.example.com/pay.html?step=2#top'))
    expect(paidOrder()).toBeUndefined()
  })
})
