import { describe, expect, it } from 'vitest'
import { aCalendar, CALENDAR } from '../testing/aCalendar.ts'
import { aShaper } from '../testing/aShaper.ts'
import { aContent, anImage, aPictureUuid, aTemplate } from '../testing/aTemplate.ts'
import type { TemplateDefinition } from './definition.ts'
import type { Resource, TextResource } from './design.ts'
import { displayText, fontTexts, type LayoutSetting, layOut, withPictures } from './layOut.ts'
import type { Scene } from './scene.ts'

const SETTING: LayoutSetting = { names: { name: 'Noah', group: '2A' }, language: 'de' }
const text = (fullId: string, change: Partial<TextResource>): TextResource => ({
  ...{ fullId, type: 'STRING', text: 'Hello' },
  ...change,
})

function sceneOf(resources: Resource[] = [], definition = aTemplate()): Scene {
  return layOut(definition, aContent(resources), { ...SETTING, shaper: aShaper() })
}
const nodesOf = (scene: Scene) => scene.parts.flatMap(({ nodes }) => nodes)
const glyphsOf = (scene: Scene, id: string) => nodesOf(scene).find((node) => node.kind === 'glyphs' && node.id === id)
const pictureOf = (scene: Scene, id: string) => nodesOf(scene).find((node) => node.kind === 'picture' && node.id === id)

/** The template with other layers on its only part. */
function withLayers(layers: TemplateDefinition['parts'][number]['layers']): TemplateDefinition {
  return aTemplate({ parts: [{ id: 'front', descriptions: { en: 'Front' }, layers }] })
}

describe('a scene', () => {
  it('has a node for each layer, in their order, and the measures of the template', () => {
    const scene = sceneOf()
    expect(nodesOf(scene).map((node) => ('id' in node ? node.id : node.kind))).toEqual([
      'path',
      'front.large',
      'front.small',
      'front.name',
      'front.greeting',
    ])
    const { uuid, version, trimBox, bleed, safe } = aTemplate()
    expect(scene).toMatchObject({ format: 1, template: { uuid, version }, trimBox, bleed, safe })
    expect(nodesOf(scene)[0]).toEqual({ kind: 'path', d: expect.stringMatching(/^M/), fill: '#f7f2ea' })
  })

  it('is the same before and after JSON', () => {
    const scene = sceneOf([anImage('front.large'), text('front.name', {})])
    expect(JSON.parse(JSON.stringify(scene))).toStrictEqual(scene)
  })

  it('is refused for a design of another template or version', () => {
    expect(() => sceneOf([], aTemplate({ version: 2 }))).toThrow('cannot be laid out with')
    expect(() => withPictures(sceneOf(), aTemplate({ uuid: CALENDAR }), aContent())).toThrow('cannot be laid out with')
  })

  it('has the file of a drawing, which is refused if it was not stored', () => {
    const box = { x: 0, y: 0, width: 10, height: 10 }
    const layers = withLayers([{ kind: 'asset', asset: 'star', box }])
    const stored = { hash: 'hash', width: 30, height: 40 }
    const definition = { ...layers, assets: { star: stored } } as unknown as TemplateDefinition
    expect(nodesOf(sceneOf([], definition))).toEqual([{ kind: 'asset', ...stored, box }])
    expect(() => sceneOf([], layers)).toThrow('The asset star was not stored with its template')
  })

  it('of a calendar needs its words and its year', () => {
    const template = { uuid: CALENDAR, version: 1 }
    const calendar = (year: object) => () =>
      layOut(aCalendar(), aContent([], { template, ...year }), { ...SETTING, shaper: aShaper() })
    expect(calendar({ year: 2027 })).toThrow('A calendar cannot be laid out without its words and its year')
  })
})

