import { describe, expect, it } from 'vitest'
import { listOfCategory, routeOfCategory, visibleCategories } from './categoryRoutes.ts'

const sub = (internalName: string, isDefault = false) => ({ internalName, title: internalName, default: isDefault })
const category = (internalName: string, subCategories: ReturnType<typeof sub>[] = []) => ({
  internalName,
  title: internalName,
  description: '',
  image: null,
  subCategories,
  firstQualifiedSubject: null,
})

describe('the target of a category tile', () => {
  it.each([
    ['photogifts', 'products.photogifts.category', { category: 'photogifts' }],
    ['mugs', 'products.photogifts.category', { category: 'mugs' }],
    ['digitalprint', 'products.digitalportraits', {}],
    ['catalogues', 'products.catalogues', {}],
    ['calendar', 'products.calendars', {}],
    ['packages', 'products.list', {}],
    ['cards', 'products.cards', {}],
  ])('[BRW-2] %s', (internalName, name, params) => {
    expect(routeOfCategory(category(internalName))).toEqual({ name, params })
  })

  it('[BRW-2] for cards is the default subcategory, otherwise the first', () => {
    const to = (category: string) => ({ name: 'products.cards.category', params: { category } })
    expect(routeOfCategory(category('cards', [sub('fun'), sub('christmas', true)]))).toEqual(to('christmas'))
    expect(routeOfCategory(category('cards', [sub('fun'), sub('christmas')]))).toEqual(to('fun'))
  })

  it('[BRW-1] leaves out the archive and the excluded category', () => {
    const all = ['cards', 'archive', 'photobook'].map((name) => category(name))
    const names = (except?: string) => visibleCategories(all, except).map(({ internalName }) => internalName)
    expect(names()).toEqual(['cards', 'photobook'])
    expect(names('photobook')).toEqual(['cards'])
  })

  it('[BRW-4] lists cards, calendars and gifts by the names of categories', () => {
    expect(listOfCategory('cards', 'fun')).toEqual({ type: 'cards', category: 'fun' })
    expect(listOfCategory('calendar')).toEqual({ type: 'calendars', category: undefined })
    expect(listOfCategory('mugs')).toEqual({ type: 'photogifts', category: 'mugs' })
    expect(listOfCategory('photogifts', 'mugs')).toEqual({ type: 'photogifts', category: 'mugs' })
  })
})
