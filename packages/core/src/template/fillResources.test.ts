import { describe, expect, it } from 'vitest'
import { aPictureUuid, aTemplate } from '../testing/aTemplate.ts'
import type { ImageRules } from './definition.ts'
import type { ImageResource } from './design.ts'
import { type FillPicture, fillResources } from './fillResources.ts'
import { completeParts, isComplete } from './slots.ts'

const aPicture = (number: number, change: Partial<FillPicture> = {}): FillPicture => ({
  uuid: aPictureUuid(number),
  pictureType: 'IP',
  width: 1600,
  height: 2000,
  keywords: [],
  ...change,
})

function filledPictures(pictures: FillPicture[], rules?: ImageRules): Record<string, string | undefined> {
  const template = aTemplate()
  for (const layer of template.parts[0]?.layers ?? []) if (layer.kind === 'image' && rules) layer.rules = rules
  const resources = fillResources(template, { name: 'Emma Carter', pictures }, { language: 'en' })
  const images = resources.filter((each): each is ImageResource => each.type === 'IMAGE')
  return Object.fromEntries(images.map(({ fullId, image }) => [fullId, image?.uuid]))
}

describe('a new design', () => {
  it('puts the favourite into the largest slot and repeats no picture while one is unused', () => {
    const pictures = [aPicture(1), aPicture(2, { keywords: ['favorite'] }), aPicture(3)]
    expect(filledPictures(pictures)).toEqual({ 'front.large': aPictureUuid(2), 'front.small': aPictureUuid(1) })
    expect(filledPictures([aPicture(7)])).toEqual({ 'front.large': aPictureUuid(7), 'front.small': aPictureUuid(7) })
  })

  it('uses a group picture only if the rules require one or there is nothing else', () => {
    const group = aPicture(9, { pictureType: 'GP', width: 3000 })
    expect(filledPictures([group, aPicture(1)])).toEqual({
      'front.large': aPictureUuid(1),
      'front.small': aPictureUuid(1),
    })
    expect(filledPictures([group])['front.large']).toBe(group.uuid)
    expect(filledPictures([aPicture(1), group], { pictureTypes: ['GP'] })['front.large']).toBe(group.uuid)
  })

  it('[EDT-17] puts a green-screen picture in front of its default background', () => {
    const background = '0f0f0f0f-0000-4000-8000-000000000001'
    const backgroundsOf = (picture: FillPicture) =>
      fillResources(aTemplate(), { pictures: [picture] }, { language: 'en' }).flatMap((each) =>
        each.type === 'IMAGE' ? [each.image?.background] : [],
      )
    expect(backgroundsOf(aPicture(1, { background }))).toEqual([background, background])
    expect(backgroundsOf(aPicture(1, { background: null }))).toEqual([null, null])
    expect(backgroundsOf(aPicture(1))).toEqual([undefined, undefined])
  })

  it('leaves a slot empty whose rules no picture meets, and then is not complete', () => {
    const resources = fillResources(aTemplate(), { pictures: [aPicture(1)] }, { language: 'en' })
    expect(isComplete(aTemplate(), { resources })).toBe(true)
    expect(filledPictures([aPicture(1)], { orientation: 'landscape' })).toEqual({
      'front.large': undefined,
      'front.small': undefined,
    })
    expect(completeParts(aTemplate(), { resources: [] })).toEqual(new Set())
  })

  it('fills in names and the texts of the language, and leaves the year to the design', () => {
    const template = aTemplate()
    const year = template.parts[0]?.layers.find((layer) => layer.kind === 'text' && layer.id === 'greeting')
    const inGerman = fillResources(template, { name: 'Emma Carter', pictures: [] }, { language: 'de' })
    expect(inGerman).toContainEqual({ fullId: 'front.name', type: 'STRING', text: 'Emma Carter' })
    // stored as written: the template's capitals only affect how it is shown
    expect(inGerman).toContainEqual({ fullId: 'front.greeting', type: 'STRING', text: 'Erster Schultag' })
    if (year?.kind === 'text') year.fill = 'year'
    expect(fillResources(template, { pictures: [] }, { language: 'de' }).map(({ fullId }) => fullId)).not.toContain(
      'front.greeting',
    )
  })
})
