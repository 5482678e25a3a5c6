import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TemplateDefinition } from '@portraitkit/core/template/definition.ts'
import { aMonth } from '@portraitkit/core/testing/aCalendar.ts'
import { aTemplate } from '@portraitkit/core/testing/aTemplate.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTemplate } from '../../testing/buildTemplate.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { newestTemplates, templateOf } from './collection.ts'
import { templatesCommand } from './command.ts'

let server: TestServer
let folder: string
let product: string
let drawing: Buffer

beforeAll(async () => {
  server = await startTestServer()
  product = (await buildTemplate(server.app, server.provider)).product.uuid
  drawing = await sharp({ create: { width: 60, height: 40, channels: 4, background: '#336699' } })
    .png()
    .toBuffer()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pk-templates-'))
})
afterAll(() => server.close())

/** A template's folder. Text that is not a definition is written unchanged. */
async function write(name: string, given: unknown): Promise<void> {
  await mkdir(join(folder, name), { recursive: true })
  await writeFile(join(folder, name, 'template.json'), typeof given === 'string' ? given : JSON.stringify(given))
}

/** A card without any errors or warnings. */
function aCard(change: Partial<TemplateDefinition> = {}): TemplateDefinition {
  const card = aTemplate({ uuid: randomUUID(), product, ...change })
  for (const layer of card.parts[0]?.layers ?? []) {
    if (layer.kind === 'image' || layer.kind === 'text') layer.names = { en: layer.id, de: layer.id }
  }
  return card
}

function withDrawing(asset: string): TemplateDefinition {
  const card = aCard({ names: { en: 'Drawn card', de: 'Gezeichnete Karte' } })
  card.parts[0]?.layers.push({ kind: 'asset', asset, box: { x: 0, y: 0, width: 9, height: 6 } })
  return card
}

/** The exit code of a command, and what it writes to the terminal. The folder is read once. */
async function run(...argv: string[]): Promise<{ code: number; lines: string[] }> {
  const { code, lines } = await runInTerminal(templatesCommand, argv, server.app)
  await rm(folder, { recursive: true, force: true })
  return { code, lines }
}

const importing = () => run('import', folder, '--provider', server.provider.key)
const stored = (uuid: string, version?: number) => templateOf(server.app, server.provider.key, uuid, version)

