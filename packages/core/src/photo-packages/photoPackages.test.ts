import { describe, expect, it } from 'vitest'
import { canMix, canTakeFrom, type SubjectChange } from '../jobs/subjectChange.ts'
import { defaultCrop } from '../template/crop.ts'
import type { ImageRules, TemplateDefinition } from '../template/definition.ts'
import type { ImageResource } from '../template/design.ts'
import type { FillPicture } from '../template/fillResources.ts'
import { imageIn } from '../template/slots.ts'
import { aPackageItem } from '../testing/aPackage.ts'
import { aPictureUuid, aTemplate } from '../testing/aTemplate.ts'
import { changeAllPictures } from './changeAllPictures.ts'
import { routeOfLink } from './linkTarget.ts'
import { mergeDesigns, toChosenItem } from './packageItems.ts'
import { savedPackageId } from './savedPackageId.ts'
import { updateSubjectTexts } from './updateSubjectTexts.ts'

const wide: FillPicture = {
  uuid: aPictureUuid(9),
  width: 3000,
  height: 2000,
  keywords: [],
  pictureType: 'IP',
  groupPicture: false,
}
const LARGE = { x: 10, y: 10, width: 130, height: 100 }

function withRules(rules?: ImageRules, change: { disableEdit?: boolean } = {}): TemplateDefinition {
  const template = aTemplate()
  const parts = template.parts.map((part) => ({
    ...part,
    layers: part.layers.map((layer) =>
      layer.kind === 'image' && layer.id === 'small' ? { ...layer, ...(rules && { rules }), ...change } : layer,
    ),
  }))
  return { ...template, parts }
}

function imagesAfter(definition: TemplateDefinition, picture: FillPicture): ImageResource['image'][] {
  const [item] = changeAllPictures([aPackageItem()], picture, () => definition)
  const resources = item?.templateData?.userResources ?? []
  return ['front.large', 'front.small'].map((id) => imageIn(resources, id)?.image ?? null)
}

describe('[PKG-4] Change all pictures', () => {
  it('puts one picture into every slot of every template item, upright and with its default crop there', () => {
    const [large, small] = imagesAfter(aTemplate(), wide)
    const cropRect = defaultCrop(wide, LARGE, { safe: { x: 5, y: 5, width: 140, height: 140 } })
    expect(large).toEqual({
      uuid: wide.uuid,
      width: 3000,
      height: 2000,
      rotation: 0,
      cropRect,
      overrideEffect: 'original',
    })
    expect(small).toMatchObject({ uuid: wide.uuid, rotation: 0, cropRect: { width: 2000, height: 2000 } })
  })

  it('gives each changed item a new version, whose preview has to be drawn again', () => {
    const [first, second] = changeAllPictures([aPackageItem(), aPackageItem({ version: 1 })], wide, () => aTemplate())
    expect(first).toMatchObject({ version: 5, sceneHash: null, preview: null })
    expect(second).toMatchObject({ version: 2 })
    expect(first?.templateData?.userResources[2]).toEqual({ fullId: 'front.name', type: 'STRING', text: 'Emma' })
  })

  it.each<[string, ImageRules]>([
    ['its kind', { pictureTypes: ['GP'] }],
    ['its orientation', { orientation: 'portrait' }],
    ['its pixels', { minPixels: 2001 }],
    ['the group that it is of', { groupPicture: true }],
  ])('leaves a slot unchanged that refuses the picture for %s', (_why, rules) => {
    const [large, small] = imagesAfter(withRules(rules), wide)
    expect([large?.uuid, small?.uuid]).toEqual([wide.uuid, aPictureUuid(2)])
  })

  it('leaves a slot unchanged that cannot be edited', () => {
    expect(imagesAfter(withRules(undefined, { disableEdit: true }), wide)[1]?.uuid).toBe(aPictureUuid(2))
  })

  it('ignores items without a picture slot, without a slot that accepts it, and without a template', () => {
    const noPart = aPackageItem({ template: { uuid: aPictureUuid(7), version: 1, name: '', type: 'CARDS' } })
    const set = aPackageItem({ type: 'DIGITAL_SET', template: null, templateData: null })
    const refusing = { ...withRules({ pictureTypes: ['GP'] }) }
    const onlySmall = {
      ...refusing,
      parts: refusing.parts.map((part) => ({
        ...part,
        layers: part.layers.filter((layer) => !('id' in layer) || layer.id !== 'large'),
      })),
    }
    const items = [noPart, set, aPackageItem()]
    const after = changeAllPictures(items, wide, ({ uuid }) => (uuid === aTemplate().uuid ? onlySmall : undefined))
    expect(after.map((item, index) => item === items[index])).toEqual([true, true, true])
  })
})

