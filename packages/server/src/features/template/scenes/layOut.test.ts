import type { DesignContent } from '@portraitkit/core/template/design.ts'
import { fontTexts, type LayoutSetting, layOut, withPictures } from '@portraitkit/core/template/layOut.ts'
import {
  type GlyphsNode,
  type PictureNode,
  type Scene,
  scene as sceneSchema,
} from '@portraitkit/core/template/scene.ts'
import { aContent, anImage, aPictureUuid, aTemplate } from '@portraitkit/core/testing/aTemplate.ts'
import { describe, expect, it } from 'vitest'
import { fonts, shaper } from '../fonts/fonts.ts'

const setting: LayoutSetting = { names: { name: 'Emma Carter', group: '4B' }, language: 'en' }
const template = aTemplate()

async function scene(content: DesignContent = aContent(), changed: Partial<LayoutSetting> = {}): Promise<Scene> {
  const all = { ...setting, ...changed }
  await shaper().prepare(fontTexts(template, content, all))
  return layOut(template, content, { ...all, shaper: shaper() })
}

function glyphs(scene: Scene, id: string): GlyphsNode {
  const found = scene.parts[0]?.nodes.find((node) => node.kind === 'glyphs' && node.id === id)
  if (found?.kind !== 'glyphs') throw new Error(`No text ${id}`)
  return found
}

describe('the layout of a design', () => {
  it('is a valid scene, the same bytes each time', async () => {
    const content = aContent([anImage('front.large'), anImage('front.small', { uuid: aPictureUuid(2), rotation: 90 })])
    const first = await scene(content)
    expect(sceneSchema().parse(first)).toEqual(first)
    expect(JSON.stringify(await scene(content))).toBe(JSON.stringify(first))
    expect(JSON.stringify(first)).toBe(JSON.stringify(JSON.parse(JSON.stringify(first))))
  })

  it("writes the customer's text, otherwise the subject's name, otherwise the template's own in the language", async () => {
    expect(glyphs(await scene(), 'front.name').text).toBe('Emma Carter')
    expect(glyphs(await scene(aContent(), { names: {} }), 'front.name').text).toBe('Emma')
    expect(glyphs(await scene(aContent(), { language: 'de' }), 'front.greeting').text).toBe('ERSTER SCHULTAG')
    const own = aContent([{ fullId: 'front.name', type: 'STRING', text: ' To\u200b  Grandma ' }])
    expect(glyphs(await scene(own), 'front.name').text).toBe('To Grandma')
    const empty = await scene(aContent([{ fullId: 'front.name', type: 'STRING', text: '' }]))
    expect(glyphs(empty, 'front.name')).toMatchObject({ text: '', d: '' })
  })

  it("applies the customer's family, size, colour and alignment", async () => {
    const changed = { overrideFamily: 'Anton', overrideSize: 14, overrideColor: '#ff0000' }
    const content = aContent([
      { fullId: 'front.name', type: 'STRING', text: 'Emma', overrideHorizontalAlign: 'left', ...changed },
    ])
    const node = glyphs(await scene(content), 'front.name')
    expect(node.fill).toBe('#ff0000')
    expect(node.fonts).toEqual([fonts().list.families.Anton?.[0]?.hash])
    expect(Number(/^M([\d.]+)/.exec(node.d)?.[1])).toBeLessThan(12)
  })

  it('changes pictures without a shaper, with the same result as a whole layout', async () => {
    const before = await scene(aContent([anImage('front.large')]))
    const content = aContent([
      anImage('front.large', { overrideEffect: 'bw', rotation: 180 }),
      anImage('front.small', { cropRect: { x: -50, y: 40, width: 99999, height: 3 } }),
    ])
    expect(withPictures(before, template, content)).toEqual(await scene(content))
  })

  it('never shows a crop outside the picture, or of another shape than the slot', async () => {
    const content = aContent([anImage('front.large', { cropRect: { x: 1500, y: -40, width: 900, height: 900 } })])
    const [large] = (await scene(content)).parts[0]?.nodes.filter((node) => node.kind === 'picture') ?? []
    expect(large?.picture?.crop).toEqual({ x: 430, y: 0, width: 1170, height: 900 })
  })

  it('leaves an empty slot empty and cuts a round one round', async () => {
    const nodes = (await scene()).parts[0]?.nodes.filter((node): node is PictureNode => node.kind === 'picture')
    expect(nodes?.map(({ picture }) => picture)).toEqual([null, null])
    expect(nodes?.[1]?.clip).toBe(
      'M120 85h0a20 20 0 0 1 20 20v0a20 20 0 0 1 -20 20h0a20 20 0 0 1 -20 -20v0a20 20 0 0 1 20 -20z',
    )
  })

  it('refuses a design of another template', () => {
    const content = aContent([], { template: { uuid: template.uuid, version: 2 } })
    expect(() => layOut(template, content, { ...setting, shaper: shaper() })).toThrow('version 2')
  })
})
