import type { DesignContent } from '@portraitkit/core/template/design.ts'
import { createFontkitShaper } from '@portraitkit/core/template/fontkitShaper.ts'
import { fontTexts, type LayoutSetting, layOut, withPictures } from '@portraitkit/core/template/layOut.ts'
import { fitSize, fits, type Style, setParagraph } from '@portraitkit/core/template/paragraph.ts'
import {
  type GlyphsNode,
  type PictureNode,
  type Scene,
  scene as sceneSchema,
} from '@portraitkit/core/template/scene.ts'
import type { Shaper } from '@portraitkit/core/template/shaper.ts'
import { aContent, anImage, aPictureUuid, aTemplate } from '@portraitkit/core/testing/aTemplate.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { fonts, shaper } from './fonts.ts'

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

const words = fc.array(fc.constantFrom('Łukasz', 'Ångström', 'fi', 'AVA', 'Niño', 'ő', 'Straße', '🎈', 'a', 'Emma'), {
  maxLength: 8,
})
const style: Style = {
  box: { x: 10, y: 20, width: 60, height: 30 },
  family: 'Lora',
  size: 24,
  horizontalAlign: 'center',
  verticalAlign: 'middle',
}

beforeAll(() => shaper().prepare([{ family: 'Lora', text: 'Łő Emma Ш🎈👩‍👧' }]))

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