const origin = (subject: string, job: string, jobType: string) => ({
  subject: { uuid: subject },
  job: { uuid: job },
  jobType: { uuid: jobType },
})

describe('[PKG-5] whose pictures are allowed in a package', () => {
  const packageOrigin = origin('emma', 'maple', 'school')
  it.each<[SubjectChange, boolean[]]>([
    [1, [true, false, false, false]],
    [2, [true, true, false, false]],
    [3, [true, true, true, false]],
    [4, [true, true, true, true]],
  ])('mode %i', (mode, expected) => {
    const others = [
      packageOrigin,
      origin('noah', 'maple', 'school'),
      origin('liam', 'hill', 'school'),
      origin('x', 'fc', 'club'),
    ]
    expect(others.map((other) => canTakeFrom(mode, packageOrigin, other))).toEqual(expected)
  })

  it('forbids mixing photographers if the provider does, and otherwise allows it', () => {
    const [one, other] = [{ photographer: { uuid: 'a' } }, { photographer: { uuid: 'b' } }]
    expect([canMix(true, one, one), canMix(true, one, other), canMix(true, undefined, other)]).toEqual([
      true,
      false,
      true,
    ])
    expect(canMix(false, one, other)).toBe(true)
  })
})

describe('a package of type link', () => {
  it.each([
    ['cards', null, 'products.cards', {}],
    ['cards', 'thank-you', 'products.cards.category', { category: 'thank-you' }],
    ['calendars', null, 'products.calendars', {}],
    ['catalogues', null, 'products.catalogues', {}],
    ['digitalcopy', null, 'products.digitalportraits', {}],
    ['photogifts.category', 'mugs', 'products.photogifts.category', { category: 'mugs' }],
    ['photogifts', null, 'products.photogifts', {}],
  ] as const)('[PKG-2] of %s and %s links to %s', (type, category, name, params) => {
    expect(routeOfLink({ type, category })).toEqual({ name, params })
  })
})

describe('a saved package', () => {
  it('has its own id for each package and subject of a customer', async () => {
    const parts = { customer: 'c', package: 'p', subject: 's' }
    const ids = [parts, parts, { ...parts, subject: null }, { ...parts, package: 'q' }, { ...parts, customer: 'd' }]
    expect(new Set(await Promise.all(ids.map(savedPackageId))).size).toBe(4)
  })
})

it('[PKG-4] an item that shows another child gets that child’s name, and keeps typed texts', () => {
  const emma = { uuid: aPictureUuid(200), name: 'Emma', group: '4B' }
  const noah = { uuid: aPictureUuid(201), name: 'Noah', group: '1A' }
  const filled = [{ fullId: 'front.name', type: 'STRING' as const, text: 'Noah', size: 7 }]
  const textsAfter = (text: string) => {
    const { userResources = [] } = aPackageItem().templateData ?? {}
    const resources = userResources.map((each) => (each.type === 'STRING' ? { ...each, text } : each))
    const item = aPackageItem({ subject: emma, templateData: { userResources: resources, year: null } })
    const after = updateSubjectTexts(item, aTemplate(), { subject: noah, filled })
    expect(after.subject).toBe(noah)
    return after.templateData?.userResources.filter(({ type }) => type === 'STRING')
  }
  expect(textsAfter('Emma')).toEqual(filled)
  expect(textsAfter('For granny')).toEqual([{ fullId: 'front.name', type: 'STRING', text: 'For granny' }])
})

it('[PKG-3] after the login, a sample name in a colour of the visitor’s becomes the child’s name in that colour', () => {
  const itemWith = (text: string, style = {}) => {
    const userResources = [{ fullId: 'front.name', type: 'STRING' as const, text, ...style }]
    return toChosenItem(aPackageItem({ templateData: { userResources, year: null } }))
  }
  const textAfter = (text: string) => {
    const made = [itemWith(text, { overrideColor: '#ff0000', overrideSize: 9 })]
    const [item] = mergeDesigns({ filled: [itemWith('Noah')], filledBefore: [itemWith('Emma')], made })
    return item?.templateData?.userResources
  }
  expect(textAfter('Emma')).toMatchObject([{ text: 'Noah', overrideColor: '#ff0000' }])
  expect(textAfter('Emma')?.[0]).not.toHaveProperty('overrideSize')
  expect(textAfter('For granny')).toMatchObject([{ text: 'For granny', overrideColor: '#ff0000', overrideSize: 9 }])
  expect(textAfter('')).toMatchObject([{ text: 'Noah' }])
})
