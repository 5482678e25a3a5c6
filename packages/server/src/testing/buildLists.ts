import { aTemplate } from '@portraitkit/core/testing/aTemplate.ts'
import { categories } from '../features/browsing/collection.ts'
import { type BuiltPictureSet, buildPicture, buildPictureSet } from './buildPictureSet.ts'
import { type BuiltTemplate, buildTemplate } from './buildTemplate.ts'
import type { TestServer } from './testServer.ts'

export type BuiltLists = {
  emma: BuiltPictureSet
  /** He has no picture with a sibling, which the square card and the calendar need. */
  noah: BuiltPictureSet
  square: BuiltTemplate
}

/** The data for tests of browsing: cards, a calendar and a mug in their categories, and two children with different pictures. */
export async function buildLists({ app, provider }: Pick<TestServer, 'app' | 'provider'>): Promise<BuiltLists> {
  const portrait = () => buildPicture(app, provider, { fileName: 'noah.jpg' })
  const siblings = await buildPicture(app, provider, { fileName: 'siblings.jpg', pictureType: 'MGP' })
  const emma = await buildPictureSet(app, provider, {
    subject: { name: 'Emma Carter' },
    pictures: [await portrait(), siblings],
  })
  const noah = await buildPictureSet(app, provider, { subject: { name: 'Noah Carter' }, pictures: [await portrait()] })
  const parts = aTemplate().parts.map((part) => ({
    ...part,
    layers: part.layers.map((layer) =>
      layer.kind === 'image' ? { ...layer, rules: { pictureTypes: ['MGP' as const] } } : layer,
    ),
  }))
  const square = await buildTemplate(app, provider, {
    definition: { parts, names: { en: 'Square' }, categories: ['fun'] },
  })
  const tall = { names: { en: 'Tall' }, trimBox: { width: 150, height: 200 }, categories: ['christmas'] }
  await buildTemplate(app, provider, { definition: tall })
  await buildTemplate(app, provider, { definition: { type: 'CALENDAR', parts, names: { en: 'A year' } } })
  await buildTemplate(app, provider, {
    definition: { type: 'PHOTOGIFT', names: { en: 'Mug' }, categories: ['mugs'] },
  })
  const subCategories = [
    { internalName: 'fun', titles: { en: 'Zany' } },
    { internalName: 'christmas', titles: { en: 'Advent' } },
  ]
  await categories.replace(app, provider.key, [
    { internalName: 'cards', titles: { en: 'Cards' }, descriptions: { en: 'For the post' }, subCategories },
    { internalName: 'calendar', titles: { en: 'Calendars' } },
    { internalName: 'archive', titles: { en: 'Archive' } },
    { internalName: 'photobook', titles: { en: 'Books' } },
    { internalName: 'mugs', titles: { en: 'Mugs and cups' } },
  ])
  return { emma, noah, square }
}
