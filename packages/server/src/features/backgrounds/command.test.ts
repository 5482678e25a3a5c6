import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aColour } from '../../testing/buildBackgrounds.ts'
import { blobsBelow } from '../../testing/buildUpload.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { importCommand } from '../imports/command.ts'
import { backgroundsOf } from './collection.ts'
import { backgroundsCommand } from './command.ts'

let server: TestServer
let folder: string

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pk-backgrounds-'))
  await writeFile(join(folder, 'red.png'), await aColour('#c02020'))
  await writeFile(join(folder, 'blue.png'), await aColour('#2020c0'))
})
afterEach(() => rm(folder, { recursive: true }))

const RED = { key: 'red', names: { en: 'The red' }, file: 'red.png', default: true }
const BLUE = { key: 'blue', names: { en: 'The blue' }, file: 'blue.png' }

const run = (...argv: string[]) =>
  runInTerminal(backgroundsCommand, [...argv, '--provider', server.provider.key], server.app)
async function importing(given: unknown) {
  await writeFile(join(folder, 'backgrounds.json'), typeof given === 'string' ? given : JSON.stringify(given))
  return run('import', folder)
}
const stored = () => backgroundsOf(server.app, server.provider.key).find({}).sort({ place: 1, uuid: 1 }).toArray()
const files = () => blobsBelow(server.app.blobs, server.provider.key)

const sizeWarning = (key: string) =>
  `  warning: ${key}: It has 1800 x 1200 pixels: large prints look blurred behind people below 2400 x 3000, portrait or landscape`

