import { aTemplate } from '@portraitkit/core/testing/aTemplate.ts'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { calendarWordsOf } from '../calendarWordsOf.ts'
import { faultInPath } from './checkPath.ts'
import { checkTemplate } from './checkTemplate.ts'

type Json = Record<string, unknown>

/** The findings about a template: its errors or, if there are none, its warnings. */
async function findings(given: Json, files: Record<string, Buffer> = {}): Promise<string[]> {
  const checked = await checkTemplate(given, {
    languages: ['en'],
    spoken: ['en'],
    calendar: (language) => calendarWordsOf({ country: 'US' }, language),
    thisYear: 2026,
    readAsset: async (name) => files[name] ?? null,
  })
  const [kind, all] = 'problems' in checked ? ['', checked.problems] : ['warning: ', checked.warnings]
  return all.map(({ path, reason }) => `${kind}${path}: ${reason}`)
}

/** A card with a paper, a large and a small picture, a name and a greeting, every slot named, and one change. */
function changedCard(change: (json: Json, layers: Json[]) => void = () => {}): Json {
  const json: Json = structuredClone(aTemplate())
  const layers = (json.parts as Json[])[0]?.layers as Json[]
  layers.slice(1).forEach((layer, index) => {
    layer.names = { en: ['Large', 'Small', 'Name', 'Greeting'][index] }
  })
  change(json, layers)
  return json
}

const withMask = (mask: string, more: Json = {}) =>
  changedCard((_, layers) => Object.assign(layers[1] as Json, { mask, ...more }))
const withPath = (path: Json) => changedCard((_, layers) => layers.push({ kind: 'path', ...path }))
const withAsset = (asset: string, box: Json) => changedCard((_, layers) => layers.push({ kind: 'asset', asset, box }))
const whole = { x: -3, y: -3, width: 156, height: 156 }
const ink = '#2b2723'
const farOutline = 'It contains or reaches a coordinate beyond 20000'

const colour = (alpha: number) => ({ r: 200, g: 80, b: 80, alpha })
const drawing = (alpha: number) =>
  sharp({ create: { width: 1000, height: 1000, channels: 4, background: colour(alpha) } })

