import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { importCommand } from '../imports/command.ts'
import { subjectsOf } from '../jobs/collection.ts'
import { findSchool, schoolsOf } from './collection.ts'
import { schoolsCommand } from './command.ts'

let world: ImportWorld
beforeEach(async () => {
  world = await buildImportWorld()
})
afterEach(() => world.close())

async function run(...argv: string[]) {
  const { code, lines } = await runInTerminal(schoolsCommand, argv, world.app)
  return { code, out: lines.join('\n') }
}

async function importAs(job: string, ...options: string[]) {
  const argv = [world.folder, '--provider', world.provider.key, '--job', job, ...options]
  const { code, lines } = await runInTerminal(importCommand, argv, world.app)
  return { code, out: lines.join('\n') }
}

const stored = () => schoolsOf(world.app, world.provider.key).find({}).toArray()

describe('./portraitkit schools', () => {
  it('adds, changes, lists and removes schools', async () => {
    expect((await run('add', 'Björkskolan', '--city', 'Umeå', '--email', 'exp@bjork.se')).code).toBe(0)
    await run('add', 'Ärlaskolan')
    await run('add', 'Almskolan')
    expect((await run('list')).out).toMatch(/Almskolan\n.* {2}Björkskolan {2}Umeå\n.* {2}Ärlaskolan\n3 schools\.$/)
    expect((await run('list', '--search', 'BJÖRK')).out).toMatch(/Björkskolan {2}Umeå\n1 school\.$/)
    expect((await run('list', '--limit', '2')).out).toContain('More with --after "Björkskolan"')
    expect((await run('list', '--limit', '2', '--after', 'Björkskolan')).out).toMatch(/Ärlaskolan\n1 school\.$/)
    const changed = await run('set', 'björkskolan', '--name', 'Björkskolan Umeå', '--contact', 'Ida Ek', '--city', '')
    expect(changed.out).toMatch(/^Björkskolan Umeå .*\nIda Ek {2}exp@bjork\.se\n0 jobs\.$/)
    expect((await run('remove', 'Almskolan')).out).toBe('"Almskolan" was removed.')
    expect((await stored()).map(({ name }) => name).sort()).toEqual(['Björkskolan Umeå', 'Ärlaskolan'])
  })

  it.each([
    [['add', ' BJÖRKSKOLAN '], 'There is a school "BJÖRKSKOLAN" already'],
    [['add'], 'Name the school'],
    [['add', ''], 'A school needs a name'],
    [['add', 'e8b5c1d2-0f3a-4b6c-8d7e-9f0a1b2c3d4e'], 'looks like the uuid of a school'],
    [['set', 'Ärlaskolan', '--name', 'E8B5C1D2-0F3A-4B6C-8D7E-9F0A1B2C3D4E'], 'looks like the uuid of a school'],
    [['add', 'x'.repeat(201)], 'more than 200 characters'],
    [['add', 'Ny', '--email', 'no'], '"no" is not an email address'],
    [['show', 'Ny'], 'has no school "Ny"'],
    [['set', 'Ärlaskolan', '--name', 'björkskolan'], 'There is a school "björkskolan" already'],
    [['burn', 'Ärlaskolan'], 'There is no "schools burn"'],
    [['list', '--limit', '0'], '--limit is a whole number'],
  ])('refuses %j and changes nothing', async (argv, sentence) => {
    await run('add', 'Björkskolan')
    await run('add', 'Ärlaskolan')
    const before = await stored()
    const { code, out } = await run(...argv)
    expect(out).toContain(sentence)
    expect(code).toBeGreaterThan(0)
    expect(await stored()).toEqual(before)
  })
})