describe('a paragraph', () => {
  it('breaks at spaces, keeps its own breaks and never breaks a word', () => {
    const { lines, overflow } = setParagraph('Emma Emma Emma Emma\n\nŁő', style, shaper())
    expect(lines).toEqual(['Emma Emma', 'Emma Emma', '', 'Łő'])
    expect(overflow).toBe(true)
    expect(setParagraph('EmmaEmmaEmmaEmmaEmma', style, shaper())).toMatchObject({
      lines: { length: 1 },
      overflow: true,
    })
  })

  it('uses the font that has the letter, and lists letters that no font has', () => {
    const set = setParagraph('Łő 漢🎈 Ш', { ...style, size: 12 }, shaper())
    expect(set.missing).toEqual(['漢'])
    expect(set.fonts).toHaveLength(4)
    expect(set.d).not.toBe('')
  })

  it('keeps a letter whose marks no font has, and reports the marks', () => {
    const { missing, glyphs } = shaper().shape('Lora', 'aZ\u0351\u0352e\u0301', true)
    expect(missing).toEqual(['◌\u0351', '◌\u0352'])
    expect(glyphs).toHaveLength(3)
  })

  it.each([
    ['Cyrillic', 'Маша', 'Bebas Neue', 'roboto-cyrillic-400-normal.woff2'],
    ['Greek', 'Ελένη', 'Lobster', 'roboto-greek-400-normal.woff2'],
    ['Vietnamese', 'ễ', 'Graduate', 'roboto-vietnamese-400-normal.woff2'],
    ['Turkish', 'Ğ', 'Graduate', 'roboto-latin-ext-400-normal.woff2'],
    ['emoji', '🎈', 'Lora', 'noto-emoji-4-400-normal.woff2'],
  ])(
    'writes %s that a family does not have in letters of another, with the same files in browser and server',
    async (_name, text, family, name) => {
      const fetched: string[] = []
      const own = createFontkitShaper(fonts().list, async (file) => {
        fetched.push(file.name)
        return (await fonts().bytes(file.hash)) as Buffer
      })
      await own.prepare([{ family, text }])
      const { missing, fonts: used, glyphs } = own.shape(family, text, true)
      expect([missing, glyphs.length > 0]).toEqual([[], true])
      expect(fetched).toContain(name)
      expect(
        used.map(
          (hash) =>
            Object.values(fonts().list.families)
              .flat()
              .find((file) => file.hash === hash)?.name,
        ),
      ).toEqual([name])
    },
  )

  it('loads only the fonts that a text needs, and emoji only if there are some', async () => {
    const fetched: string[] = []
    const own = createFontkitShaper(fonts().list, async (file) => {
      fetched.push(file.name)
      return (await fonts().bytes(file.hash)) as Buffer
    })
    await own.prepare([{ family: 'Lora', text: 'Emma Carter, 4B' }])
    expect(fetched).toEqual(['lora-latin-400-normal.woff2'])
    await own.prepare([{ family: 'Lora', text: 'Łukasz ❤️' }])
    expect(fetched.slice(1)).toEqual(['lora-latin-ext-400-normal.woff2', expect.stringMatching(/^noto-emoji-\d-/)])
  })

  it('writes an emoji that no font has as a whole by its parts, and no box for the rest', async () => {
    const text = '👩🏽‍🚀👨‍👩‍👧‍👦❤️🇳🇴'
    await shaper().prepare([{ family: 'Lora', text }])
    const shaped = shaper().shape('Lora', text, true)
    expect(shaped.missing).toEqual([])
    for (const { outline, advance } of shaped.glyphs) expect(outline.commands.length > 0 || advance === 0).toBe(true)
  })

  it('[TXT-2] shrinks one point at a time until it fits, and never below 12', () => {
    const text = 'Emma Emma Emma Emma Emma Emma'
    const size = fitSize(text, style, shaper())
    expect(size).toBeLessThan(24)
    expect(fits(text, { ...style, size }, shaper())).toBe(true)
    expect(fits(text, { ...style, size: size + 1 }, shaper())).toBe(false)
    expect(fitSize(text.repeat(20), style, shaper())).toBe(12)
    expect(fitSize(text.repeat(20), { ...style, size: 9 }, shaper())).toBe(9)
  })

  it('is broken in time linear in its length, not quadratic', () => {
    const work = (count: number) => {
      const counted = { calls: 0, letters: 0 }
      const counting: Shaper = {
        ...shaper(),
        shape(family, text, ligatures) {
          counted.calls++
          counted.letters += text.length
          return shaper().shape(family, text, ligatures)
        },
      }
      const wide = { ...style, size: 12, box: { ...style.box, width: 200, height: 2000 } }
      fits('Emma AVA fi a '.repeat(count / 4), wide, counting)
      return counted
    }
    for (const count of [40, 800]) {
      expect(work(count).calls).toBeLessThan(3 * count)
      expect(work(count).letters).toBeLessThan(20 * count)
    }
  })

  it('is not laid out far outside its box, and reported as overflowing', () => {
    const set = setParagraph('a\n'.repeat(400), style, shaper())
    expect(set.lines.length).toBeLessThan(30)
    expect(set.overflow).toBe(true)
  })

  it('is laid out the same each time, fits its box or is reported as overflowing, and loses no word', async () => {
    await shaper().prepare([{ family: 'Pacifico', text: 'ŁÅñőßa' }])
    const aStyle = fc.record({
      family: fc.constantFrom('Lora', 'Pacifico'),
      size: fc.integer({ min: 8, max: 60 }),
      horizontalAlign: fc.constantFrom('left', 'center', 'right'),
      verticalAlign: fc.constantFrom('top', 'middle', 'bottom'),
      tracking: fc.constantFrom(undefined, 80),
    })
    fc.assert(
      fc.property(words, aStyle, (list, changed) => {
        const all = { ...style, ...changed } as Style
        const set = setParagraph(list.join(' '), all, shaper())
        expect(setParagraph(list.join(' '), all, shaper())).toEqual(set)
        expect(set.lines.join(' ').split(' ').filter(Boolean)).toEqual(list)
        for (const line of set.lines.filter((each) => each.includes(' '))) {
          expect(fits(line, { ...all, box: { ...all.box, height: 1000 } }, shaper())).toBe(true)
          expect(setParagraph(line, all, shaper()).lines).toEqual([line])
        }
        expect(set.overflow).toBe(!fits(list.join(' '), all, shaper()))
        expect(set.d).toMatch(/^[MlqcZz0-9 .-]*$/)
      }),
      { numRuns: 60 },
    )
  })
})
