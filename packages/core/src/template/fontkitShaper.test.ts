import { beforeAll, describe, expect, it } from 'vitest'
import { fonts, shaper } from '../../../server/src/features/template/fonts/fonts.ts'
import { createFontkitShaper } from './fontkitShaper.ts'
import type { FontFile } from './fontList.ts'

// Shaping with the server's own fonts.

beforeAll(() => shaper().prepare([{ family: 'Lora', text: 'aZfié\u0301 Łő' }]))

const bytesOf = async ({ hash }: FontFile) => (await fonts().bytes(hash)) as Buffer
const LATIN = 'lora-latin-400-normal.woff2'

/** A shaper that notes the fetched files; `load` may fail. */
function aFetchingShaper(load: (file: FontFile) => Promise<Uint8Array> = bytesOf) {
  const fetched: string[] = []
  const own = createFontkitShaper(fonts().list, (file) => {
    fetched.push(file.name)
    return load(file)
  })
  return { own, fetched }
}

describe('shaping', () => {
  it('of an empty text has no glyphs', () => {
    expect(shaper().shape('Lora', '', true)).toEqual({ glyphs: [], fonts: [], missing: [] })
  })

  it('writes a letter and its mark as one letter', () => {
    const { glyphs } = shaper().shape('Lora', 'e\u0301', true)
    expect(glyphs).toHaveLength(1)
    expect(glyphs).toEqual(shaper().shape('Lora', 'é', true).glyphs)
  })

  it('joins letters to ligatures only if they are requested', () => {
    const widthOf = (ligatures: boolean) => shaper().shape('Lora', 'fi', ligatures).glyphs.length
    expect([widthOf(true), widthOf(false)]).toEqual([1, 2])
  })

  it.each([
    ['Hebrew', 'נועה', ['נ', 'ו', 'ע', 'ה']],
    ['Arabic', 'ليلى', ['ل', 'ي', 'ل', 'ى']],
    ['pointed Hebrew', 'שָׁ', ['◌\u05b8', '◌\u05c1', 'ש']],
  ])('lists every letter of %s, which no font has, and gives it no width', async (_script, name, missing) => {
    await shaper().prepare([{ family: 'Lora', text: `a ${name} Z` }])
    const shaped = shaper().shape('Lora', `a${name}Z`, true)
    expect([...shaped.missing].sort()).toEqual([...missing].sort())
    expect(shaped.glyphs).toEqual(shaper().shape('Lora', 'aZ', true).glyphs)
  })

  it('is cached for a line until many others were shaped, so that the cache stays small', () => {
    const shape = (text: string) => shaper().shape('Lora', text, true)
    const first = shape('aZ')
    expect(shape('aZ')).toBe(first)
    for (let line = 0; line <= 2000; line++) shape(String(line))
    expect(shape('aZ')).not.toBe(first)
    expect(shape('aZ')).toEqual(first)
  })

  it('measures a family by its file with the Latin letters, in ems', () => {
    expect(shaper().metrics('Lora')).toEqual({ ascent: 1.006, descent: 0.274 })
  })

  it('is refused without its font file, and for a family that does not exist', async () => {
    const { own } = aFetchingShaper()
    expect(() => own.shape('Lora', 'a', true)).toThrow(`The font file ${LATIN} was not prepared`)
    expect(() => own.metrics('Lora')).toThrow(`The font file ${LATIN} was not prepared`)
    await expect(own.prepare([{ family: 'Comic', text: 'a' }])).rejects.toThrow('There is no font family Comic')
    const emoji = {
      name: 'emoji',
      hash: 'emoji',
      address: '/emoji',
      ranges: [[0x1f300, 0x1f5ff]] as [number, number][],
    }
    const list = { families: { Emoji: [emoji] }, fallback: [] }
    expect(createFontkitShaper(list, bytesOf).families).toEqual([])
    expect(() => createFontkitShaper(list, bytesOf).metrics('Emoji')).toThrow('The family Emoji has no Latin letters')
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
    'writes %s that a family lacks in the letters of another, with the same files in browser and server',
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

  it('writes an emoji by its parts if no font has it as a whole, and no box for the rest', async () => {
    const text = '👩🏽‍🚀👨‍👩‍👧‍👦❤️🇳🇴'
    await shaper().prepare([{ family: 'Lora', text }])
    const shaped = shaper().shape('Lora', text, true)
    expect(shaped.missing).toEqual([])
    for (const { outline, advance } of shaped.glyphs) expect(outline.commands.length > 0 || advance === 0).toBe(true)
  })
})

describe('the fonts of a text', () => {
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

  it('are prepared when all of them have been fetched, also those of a text that is still empty', async () => {
    const { own, fetched } = aFetchingShaper()
    const [empty, name] = [[{ family: 'Lora', text: '' }], [{ family: 'Lora', text: 'Ł' }]]
    expect([own.isPrepared([]), own.isPrepared(empty)]).toEqual([true, false])
    await own.prepare(empty)
    expect([fetched, own.isPrepared(empty), own.isPrepared(name)]).toEqual([[LATIN], true, false])
    await own.prepare(name)
    expect(own.isPrepared([...empty, ...name])).toBe(true)
  })

  it('are fetched once, also if two texts need them at the same time', async () => {
    const { own, fetched } = aFetchingShaper()
    const writings = [{ family: 'Lora', text: 'Emma' }]
    await Promise.all([own.prepare(writings), own.prepare(writings)])
    await own.prepare(writings)
    expect(fetched).toEqual([LATIN])
  })

  it.each<[string, () => Promise<Uint8Array>]>([
    ['does not arrive', () => Promise.reject(new Error('No connection'))],
    ['is not a font, such as the page of a network that asks for a sign-in', async () => Buffer.from('<html>')],
  ])('are fetched again the next time if a file %s', async (_title, fail) => {
    let isBroken = true
    const { own, fetched } = aFetchingShaper((file) => (isBroken ? fail() : bytesOf(file)))
    const writings = [{ family: 'Lora', text: 'Emma' }]
    await expect(own.prepare(writings)).rejects.toThrow()
    expect(own.isPrepared(writings)).toBe(false)
    isBroken = false
    await own.prepare(writings)
    expect([fetched, own.shape('Lora', 'Emma', true).glyphs]).toEqual([
      [LATIN, LATIN],
      expect.objectContaining({ length: 4 }),
    ])
  })
})