describe('the import of a job of a school', () => {
  beforeEach(async () => {
    await run('add', 'Björkskolan')
    await world.writeFiles({ 'roster.csv': 'Vem,Avd\nEmma Lind,4B\n', 'Emma Lind/a.jpg': await aPicture(1) })
  })

  it('remembers the columns that were named by hand for the next year', async () => {
    await importAs('Vår 2025', '--school', 'Björkskolan', '--columns', 'Vem=name,Avd=group', '--year', '2025')
    const next = await importAs('Vår 2026', '--school', 'björkskolan')
    expect(next.out).toContain('The columns are read as for the last roster of "Björkskolan": Vem=name,Avd=group.')
    expect(next.code).toBe(0)
    const groups = (await subjectsOf(world.app, world.provider.key).find({}).toArray()).map(({ group }) => group)
    expect(groups).toEqual(['4B', '4B'])
    // The job knows its school by now.
    expect((await importAs('Vår 2026')).out).toContain('The columns are read as for the last roster')
    expect((await run('show', 'Björkskolan')).out).toMatch(/Vår 2026.*\n.*Vår 2025.*\n2 jobs\.$/)
    expect((await run('remove', 'Björkskolan')).out).toContain('has jobs, and was not removed')
  })

  it('says how to forget them if the next list has others', async () => {
    await importAs('Vår 2025', '--school', 'Björkskolan', '--columns', 'Vem=name,Avd=group', '--year', '2025')
    await world.writeFiles({ 'roster.csv': 'Vem,Klass\nEmma Lind,5B\n' })
    const { code, out } = await importAs('Vår 2026', '--school', 'Björkskolan')
    expect(code).toBe(1)
    expect(out).toContain('"schools set" with --forget-columns forgets them')
    expect(out).toContain('--columns or an earlier list of the school: the roster has no column "Avd"')
  })

  it('says so if it makes the job one of another school', async () => {
    await run('add', 'Almskolan')
    await importAs('Vår 2026', '--school', 'Björkskolan', '--columns', 'Vem=name')
    expect((await importAs('Vår 2026', '--school', 'björkskolan')).out).not.toContain('was one of')
    const { out } = await importAs('Vår 2026', '--school', 'Almskolan', '--columns', 'Vem=name')
    expect(out).toContain('The job "Vår 2026" was one of "Björkskolan": the import makes it one of "Almskolan".')
  })

  it('finds a school by its uuid, whatever an earlier version has let others be named', async () => {
    await run('add', 'Almskolan')
    const [first, second] = await stored()
    const name = first?.uuid ?? ''
    await schoolsOf(world.app, world.provider.key).updateOne(
      { uuid: second?.uuid ?? '' },
      { $set: { name, key: name } },
    )
    expect((await run('show', name)).out).toContain(`${first?.name}  ${name}`)
  })

  it('does not remember columns by their numbers: the next list may have others there', async () => {
    await world.writeFiles({ 'roster.csv': 'Emma Lind,4B,x\nNoah Berg,4B,y\n' })
    await importAs('Vår 2025', '--school', 'Björkskolan', '--columns', '1=name,2=group')
    expect((await importAs('Vår 2026', '--school', 'Björkskolan')).out).not.toContain('The columns are read as for')
  })

  it('remembers of no column that it says nothing about whom to reach: the next list may', async () => {
    const lists = ['Emma Lind,4B,emma@a.example,weekends', 'Nils Ek,4B,nils@a.example,NO CONTACT WITH FATHER']
    for (const [at, line] of lists.entries()) {
      await world.writeFiles({ 'roster.csv': `Vem,Avd,Pappa,Custody notes\n${line}\n` })
      const columns = 'Vem=name,Avd=group,Pappa=guardian-email,Custody notes=none'
      const named = at === 0 ? ['--school', 'Björkskolan', '--columns', columns] : ['--school', 'Björkskolan']
      const { out } = await importAs(`Vår ${at}`, ...named)
      expect(out.includes('says "Custody notes: NO CONTACT WITH FATHER"')).toBe(at === 1)
    }
    const people = await subjectsOf(world.app, world.provider.key).find({}).sort({ created: 1 }).toArray()
    const emails = people.map(({ name, contact }) => [name, contact.email])
    expect(emails).toEqual([
      ['Emma Lind', 'emma@a.example'],
      ['Nils Ek', null],
    ])
  })

  it('forgets them on request, and refuses a school that is not there', async () => {
    await importAs('Vår 2025', '--school', 'Björkskolan', '--columns', 'Vem=name,Avd=group')
    await run('set', 'Björkskolan', '--forget-columns')
    expect((await findSchool(world.app, world.provider.key, 'Björkskolan'))?.columns).toBeUndefined()
    const refused = await importAs('Vår 2026', '--school', 'Granskolan')
    expect(refused.out).toContain('has no school "Granskolan"')
    expect(refused.code).toBe(1)
  })
})
