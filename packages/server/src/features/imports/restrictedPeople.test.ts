import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { importCommand } from './command.ts'
import { warningLine } from './importReport.ts'

let world: ImportWorld

beforeEach(async () => {
  world = await buildImportWorld()
  const of = (guardian: string, court: string) => `Anna,Berg,17,4A,${guardian},${court}`
  lines.mother = of('maja@example.org,+4791234567', '')
  lines.father = of('dan@example.org,+4791234568', '')
  lines.restricted = of('dan@example.org,+4791234568', 'Y')
  await world.writeFiles({ '17.jpg': await aPicture(1) })
})
afterEach(() => world.close())

const lines = { mother: '', father: '', restricted: '' }
const STAYS =
  'Roster line 2 (Anna Berg) is restricted by this list, but has 1 address and 1 number from earlier, which stay and are used: "jobs details" shows and removes them'

async function writeRoster(...rows: string[]): Promise<void> {
  const header = 'First name,Last name,Student number,Class,Guardian email,Guardian phone,Court Order'
  await world.writeFiles({ 'roster.csv': [header, ...rows].join('\n') })
}

const warningsOfImport = async () => (await world.import()).problems.map(warningLine)

describe('an order in a later list', () => {
  it('says of the addresses that are stored already that they stay and are used', async () => {
    await writeRoster(lines.father)
    expect(await warningsOfImport()).toEqual([])
    await writeRoster(lines.restricted)
    expect(await warningsOfImport()).toEqual([
      'Roster line 2 (Anna Berg) says "Court Order: Y": the addresses and numbers of this line were not read',
      STAYS,
    ])
  })

  it('says it in a plan, too', async () => {
    await writeRoster(lines.father)
    await world.import({ job: 'Spring' })
    await writeRoster(lines.restricted)
    const output = vi.spyOn(console, 'log').mockImplementation(() => {})
    const { folder, provider, app } = world
    const plan = join(folder, '..', 'plan.json')
    await importCommand([folder, '--provider', provider.key, '--job', 'Spring', '--plan', plan], app)
    const printed = output.mock.calls.flat().join('\n')
    output.mockRestore()
    expect(printed).toContain(STAYS)
  })

  it('says it of the addresses that no other line of the child has again', async () => {
    await writeRoster(lines.mother, lines.father)
    await world.import()
    await writeRoster(lines.restricted, lines.mother)
    expect(await warningsOfImport()).toEqual([
      'Roster line 2 (Anna Berg) says "Court Order: Y": the addresses and numbers of this line were not read',
    ])
    await writeRoster(lines.mother.replace(/maja.*,/, ',,'), lines.restricted)
    expect(await warningsOfImport()).toContain(STAYS)
  })

  it('says nothing of people who are new, or of whom no address is stored', async () => {
    await writeRoster(lines.restricted)
    for (let times = 0; times < 2; times++) expect(await warningsOfImport()).toHaveLength(1)
  })
})
