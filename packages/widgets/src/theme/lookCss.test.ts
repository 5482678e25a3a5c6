import { contrast, contrastProblems } from '@portraitkit/core/provider/contrast.ts'
import { logoSvg, look } from '@portraitkit/core/provider/look.ts'
import { describe, expect, it } from 'vitest'
import looks from '../../../server/src/demo/looks.json' with { type: 'json' }
import { lookKey, themeCss, themeTokens } from './lookCss.ts'
import { mergeLook } from './mergeLook.ts'
import { neutralLook } from './neutralLook.ts'
import { themes } from './readyThemes.ts'

const { brightside, nordlys } = { brightside: look().parse(looks.brightside), nordlys: look().parse(looks.nordlys) }

describe('contrast', () => {
  it('is measured as in WCAG', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
    expect(contrast('#ffffff', '#777777')).toBeCloseTo(4.48, 2)
  })

  it.each(Object.entries({ brightside, nordlys, neutral: neutralLook }))(
    'of %s is enough, light and dark',
    (_name, worn) => {
      expect(contrastProblems(worn.colours)).toEqual([])
    },
  )

  it.each(Object.entries(themes))(
    'of the built-in theme %s is enough, light and dark, and the theme is a complete look',
    (_name, theme) => {
      expect(contrastProblems(theme.colours)).toEqual([])
      expect(look().parse(mergeLook(brightside, theme))).toMatchObject(theme)
    },
  )

  it('is reported with its pair of colours if it is too weak', () => {
    const colours = { ...brightside.colours, light: { ...brightside.colours.light, accentInk: '#ffb01f' } }
    const problems = contrastProblems(colours)
    expect(problems.map(({ appearance, front, ground }) => [appearance, front, ground].join(' '))).toContain(
      'light accentInk paper',
    )
    expect(problems[0]?.contrast).toBeLessThan(2)
  })
})

describe('a look', () => {
  it('becomes custom properties for light and dark', () => {
    const tokens = themeTokens(nordlys)
    expect(tokens['--pk-paper']).toBe('light-dark(#f7fafa, #0a1618)')
    expect([tokens['--pk-radius'], tokens['--pk-radius-large']]).toEqual(['0px', '0px'])
    expect(tokens['--pk-font-heading']).toMatch(/^pk-newsreader, pk-figtree, /)
    expect(themeCss(brightside)).toMatch(/^:host,.pk-root\[data-look="[a-z0-9]+"\]\{.*--pk-radius:16px/)
  })

  it('adds no rules by the values of a host', () => {
    const fixing = { type: { body: '0;}:host{position:fixed}x{' } }
    const css = themeCss(mergeLook(brightside, fixing))
    expect(css).not.toContain('fixed')
    expect(css.match(/[{}]/g)).toHaveLength(2)
    const leaking = { colours: { light: { paper: 'URL(http://elsewhere.example)' } } }
    expect(themeCss(mergeLook(brightside, leaking))).not.toContain('elsewhere')
  })

  it('is distinguished from a different one in one document', () => {
    expect(new Set([brightside, nordlys, mergeLook(brightside, { radius: 2 })].map(lookKey)).size).toBe(3)
    expect(lookKey(structuredClone(brightside))).toBe(lookKey(brightside))
  })

  it('is overridden by the changes of a host', () => {
    const worn = mergeLook(brightside, { radius: 2, colours: { dark: { accent: '#123456' } }, type: { size: 16 } })
    expect([worn.radius, worn.type.size, worn.type.heading]).toEqual([2, 16, 'pk-figtree'])
    expect([worn.colours.dark.accent, worn.colours.dark.ink]).toEqual(['#123456', brightside.colours.dark.ink])
    expect(mergeLook(brightside, { logo: { label: 'Mine' } }).logo).toEqual({ ...brightside.logo, label: 'Mine' })
    expect(mergeLook(undefined)).toEqual(neutralLook)
  })

  it('ignores changes of the wrong type', () => {
    const wrong = {
      radius: '2',
      space: null,
      fonts: {},
      logo: [],
      type: 'pk-figtree',
      colours: { light: null, dark: 3 },
      new: 1,
    }
    expect(mergeLook(brightside, wrong as never)).toEqual(brightside)
    for (const unusable of [
      { logo: { shapes: [null] } },
      { fonts: ['Inter'] },
      { fonts: [{ family: 'pk-x', src: '/x.woff2' }] },
      { colours: { light: { ink: 'rgb(0,0,0' } } },
      { type: { body: '"Open Sans' } },
      { type: { heading: 'Georgia,' } },
      { type: { heading: 'Georgia /* x' } },
      { type: { body: '' } },
    ])
      expect(mergeLook(brightside, unusable as never)).toEqual(brightside)
    const families = { type: { body: `-apple-system, "Open Sans", 'Segoe UI', serif` } }
    expect(mergeLook(brightside, families).type.body).toBe(families.type.body)
    const fonts = [{ family: 'pk-x', src: '/fonts/x.woff2', weight: '400' }]
    expect(mergeLook(brightside, { fonts }).fonts).toEqual(fonts)
    expect(mergeLook(brightside, 'dark' as never)).toEqual(brightside)
    expect(mergeLook(brightside, null as never)).toEqual(brightside)
  })

  it('draws its logo for places without the shop’s styles', () => {
    const svg = logoSvg(brightside, 'dark')
    expect(svg).toContain(`fill="${brightside.colours.dark.ink}"`)
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 \d+ 36">/)
  })

  it.each([
    [
      'a colour that is none',
      { ...brightside, colours: { ...brightside.colours, light: { ...brightside.colours.light, ink: 'red' } } },
    ],
    [
      'a font family that closes the rule',
      { ...brightside, type: { ...brightside.type, body: 'x}body{display:none' } },
    ],
    [
      'an invalid path',
      { ...brightside, logo: { ...brightside.logo, shapes: [{ d: 'M0 0"/><script>', fill: 'ink' }] } },
    ],
    [
      'a font from elsewhere',
      { ...brightside, fonts: [{ family: 'pk-x', src: 'https://evil.example/x.woff2', weight: '400' }] },
    ],
    ['something unknown', { ...brightside, css: 'body{}' }],
  ])('is refused with %s', (_what, wrong) => {
    expect(look().safeParse(wrong).success).toBe(false)
  })
})
