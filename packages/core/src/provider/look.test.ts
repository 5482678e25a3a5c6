import { describe, expect, it } from 'vitest'
import { buildProvider } from '../../../server/src/testing/buildProvider.ts'
import { type Look, logoFill, logoSvg, look } from './look.ts'

const given = (change: Partial<Look> = {}): Look => ({ ...buildProvider().look, ...change })
const isLook = (value: unknown) => look().safeParse(value).success

describe('[LOC-1] the look of a provider', () => {
  it('is accepted as a shop has it', () => {
    expect(look().parse(given())).toEqual(given())
  })

  it.each<[string, (one: Look) => unknown]>([
    ['a colour of three digits', (one) => ({ ...one.colours.light, accent: '#fff' })],
    ['a colour with a style behind it', (one) => ({ ...one.colours.light, accent: '#ffffff; color: red' })],
    ['a colour that is left out', ({ colours: { light } }) => ({ ...light, accent: undefined })],
    ['a colour that nothing is painted with', (one) => ({ ...one.colours.light, third: '#ffffff' })],
  ])('is refused with %s', (_name, palette) => {
    const one = given()
    expect(isLook({ ...one, colours: { ...one.colours, light: palette(one) } })).toBe(false)
    expect(isLook({ ...one, colours: { ...one.colours, light: one.colours.light } })).toBe(true)
  })

  it.each([
    ['a logo with an address in it', { logo: { ...given().logo, shapes: [{ d: 'url(https://x)', fill: 'ink' }] } }],
    ['a logo without a text for screen readers', { logo: { ...given().logo, label: '' } }],
    ['a logo that paints nothing', { logo: { ...given().logo, shapes: [] } }],
    ['a fill that is not a colour of the look', { logo: { ...given().logo, shapes: [{ d: 'M0 0', fill: 'red' }] } }],
    ['a font of another server', { fonts: [{ family: 'pk-one', src: 'https://x/one.woff2', weight: '400' }] }],
    [
      'a font that is called like one of the host’s',
      { fonts: [{ family: 'Lora', src: '/fonts/a.woff2', weight: '400' }] },
    ],
    ['a size that nobody can read', { type: { ...given().type, size: 4 } }],
    ['a key that it does not have', { css: 'body { display: none }' }],
  ])('is refused with %s', (_name, change) => {
    expect(isLook({ ...given(), ...change })).toBe(false)
  })
})

describe('the logo of a look', () => {
  const one = given()
  const shapes = [
    { d: 'M0 0h1', fill: 'ink' as const },
    { d: 'M0 1h1', fill: '#123456' },
  ]
  const drawn = { ...one, logo: { ...one.logo, width: 40, height: 10, shapes } }

  it('follows the appearance, except for a fixed colour', () => {
    expect(logoFill(one, 'light', 'ink')).toBe(one.colours.light.ink)
    expect(logoFill(one, 'dark', 'ink')).toBe(one.colours.dark.ink)
    expect(logoFill(one, 'dark', '#123456')).toBe('#123456')
  })

  it('works without style sheets, as in an email', () => {
    const { light, dark } = one.colours
    const svg = (ink: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><path d="M0 0h1" fill="${ink}"/><path d="M0 1h1" fill="#123456"/></svg>`
    expect([logoSvg(drawn), logoSvg(drawn, 'dark')]).toEqual([svg(light.ink), svg(dark.ink)])
  })
})
