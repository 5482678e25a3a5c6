import { describe, expect, it } from 'vitest'
import type { MenuItem } from './contract.ts'
import { targetOf, titleOf, visibleItems } from './menu.ts'

const anItem = (change: Partial<MenuItem> = {}): MenuItem => ({
  title: 'Cards',
  type: 'internal',
  target: 'products.cards',
  visibility: 0,
  ...change,
})

describe('the visibility of an item', () => {
  const children = [anItem({ title: 'everybody' }), anItem({ title: 'nobody yet', visibility: 2 })]
  const items = [anItem({ title: 'always', children }), anItem({ title: 'in', visibility: 1 })]
  const titles = (signedIn: boolean) =>
    visibleItems(items, signedIn).flatMap(({ title, children = [] }) => [title, ...children.map((one) => one.title)])

  it('[MNU-2] 0 always, 1 logged in only, 2 logged out only, for children too', () => {
    expect(titles(true)).toEqual(['always', 'everybody', 'in'])
    expect(titles(false)).toEqual(['always', 'everybody', 'nobody yet'])
  })
})

describe('the title of an item', () => {
  it('[MNU-1] is one text, or one for each language', () => {
    expect(titleOf(anItem(), 'de')).toBe('Cards')
    expect(titleOf(anItem({ title: { en: 'Cards', de: 'Karten' } }), 'de')).toBe('Karten')
    expect(titleOf(anItem({ title: { en: 'Cards', de: 'Karten' } }), 'sv')).toBe('Cards')
  })
})

describe('the target of an item', () => {
  const uuid = '0b5c1f6e-4f0d-4c55-9a35-1d6b8b6e1a01'

  it.each([
    'frontpage',
    'login',
    'products.list',
    'products.cards',
    'products.calendars',
    'products.photogifts',
    'products.digitalportraits',
    'shoppingcart',
    'checkout',
    'myaccount',
    'myaccount.picturesets',
    'newpictureset',
    'contactus',
    'privacypolicy',
  ])('[MNU-6] is the route %s', (target) => {
    expect(targetOf(anItem({ target }))).toEqual({ kind: 'route', route: { name: target, params: {} } })
  })

  it.each([
    ['products.digitalportraits.subject', { subjectUuid: uuid }],
    ['products.calendars.create', { productUuid: uuid, templateUuid: uuid }],
    [
      'products.categories.category.create',
      { category: 'cards', subCategory: 'thanks', productUuid: uuid, templateUuid: uuid },
    ],
  ])('[MNU-6] is the route %s, with its parameters and not without', (target, data) => {
    expect(targetOf(anItem({ target, data }))).toEqual({ kind: 'route', route: { name: target, params: data } })
    expect(targetOf(anItem({ target }))).toBeUndefined()
  })

  it('is nothing for an unknown route', () => {
    for (const target of ['products.books', 'toString', '']) expect(targetOf(anItem({ target }))).toBeUndefined()
  })

  it('is an existing modal', () => {
    const item = anItem({ type: 'modal', target: 'share-picture-sets' })
    expect(targetOf(item)).toEqual({ kind: 'modal', name: 'share-picture-sets' })
    expect(targetOf({ ...item, target: 'toString' })).toBeUndefined()
  })

  it('is an address of the web, and never a script', () => {
    const to = (target: string) => targetOf(anItem({ type: 'external', target }))
    expect(to('https://studio.example/about')).toEqual({ kind: 'address', href: 'https://studio.example/about' })
    for (const target of ['javascript:alert(1)', 'data:text/html,x', '//studio.example', 'http://']) {
      expect(to(target)).toBeUndefined()
    }
  })
})
