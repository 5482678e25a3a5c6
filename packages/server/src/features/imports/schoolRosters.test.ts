import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { buildWorkbook } from '../../testing/roster/buildWorkbook.ts'
import { jobsOf, subjectsOf } from '../jobs/collection.ts'
import { importCommand } from './command.ts'
import { warningLine } from './importReport.ts'

let world: ImportWorld

beforeEach(async () => {
  world = await buildImportWorld()
})
afterEach(() => world.close())

const workbook = () =>
  buildWorkbook([
    {
      name: '4A',
      rows: [
        ['Elev', 'Klasse'],
        ['Nils Berg', '4A'],
      ],
    },
    {
      name: '4B',
      rows: [
        ['Elev', 'Klasse'],
        ['Ek, Emma', '4B'],
      ],
    },
  ])

async function people(): Promise<string[]> {
  const subjects = await subjectsOf(world.app, world.provider.key).find({}).toArray()
  return subjects.map(({ name, group }) => `${name} (${group})`).sort()
}

async function run(...options: string[]) {
  const [out, err] = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')]
  for (const output of [out, err]) output.mockImplementation(() => {})
  const argv = [world.folder, '--provider', world.provider.key, '--job', 'Spring 2026', ...options]
  const code = await importCommand(argv, world.app)
  const printed = [...out.mock.calls, ...err.mock.calls].flat().join('\n')
  for (const output of [out, err]) output.mockRestore()
  return { code, printed }
}

describe("the list of a school's system", () => {
  it('is imported as it is exported', async () => {
    await world.writeFiles({
      'elever.csv': Buffer.from('F\xf6rnamn;Efternamn;Klass\r\n\xc5sa;\xd6berg;4B\r\n', 'latin1'),
      'Åsa Öberg/1.jpg': await aPicture(1),
    })
    const { photographs, problems, notes } = await world.import()
    expect([photographs.imported, problems]).toEqual([1, []])
    expect(notes.map(warningLine).join('\n')).toContain('Windows-1252')
    expect(await people()).toEqual(['Åsa Öberg (4B)'])
  })

  it('may be a workbook: the only one in the folder, or the one that is named, with the sheet that is named', async () => {
    await world.writeFiles({ 'skolan.xlsx': workbook(), '~$skolan.xlsx': 'lock', 'Emma Ek/1.jpg': await aPicture(1) })
    const refused = await run()
    expect(refused.code).toBe(1)
    expect(refused.printed).toContain('2 sheets with a list: "4A", "4B"; name one with --sheet')
    expect(await jobsOf(world.app, world.provider.key).count({})).toBe(0)
    const { code, printed } = await run('--sheet', '4b')
    expect([code, await people()]).toEqual([0, ['Emma Ek (4B)']])
    expect(printed).toContain('1 photograph imported')
  })

  it('is named if there are several, and a CSV file comes first', async () => {
    await world.writeFiles({ 'a.xlsx': workbook(), 'b.xlsx': workbook() })
    await expect(world.import()).rejects.toThrow('There are 2 files that may be the roster')
    await world.writeFiles({ 'roster.csv': 'name\nNoah\n' })
    await world.import()
    expect(await people()).toEqual(['Noah ()'])
  })

  it('has columns that are named with --columns, also when the command is repeated', async () => {
    await world.writeFiles({ 'roster.csv': 'Vem;Var\nEmma Ek;4B\n', 'Emma Ek/1.jpg': await aPicture(1) })
    for (const _time of ['first', 'again']) expect((await run('--columns', 'Vem=name,Var=group')).code).toBe(0)
    expect(await people()).toEqual(['Emma Ek (4B)'])
  })

  it.each([
    ['a meaning that there is not', ['--columns', 'Vem=namn'], '"namn" is not a meaning of a column'],
    ['a column that there is not', ['--columns', 'Elev=name'], 'the roster has no column "Elev"'],
    ['a sheet of a text', ['--sheet', '4B'], 'leave out --sheet'],
  ])('with %s is refused, and nothing is done', async (_what, options, message) => {
    await world.writeFiles({ 'roster.csv': 'Namn;Klass\nEmma Ek;4B\n' })
    const { code, printed } = await run(...options)
    expect(code).toBe(1)
    expect(printed).toContain(message)
    expect(await jobsOf(world.app, world.provider.key).count({})).toBe(0)
  })

  it.each(['roster.xls', 'roster.ods', 'roster.numbers'])('that cannot be read says what to do: %s', async (name) => {
    await world.writeFiles({ [name]: Buffer.from('d0cf11e0a1b11ae1', 'hex') })
    await expect(world.import()).rejects.toThrow('save it as XLSX or CSV')
  })
})