describe('./portraitkit templates', () => {
  it('reads a document with a byte order mark, and names the folders that it leaves out', async () => {
    const card = aCard()
    await write('marked', `\ufeff${JSON.stringify(card)}`)
    await mkdir(join(folder, 'folder', 'template.json'), { recursive: true })
    await mkdir(join(folder, 'capital'))
    await writeFile(join(folder, 'capital', 'Template.json'), JSON.stringify(card))
    const { code, lines } = await run('check', folder)
    const output = lines.join('\n')
    expect([code, output]).toEqual([1, expect.stringContaining('capital/Template.json: Its name is not exactly')])
    expect(output).toContain('folder/template.json: It is not a file')
    expect(output).not.toContain('JSON')
  })

  it('imports every template of a folder with its drawings; importing it again changes nothing', async () => {
    const [card, drawn] = [aCard(), withDrawing('leaves.png')]
    const lay = async () => {
      await write('cards/square', card)
      await write('cards/drawn', drawn)
      await writeFile(join(folder, 'cards/drawn/leaves.png'), drawing)
    }
    await lay()
    expect(await importing()).toEqual({
      code: 0,
      lines: [
        'cards/drawn/template.json: "Drawn card" version 1, imported',
        'cards/square/template.json: "Square card" version 1, imported',
      ],
    })
    expect(await stored(card.uuid)).toEqual(card)
    expect((await stored(drawn.uuid))?.assets?.['leaves.png']).toMatchObject({ width: 60, height: 40 })
    const before = await stored(drawn.uuid)
    await lay()
    const again = await importing()
    expect(again.code).toBe(0)
    expect(again.lines.join('\n').match(/unchanged/g)).toHaveLength(2)
    expect(await stored(drawn.uuid)).toEqual(before)
  })

  it('refuses a changed template under the same version and says what to do; a higher version is accepted', async () => {
    const card = aCard()
    await write('card', card)
    await importing()
    const changed = { ...card, names: { en: 'Another' } }
    await write('card', changed)
    expect(await importing()).toEqual({
      code: 1,
      lines: [
        'card/template.json: version: Version 1 is stored with another content: a changed template needs a new version',
        '\nNothing was imported.',
      ],
    })
    expect(await stored(card.uuid)).toEqual(card)
    await write('card', { ...changed, version: 2 })
    expect((await importing()).code).toBe(0)
    expect([(await stored(card.uuid))?.version, await stored(card.uuid, 1)]).toEqual([2, card])
  })

  it('names file, path and reason of every error in every template, and imports none of them', async () => {
    const good = aCard()
    await write('a-good', good)
    await write('b-json', '{ "format": 1,')
    await write('c-faults', { ...aCard(), bleed: -1, type: 'POSTER', trimBox: { width: 150 } })
    await write('d-later', { ...aCard(), safe: 50, trimBox: { width: 100, height: 150 }, product: randomUUID() })
    await write('e-twin', good)
    const [front] = aCard().parts
    const layers = [{ ...front?.layers[0], colour: '#ffffff' }]
    await write('g-slip', { ...aCard(), suportedYears: [2027], parts: [{ ...front, layers }] })
    // including a typing error in a layer that cannot be parsed
    await write('h-both', { ...aCard(), parts: [{ ...front, layers: [{ ...layers[0], color: 7 }] }] })
    await write('f-away', withDrawing('../a-good/template.json'))
    const { code, lines } = await importing()
    expect(code).toBe(1)
    expect(lines).toContainEqual(expect.stringMatching(/^b-json\/template\.json: It is not valid JSON: /))
    for (const path of ['bleed', 'type', 'trimBox.height']) {
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^c-faults/template\\.json: ${path}: .`)))
    }
    expect(lines).toContain('d-later/template.json: safe: The safe zone is empty')
    expect(lines).toContain('d-later/template.json: product: There is no product with this uuid')
    expect(lines).toContain('e-twin/template.json: uuid: a-good/template.json is version 1 of the same template')
    expect(lines).toContain(
      'f-away/template.json: parts.0.layers.5.asset: Not the name of a PNG, JPEG or WebP file in this folder',
    )
    for (const path of ['suportedYears', 'parts.0.layers.0.colour']) {
      expect(lines).toContain(`g-slip/template.json: ${path}: There is no such field`)
    }
    expect(lines).toContainEqual(expect.stringMatching(/^h-both\/template\.json: parts\.0\.layers\.0\.color: ./))
    expect(lines).toContain('h-both/template.json: parts.0.layers.0.colour: There is no such field')
    expect(lines.at(-1)).toBe('\nNothing was imported.')
    expect(await stored(good.uuid)).toBeNull()
  })

  it('warns about templates that can be sold but look bad, and about empty folders', async () => {
    const card = aCard({ names: { en: 'Square card', 'xx-bogus': 'Card' } })
    const [front] = card.parts
    const [ground, , , name, greeting] = front?.layers ?? []
    if (name?.kind !== 'text' || greeting?.kind !== 'text') throw new Error('The card has no texts')
    name.box = { ...name.box, y: 134 }
    Object.assign(greeting, { size: 4 })
    // a background that ends at the cut
    Object.assign(ground ?? {}, { box: { x: 0, y: -3, width: 153, height: 156 } })
    front?.layers.push({ kind: 'asset', asset: 'leaves.png', box: { x: 0, y: 0, width: 60, height: 40 } })
    const lay = async () => {
      await write('card', card)
      await writeFile(join(folder, 'card/leaves.png'), drawing)
      await mkdir(join(folder, 'sketches/old'), { recursive: true })
    }
    const warnings = (lines: string[]) => lines.filter((line) => line.startsWith('  warning: '))
    await lay()
    const checked = await run('check', folder, '--provider', server.provider.key)
    expect(checked.code).toBe(0)
    expect(checked.lines).toContain('sketches: There is no template.json in it')
    expect(warnings(checked.lines)).toEqual(
      [
        'names.xx-bogus: No shop uses "xx-bogus": this text is never shown',
        'names.de: The shop uses "de", but this text is shown in a different language',
        'parts.0.layers.0.box: It ends 3 mm before the bleed does: a white edge may be visible after trimming',
        'parts.0.layers.3.box: It reaches 5 mm beyond the safe zone: the editor warns about text there',
        'parts.0.layers.4.size: Text of 4 points is hard to read on paper',
        'parts.0.layers.5.asset: It prints with 25 dpi, which looks blurred: use at least 355 x 237 pixels',
      ].map((warning) => `  warning: card/template.json: ${warning}`),
    )
    await lay()
    const imported = await importing()
    expect([imported.code, warnings(imported.lines)]).toEqual([0, warnings(checked.lines)])
    expect(await stored(card.uuid)).not.toBeNull()
    await write('gift', aCard({ type: 'PHOTOGIFT' }))
    expect((await run('check', folder)).lines).toContain(
      '  warning: gift/template.json: gift: Without it the page is shown flat instead of on its product',
    )
  })

  it('warns about two templates that look the same in a list', async () => {
    await write('one', aCard())
    await write('other', aCard({ names: { en: 'square card', de: 'Karte' } }))
    await write('another-category', aCard({ categories: ['christmas'] }))
    await write('another-size', aCard({ trimBox: { width: 150, height: 149 } }))
    const checked = await run('check', folder)
    expect([checked.code, checked.lines.filter((line) => line.includes('warning'))]).toEqual([
      0,
      [
        '  warning: other/template.json: names.en: one/template.json has the same name, category and size: in a list the two look the same',
      ],
    ])
  })

  it('does not follow a link out of the folder', async () => {
    await write('card', withDrawing('leaves.png'))
    const elsewhere = join(folder, 'elsewhere.png')
    await writeFile(elsewhere, drawing)
    await symlink(elsewhere, join(folder, 'card/leaves.png'))
    expect((await importing()).lines).toContain(
      'card/template.json: parts.0.layers.5.asset: There is no file leaves.png next to the template',
    )
  })

  const box = { x: 10, y: 10, width: 130, height: 100 }
  const slot = (index: number) => ({ kind: 'image', id: `slot-${index}`, box: { x: 10, y: 10, width: 9, height: 9 } })
  const many = <T>(count: number, make: (index: number) => T) =>
    Array.from({ length: count }, (_, index) => make(index))
  const page = (at: number, layers: unknown[]) => ({ id: `page-${at}`, descriptions: { en: `Page ${at}` }, layers })
  const front = (layers: unknown[]) => ({ ...aCard(), parts: [page(0, layers)] })

  it.each<[string, string, () => unknown]>([
    ['that never ends', 'It is larger than 5 MB', () => `{ "format": 1, "names": "${'x'.repeat(6_000_000)}" }`],
    ['of brackets', 'It is nested deeper than 20 levels', () => '['.repeat(200_000) + ']'.repeat(200_000)],
    [
      'with a field of brackets',
      'It is nested deeper than 20 levels',
      () => `{ "format": 2, "names": ${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)} }`,
    ],
    ['that consists only of values', 'It contains more than 200000 values', () => many(300_000, () => 1)],
    [
      'with 10,000 slots',
      'parts.0.layers: Too big: expected array to have <=200 items',
      () => front(many(10_000, slot)),
    ],
    [
      'with a fault in each layer',
      'There are 7900 more like these',
      () => ({
        ...aCard(),
        parts: many(40, (at) =>
          page(
            at,
            many(200, () => ({})),
          ),
        ),
      }),
    ],
    [
      'with a month on every thumbnail',
      'parts: There are more than 500 month grids',
      () => ({
        ...aCard(),
        parts: many(40, (at) =>
          page(
            at,
            many(13, (index) => aMonth({ id: `month-${index}`, box })),
          ),
        ),
      }),
    ],
    [
      'with a path of a million commands',
      'parts.0.layers.0.d: Too big: expected string to have <=100000 characters',
      () => front([{ kind: 'path', d: `M0 0${'h1 '.repeat(1_000_000)}`, stroke: '#000000' }]),
    ],
    [
      'in ten thousand languages',
      'names: There are more than 100 languages',
      () => ({ ...aCard(), names: Object.fromEntries(many(10_000, (index) => [`en-${index}`, 'Card'])) }),
    ],
    [
      'with a field of every object',
      'parts.0.__proto__: There is no such field',
      () => JSON.stringify(aCard()).replace('"id":"front"', '"id":"front","__proto__":{"layers":[]}'),
    ],
  ])('refuses a document %s, and everything next to it', async (_what, message, given) => {
    const good = aCard()
    await write('a-good', good)
    await write('b-hostile', given())
    const { code, lines } = await importing()
    expect(code).toBe(1)
    expect(lines).toContain(`b-hostile/template.json: ${message}`)
    expect(lines.length).toBeLessThan(110)
    expect(await stored(good.uuid)).toBeNull()
  })

  it.each<[string, string, (path: string) => Promise<unknown>]>([
    ['a page', 'leaves.png: not a JPEG, PNG', (path) => writeFile(path, '<!doctype html><script>alert(1)</script>')],
    ['nothing', 'leaves.png: not a JPEG, PNG', (path) => writeFile(path, '')],
    ['half a drawing', 'leaves.png: the file is damaged', (path) => writeFile(path, drawing.subarray(0, 60))],
    ['a folder', 'There is no file leaves.png', (path) => mkdir(path)],
    ['a link to itself', 'leaves.png: it cannot be read (ELOOP)', (path) => symlink('leaves.png', path)],
    [
      'as large as a film',
      'leaves.png: more than 50 MB',
      (path) => writeFile(path, drawing).then(() => truncate(path, 500 * 1024 * 1024)),
    ],
  ])('refuses a drawing that is %s', async (_what, message, lay) => {
    await write('card', withDrawing('leaves.png'))
    await lay(join(folder, 'card/leaves.png'))
    const { code, lines } = await importing()
    expect([code, lines[0]]).toEqual([
      1,
      expect.stringContaining(`card/template.json: parts.0.layers.5.asset: ${message}`),
    ])
  })

  it('refuses a document that is not written in UTF-8', async () => {
    await mkdir(join(folder, 'card'))
    const text = JSON.stringify(aCard({ names: { en: 'Gr\u00fc\u00dfe' } }))
    await writeFile(join(folder, 'card', 'template.json'), text, 'latin1')
    expect((await importing()).lines[0]).toBe('card/template.json: It is not encoded in UTF-8')
  })

  it('checks without a shop, and changes nothing', async () => {
    const card = aCard({ product: randomUUID() })
    await write('card', card)
    expect(await run('check', folder)).toEqual({
      code: 0,
      lines: ['card/template.json: "Square card" version 1, valid'],
    })
    await write('card', card)
    const checked = await run('check', folder, '--provider', server.provider.key)
    expect(checked).toEqual({ code: 1, lines: ['card/template.json: product: There is no product with this uuid'] })
    expect(await stored(card.uuid)).toBeNull()
  })

  it('lists the newest version of each, of one shop only', async () => {
    const { lines, code } = await run('list', '--provider', server.provider.key)
    expect(code).toBe(0)
    const all = await newestTemplates(server.app, server.provider.key, 'CARDS')
    expect(lines).toHaveLength(all.length)
    expect(lines.join('\n')).toContain('"Square card" version 1  (Card 15x15)')
    expect((await run('list', '--provider', server.other.key)).lines).toEqual([])
  })

  it('prints the schema of the format', async () => {
    const { code, lines } = await run('schema')
    expect([code, JSON.parse(lines.join('\n')).title]).toEqual([0, 'Portraitkit template, format 1'])
  })

  it('reports what it cannot do', async () => {
    expect((await run('import', folder)).code).toBe(2)
    expect((await run('check')).code).toBe(2)
    expect((await run('paint', folder)).code).toBe(2)
    expect((await run('check', '/nowhere/at/all')).lines[0]).toMatch(/cannot be read \(ENOENT\)/)
    expect((await run('list', '--provider', 'nobody')).lines[0]).toMatch(/^There is no shop "nobody"/)
    expect((await run('check', folder)).lines[0]).toMatch(/ENOENT|no template\.json/)
  })
})