describe('a template that would be printed wrongly, or not completely,', () => {
  it('is refused, and the unchanged one is not', async () => {
    expect(await findings(changedCard())).toEqual([])
  })

  it.each<[string, string, Json]>([
    [
      'a mask beside its box',
      'layers.1.mask: None of the picture is left inside its box and the page',
      withMask('M20 120h40v20h-40z'),
    ],
    ['a mask beside the page', 'layers.1.mask: None of the picture is left', withMask('M300 300h40v40h-40z')],
    [
      'a mask of a tenth of a millimetre',
      'layers.1.mask: Less than 1 mm of the picture is left',
      withMask('M50 50h.1v.1h-.1z'),
    ],
    ['a mask that leaves a sliver', 'layers.1.mask: Less than 1 mm of the picture', withMask('M139.5 10h60v90h-60z')],
    [
      'a mask that leaves a slanting sliver',
      'layers.1.mask: Less than 1 mm',
      withMask('M20 20L120 95 120 95.8 20 20.8z'),
    ],
    [
      'a round mask beside its box',
      'layers.1.mask: None of the picture',
      withMask('M60 130a9 9 0 1 1 18 0a9 9 0 1 1 -18 0z'),
    ],
    ['a curve that encloses nothing', 'layers.1.mask: None of the picture', withMask('M20 20C40 20 60 20 80 20z')],
    [
      'a mask that is tilted off the page',
      'layers.1.mask: None of the picture',
      withMask('M126 .5h1.4v1.4h-1.4z', { box: { x: 120, y: -2, width: 30, height: 30 }, rotation: 45 }),
    ],
    ['a mask with an endless number', `layers.1.mask: ${farOutline}`, withMask('M10 10L1e999 10 60 60z')],
    [
      'a slot that is cut off',
      'layers.1.box: None of it is left after trimming',
      changedCard((_, layers) => Object.assign(layers[1] as Json, { box: { x: 150.5, y: 10, width: 40, height: 40 } })),
    ],
    [
      'a slot that is almost completely cut off',
      'layers.1.box: Less than 1 mm of it is left after trimming',
      changedCard((_, layers) => Object.assign(layers[1] as Json, { box: { x: 149.5, y: 10, width: 40, height: 40 } })),
    ],
    [
      'a text that is cut off',
      'layers.3.box: None of it is left after trimming',
      changedCard((_, layers) => Object.assign(layers[3] as Json, { box: { x: 150.5, y: 10, width: 80, height: 16 } })),
    ],
    ['a path with an endless number', `layers.5.d: ${farOutline}`, withPath({ d: 'M5 5L1e999 9', stroke: ink })],
    ['a path with an absurd number', `layers.5.d: ${farOutline}`, withPath({ d: 'M5 5L1e30 9 9 9z', fill: ink })],
    [
      'a path that leads far away step by step',
      `layers.5.d: ${farOutline}`,
      withPath({ d: 'M5 5l15000 0 15000 0', stroke: ink }),
    ],
    [
      'a path beside the sheet',
      'layers.5.d: None of it is visible on the sheet',
      withPath({ d: 'M500 5h9v9z', fill: ink }),
    ],
    ['a circle beside the sheet', 'layers.5.d: None of it', withPath({ d: 'M-9 -9a4 4 0 1 1 0 .1z', fill: ink })],
    ['a path with only moves', 'layers.5.d: None of it', withPath({ d: 'M10 10', stroke: ink })],
    ['a line that goes nowhere', 'layers.5.d: None of it', withPath({ d: 'M10 10L10 10', stroke: ink })],
    [
      'a path without fill and stroke',
      'layers.5: It is invisible: it has neither a fill nor a stroke',
      withPath({ d: 'M10 10h9v9z' }),
    ],
    [
      'a stroke without a width',
      'layers.5.strokeWidth: It is invisible',
      withPath({ d: 'M10 10h9v9z', stroke: ink, strokeWidth: 0 }),
    ],
    [
      'a stroke as wide as a house',
      'layers.5.strokeWidth: It is wider than any sheet',
      withPath({ d: 'M1 1h9', stroke: ink, strokeWidth: 1e300 }),
    ],
    ['an invisible path', 'layers.5.opacity: It is invisible', withPath({ d: 'M1 1h9v9z', fill: ink, opacity: 0 })],
    [
      'an arc with a negative radius',
      'layers.5.d: An arc has a negative radius',
      withPath({ d: 'M10 10a-9 9 0 1 1 18 0', stroke: ink }),
    ],
    [
      'a space that is invalid in paths',
      'layers.5.d: Not a path: "M10\u00a010" is not a command with its numbers',
      withPath({ d: 'M10\u00a010h9', stroke: ink }),
    ],
    [
      'a corner with a negative radius',
      'layers.0.radius: It is negative',
      changedCard((_, layers) => Object.assign(layers[0] as Json, { radius: -5 })),
    ],
    [
      'overlapping letters',
      'layers.3.tracking: It must be between -500 and 5000',
      changedCard((_, layers) => Object.assign(layers[3] as Json, { tracking: -900 })),
    ],
    [
      'overlapping lines',
      'layers.3.lineHeight: It must be greater than 0',
      changedCard((_, layers) => Object.assign(layers[3] as Json, { lineHeight: 0.01 })),
    ],
    [
      'a paper that is painted last',
      'layers.1.box: parts.0.layers.5 covers it completely',
      changedCard((_, layers) => layers.push({ kind: 'fill', box: whole, color: '#ffffff' })),
    ],
  ])('as %s', async (_what, message, given) => {
    expect(await findings(given)).toContainEqual(expect.stringContaining(`parts.0.${message}`))
  })

  it('as a drawing that hides a slot completely', async () => {
    const leaves = await drawing(1).png().toBuffer()
    const hidden = 'parts.0.layers.3.box: parts.0.layers.5 covers it completely'
    expect(await findings(withAsset('leaves.png', whole), { 'leaves.png': leaves })).toContain(hidden)
    const veil = await drawing(0.5).png().toBuffer()
    expect((await findings(withAsset('leaves.png', whole), { 'leaves.png': veil })).join()).not.toContain('covers it')
  })

  it('as a year that no design can have', async () => {
    const given = changedCard((json) => Object.assign(json, { supportedYears: [2026, 300_000] }))
    expect(await findings(given)).toEqual(['supportedYears.1: 300000 is not a year that a design can have'])
  })

  it('as a gift whose outline leaves nothing of the design, or whose face is outside the picture', async () => {
    const size = { width: 1000, height: 1000 }
    const face = { kind: 'rectangle', box: { x: 200, y: 200, width: 500, height: 500 } }
    const gift = (change: Json) => {
      const view = { part: 'front', picture: 'mug.png', size, face, ...change }
      return changedCard((json) => Object.assign(json, { type: 'PHOTOGIFT', gift: { views: [view] } }))
    }
    const files = { 'mug.png': await drawing(0.5).png().toBuffer() }
    const beside = [
      [1100, 9],
      [1200, 9],
      [1200, 90],
      [1100, 90],
    ].map(([x, y]) => ({ x, y }))
    expect(await findings(gift({ cut: 'M300 300h90v90z' }), files)).toEqual([])
    for (const [change, message] of [
      [{ cut: 'M710 710h90v90z' }, 'cut: None of the design is left inside it'],
      [{ cut: 'M300 300h1e9v90z' }, `cut: ${farOutline}`],
      [{ face: { kind: 'quadrilateral', corners: beside } }, 'face.corners: It is outside the picture'],
    ] as const) {
      expect(await findings(gift(change), files)).toEqual([`gift.views.0.${message}`])
    }
  })

  it('is reported with every other error, unless the page itself cannot be read', async () => {
    const given = withMask('M20 120h40v20h-40z')
    expect(await findings({ ...given, version: 0 })).toEqual([
      expect.stringMatching(/^version: /),
      expect.stringMatching(/^parts\.0\.layers\.1\.mask: None/),
    ])
    expect(await findings({ ...given, bleed: -1 })).toEqual([expect.stringMatching(/^bleed: /)])
  })
})