describe('a text', () => {
  it.each<[string, Resource[], LayoutSetting, string]>([
    ['is the customer’s', [text('front.name', { text: ' Emma ' })], SETTING, 'Emma'],
    ['is empty if the customer has emptied it', [text('front.name', { text: '' })], SETTING, ''],
    ['is the name of the child if nothing was written', [], SETTING, 'Noah'],
    ['is the template’s own without a name', [], { names: { name: '' }, language: 'de' }, 'Emma'],
  ])('%s', (_title, resources, setting, expected) => {
    const layer = aTemplate().parts[0]?.layers[3]
    if (layer?.kind !== 'text') throw new Error('The template has changed')
    expect(displayText('front.name', layer, aContent(resources), setting)).toBe(expected)
  })

  it('is in the language of the setting, and in capitals if the template requires them', () => {
    expect(glyphsOf(sceneOf(), 'front.greeting')).toMatchObject({ text: 'ERSTER SCHULTAG' })
  })

  it('has the style of the customer, and is reported if it does not fit', () => {
    const small = sceneOf([text('front.name', { overrideSize: 12, overrideColor: '#b0413e' })])
    expect(glyphsOf(small, 'front.name')).toMatchObject({ fill: '#b0413e', fonts: ['font'] })
    expect(glyphsOf(small, 'front.name')).not.toHaveProperty('overflow')
    expect(glyphsOf(sceneOf([text('front.name', { overrideSize: 110 })]), 'front.name')).toHaveProperty(
      'overflow',
      true,
    )
    const right = sceneOf([text('front.name', { overrideSize: 12, overrideHorizontalAlign: 'right' })])
    expect(glyphsOf(right, 'front.name')).not.toEqual(glyphsOf(small, 'front.name'))
  })

  it('needs the fonts of its own family', () => {
    const content = aContent([text('front.name', { text: 'Emma', overrideFamily: 'Montserrat' })])
    expect(fontTexts(aTemplate(), content, SETTING)).toEqual([
      { family: 'Montserrat', text: 'Emma' },
      { family: 'Lora', text: 'ERSTER SCHULTAG' },
    ])
  })
})

describe('a picture', () => {
  it('fills its box, in the shape that the template gives it', () => {
    const scene = sceneOf([anImage('front.large', { overrideEffect: 'sepia' }), anImage('front.small')])
    expect(pictureOf(scene, 'front.large')).toMatchObject({
      picture: { uuid: aPictureUuid(1), effect: 'sepia', crop: { x: 0, width: 1600 } },
    })
    expect(pictureOf(scene, 'front.large')).not.toHaveProperty('clip')
    const small = pictureOf(scene, 'front.small')
    if (small?.kind !== 'picture' || !small.picture) throw new Error('There is no picture')
    expect(small.clip).toMatch(/^M/)
    expect(small.picture.crop.width).toBeCloseTo(small.picture.crop.height)
  })

  it('is missing in an empty place', () => {
    expect(pictureOf(sceneOf(), 'front.large')).toMatchObject({ picture: null })
  })

  it('is replaced without setting the texts again, and every other node stays the same', () => {
    const before = sceneOf([anImage('front.large'), text('front.name', { text: 'Emma' })])
    const changed = aContent([anImage('front.large', { uuid: aPictureUuid(2) }), text('front.name', { text: 'Other' })])
    const after = withPictures(before, aTemplate(), changed)
    expect(pictureOf(after, 'front.large')).toMatchObject({ picture: { uuid: aPictureUuid(2) } })
    const others = nodesOf(after).filter((node, index) => node === nodesOf(before)[index])
    expect(others).toHaveLength(4)
    expect(pictureOf(withPictures(after, aTemplate(), aContent()), 'front.large')).toMatchObject({ picture: null })
  })

  it('is computed only once if it is unchanged', () => {
    const [definition, content] = [aTemplate(), aContent([anImage('front.large')])]
    const scene = sceneOf([], definition)
    const once = withPictures(scene, definition, content)
    expect(pictureOf(withPictures(scene, definition, content), 'front.large')).toBe(pictureOf(once, 'front.large'))
  })
})