describe('./portraitkit backgrounds', () => {
  it('follows no link out of the folder, neither for the list nor for a picture', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'pk-elsewhere-'))
    await writeFile(join(elsewhere, 'secret.json'), 'password=hunter2')
    await copyFile(join(folder, 'red.png'), join(elsewhere, 'secret.png'))
    await symlink(join(elsewhere, 'secret.png'), join(folder, 'linked.png'))
    expect((await importing([{ ...RED, file: 'linked.png' }])).problem).toContain('"linked.png"')
    await rm(join(folder, 'backgrounds.json'))
    await symlink(join(elsewhere, 'secret.json'), join(folder, 'backgrounds.json'))
    const { code, problem } = await run('import', folder)
    await rm(elsewhere, { recursive: true })
    expect([code, problem]).toEqual([1, `${join(folder, 'backgrounds.json')}: It is outside the folder.`])
    expect(await stored()).toEqual([])
  })

  it('imports a folder; importing it again changes nothing', async () => {
    expect(await importing([RED, BLUE])).toMatchObject({
      code: 0,
      lines: ['red: "The red", added', sizeWarning('red'), 'blue: "The blue", added', sizeWarning('blue')],
    })
    const [before, blobs] = [await stored(), await files()]
    expect(before.map(({ key, isDefault, state, width }) => [key, isDefault, state, width])).toEqual([
      ['red', true, 'offered', 1800],
      ['blue', false, 'offered', 1800],
    ])
    expect(await importing([RED, BLUE])).toMatchObject({
      lines: ['red: "The red", unchanged', sizeWarning('red'), 'blue: "The blue", unchanged', sizeWarning('blue')],
    })
    expect([await stored(), await files()]).toEqual([before, blobs])
  })

  it('lists them', async () => {
    await importing([RED, { ...BLUE, hidden: true }])
    const { lines } = await run('list')
    expect(lines).toEqual([
      expect.stringMatching(/^red +"The red" +1800 x 1200 +default$/),
      expect.stringMatching(/^blue +"The blue" +1800 x 1200 +hidden$/),
    ])
  })

  it('replaces the old picture by a changed one and loses nothing', async () => {
    await importing([RED])
    const before = await files()
    await writeFile(join(folder, 'red.png'), await aColour('#ff0000'))
    expect(await importing([RED])).toMatchObject({ lines: ['red: "The red", changed', sizeWarning('red')] })
    const reds = (await stored()).filter(({ key }) => key === 'red')
    expect(reds.map(({ state, isDefault }) => [state, isDefault]).sort()).toEqual([
      ['offered', true],
      ['replaced', false],
    ])
    expect(await files()).toEqual(expect.arrayContaining(before))
    // and back again
    await writeFile(join(folder, 'red.png'), await aColour('#c02020'))
    await importing([RED])
    expect((await stored()).filter(({ key }) => key === 'red')).toHaveLength(2)
  })

  it('has one default at a time', async () => {
    await importing([RED, BLUE])
    await importing([{ ...BLUE, default: true }])
    expect((await stored()).filter(({ isDefault }) => isDefault).map(({ key }) => key)).toEqual(['blue'])
  })

  it.each([
    ['no JSON', '{', 'It is not valid JSON'],
    ['no list', { key: 'red' }, 'backgrounds.json: '],
    ['no key', [{ ...RED, key: undefined }], '0.key: '],
    ['an invalid key', [{ ...RED, key: 'Red !' }], '0.key: Only lower-case letters'],
    ['a repeated key', [RED, { ...RED, default: false }], '1.key: "red" occurs twice'],
    ['no name in the language of the shop', [{ ...RED, names: { de: 'Rot' } }], '0.names.en: '],
    [
      'a name with a change of direction',
      [{ ...RED, names: { en: 'The \u202ered' } }],
      '0.names.en: It contains invisible characters',
    ],
    ['an unknown field', [{ ...RED, colour: 'red' }], '"colour"'],
    ['a missing file', [{ ...RED, file: 'green.png' }], '0.file: There is no file "green.png"'],
    ['a file outside the folder', [{ ...RED, file: '../../../etc/hostname' }], '0.file: There is no file'],
    [
      'a file that is not a picture',
      [BLUE, { ...RED, file: 'backgrounds.json' }],
      '1.file: "backgrounds.json": not a JPEG',
    ],
    ['two defaults', [RED, { ...BLUE, default: true }], '1.default: '],
    ['a hidden default', [{ ...RED, hidden: true }], '0.default: '],
  ])('names the file and the field of an error and imports nothing: %s', async (_what, given, fault) => {
    const before = [await stored(), await files()]
    const { code, lines } = await importing(given)
    expect([code, lines.join('\n')]).toEqual([1, expect.stringContaining(fault)])
    expect(lines.join('\n')).toContain('backgrounds.json')
    expect([await stored(), await files()]).toEqual(before)
  })

  it('names every error in a list at once', async () => {
    const { lines } = await importing([
      { ...RED, key: 'Red !', file: 'backgrounds.json' },
      { ...BLUE, names: { de: 'Blau' }, default: true, hidden: true },
      { ...BLUE, file: 'green.png' },
      RED.file,
    ])
    const output = lines.join('\n')
    for (const fault of ['0.key: ', '1.names.en: ', '1.default: ', '2.key: ', '2.file: ', '3: ']) {
      expect(output).toContain(fault)
    }
  })

  it('has no warnings about a picture that is large enough, or hidden', async () => {
    const large = sharp({ create: { width: 3000, height: 2400, channels: 3, background: '#c02020' } })
    await writeFile(join(folder, 'large.png'), await large.png({ compressionLevel: 1 }).toBuffer())
    const LARGE = { key: 'large', names: { en: 'The large' }, file: 'large.png' }
    expect((await importing([LARGE])).lines).toEqual(['large: "The large", added'])
    const small = { ...LARGE, file: 'blue.png', hidden: true }
    expect((await importing([small])).lines).toEqual(['large: "The large", changed'])
  })

  it('exits with 2 for input that it cannot read', async () => {
    expect((await run('burn')).code).toBe(2)
    expect((await run('import')).code).toBe(2)
    expect((await run('list', folder)).code).toBe(2)
    expect((await run('import', join(folder, 'nowhere'))).code).toBe(1)
  })
})

it('requires an imported job to name its backgrounds by existing keys', async () => {
  await importing([RED, BLUE])
  await writeFile(join(folder, 'roster.csv'), 'name\nEmma\n')
  const importJob = (keys: string) => {
    const named = ['--provider', server.provider.key, '--job', 'Spring', '--backgrounds', keys]
    return runInTerminal(importCommand, [folder, ...named], server.app)
  }
  const { code, lines } = await importJob('red,green')
  expect([code, lines.join('\n')]).toEqual([1, expect.stringContaining('there is no "green"; there are red, blue')])
  await importJob('blue, red')
  const jobs = server.app.db.collection('jobs')
  expect(await jobs.findOne({ name: 'Spring' })).toMatchObject({ backgrounds: ['blue', 'red'] })
  await importJob('all')
  expect(await jobs.findOne({ name: 'Spring' })).toMatchObject({ backgrounds: null })
})