it('a long path is found to be visible even if it reaches the sheet late', async () => {
  const away = `M500 5${'h1h-1'.repeat(600)}`
  expect(await findings(withPath({ d: `${away}M5 5h9`, stroke: ink }))).toEqual([])
  expect(await findings(withPath({ d: away, stroke: ink }))).toEqual([
    'parts.0.layers.5.d: None of it is visible on the sheet',
  ])
})

describe('a probable mistake', () => {
  it.each<[string, string, Json]>([
    [
      'a radius beside a mask',
      'layers.1.radius: It has no effect: the mask alone shapes the picture',
      withMask('M20 20h80v80h-80z', { radius: 5 }),
    ],
    ['a mask that cuts off nearly everything', 'layers.1.mask: It shows 3 % of its box', withMask('M20 20h20v20h-20z')],
    [
      'a slot without a name',
      'layers.2.names: Without a name the editor calls it "Picture"',
      changedCard((_, layers) => delete layers[2]?.names),
    ],
    [
      'a text with the name of a picture',
      'layers.3.names.en: A picture on this page has the same name',
      changedCard((_, layers) => Object.assign(layers[3] as Json, { names: { en: 'large ' } })),
    ],
    [
      'a slot on another slot',
      'layers.2.box: The slot parts.0.layers.5 covers it',
      changedCard((_, layers) => layers.push({ ...layers[2], id: 'copy', names: { en: 'Copy' }, radius: 0 })),
    ],
  ])('is %s: it is reported, and the template is sold', async (_what, message, given) => {
    expect(await findings(given)).toEqual([expect.stringContaining(`warning: parts.0.${message}`)])
  })

  it('is reported for two pages with the same name or a misleading file name, but not for slots with the same name', async () => {
    const twice = changedCard((json) => {
      const [front] = json.parts as Json[]
      json.parts = [front, { ...front, id: 'back', descriptions: { en: 'front', de: 'Rückseite' } }]
    })
    expect(await findings(twice)).toEqual([
      'warning: parts.1.descriptions.en: parts.0 has the same name: the two pages cannot be distinguished',
    ])
    const jpeg = await drawing(1).flatten().jpeg().toBuffer()
    const small = { x: 10, y: 10, width: 20, height: 20 }
    expect(await findings(withAsset('leaves.png', small), { 'leaves.png': jpeg })).toEqual([
      'warning: parts.0.layers.5.asset: leaves.png is JPEG by its content',
    ])
    const numbered = changedCard((_, layers) => Object.assign(layers[2] as Json, { names: { en: 'Large' } }))
    expect(await findings(numbered)).toEqual([])
  })
})

it.each([
  ['M0 0L10 0 10 10Z', null],
  ['m.5.5-.5 1h3v-2z', null],
  ['M0,0 10,0 10,10', null],
  // flags without anything between them, as tools write them
  ['M1 1a2 2 0 012 2A1,1,0,1,0,3,3z', null],
  ['M0 0C1 1 2 2 3 3S1 1 2 2Q1 1 2 2T3 3', null],
  ['M0 0L5e1 0 5e1 6e1 0 6e1z', null],
  ['m5 5 h10 v10 z', null],
  ['L1 1', 'Not a path'],
  ['M0 0L10', 'Not a path: "L10" is not a command with its numbers'],
  ['M0 0C10 10 20 20 30z', 'Not a path: "C10 10 20 20 30" is not a command with its numbers'],
  ['M0 0,,L50 0 50 60z', 'Not a path: "M0 0,," is not a command with its numbers'],
  ['M0 0L50 60', 'The path encloses nothing'],
  ['M10 10', 'The path encloses nothing'],
  ['M0 0L50 0 20 0z', 'The path encloses nothing'],
  ['M0 0 A2 2 0 2 0 1 1', 'Not a path: "A2 2 0 2 0 1 1" is not a command with its numbers'],
  ['M0 0 H1 B2', 'Not a path: "B2" is not a command with its numbers'],
])('the path %s: %s', (data, fault) => {
  expect(faultInPath(data, { isArea: true })).toBe(fault)
  // a line may be straight
  if (fault === 'The path encloses nothing') expect(faultInPath(data, { isArea: false })).toBeNull()
})

/** Commands that stay near their start; each number of an arc but the last is arbitrary. */
const near = fc.integer({ min: -300, max: 300 }).map((tenths) => tenths / 10)
const radius = fc.integer({ min: 0, max: 300 }).map((tenths) => tenths / 10)
const numbers = (count: number) => fc.array(near, { minLength: count, maxLength: count })
const command = fc.oneof(
  fc.tuple(fc.constantFrom('l', 't'), numbers(2)),
  fc.tuple(fc.constantFrom('h', 'v'), numbers(1)),
  fc.tuple(fc.constantFrom('q', 's'), numbers(4)),
  fc.tuple(fc.constant('c'), numbers(6)),
  fc.tuple(fc.constant('a'), fc.tuple(radius, radius, near, fc.nat(1), fc.nat(1), near, near)),
)
const outline = fc
  .array(command, { maxLength: 8 })
  .map((all) => all.map(([letter, own]) => letter + own.join(' ')).join(''))
const place = fc.integer({ min: 0, max: 50 })

it('any path and any mask that starts on its page is accepted, and refused when moved off the page', async () => {
  await fc.assert(
    fc.asyncProperty(outline, place, place, fc.constantFrom('fill', 'stroke'), async (more, x, y, paint) => {
      const at = (left: number) => withPath({ d: `M${left} ${y}h20v20h-20z${more}`, [paint]: ink })
      expect(await findings(at(x))).toEqual([])
      expect(await findings(at(x + 5000))).toEqual(['parts.0.layers.5.d: None of it is visible on the sheet'])
      const masked = (left: number) => withMask(`M${left} ${y}h95v95h-95z${more}z`, { box: { ...whole } })
      expect(await findings(masked(x))).toEqual([])
      expect(await findings(masked(x + 5000))).toEqual([expect.stringContaining('layers.1.mask: None of the picture')])
    }),
    { numRuns: 20 },
  )
})
