import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { picturesOf, subjectsOf } from '../jobs/collection.ts'
import { importCommand } from './command.ts'

// Two children of one name in one class, in a list without keys.

let world: ImportWorld
let number = 0
beforeEach(async () => {
  world = await buildImportWorld()
})
afterEach(() => world.close())

const HEADER = 'Förnamn;Efternamn;Klass;Vårdnadshavare 1 e-post;Vårdnadshavare 2 e-post'
const IDAS = 'Emma;Andersson;4B;ida@example.org;per@example.org'
const SARAS = 'Emma;Andersson;4B;sara@example.org;olle@example.org'
const OLOF = 'Olof;Ek;4B;oe@example.org;'

const list = (...lines: string[]) => world.writeFiles({ 'roster.csv': `${[HEADER, ...lines].join('\n')}\n` })
const picture = async (name: string) => world.writeFiles({ [name]: await aPicture(++number) })
const ofJob = () => ['--provider', world.provider.key, '--job', 'Spring']
const planPath = () => join(world.folder, '..', 'plan.json')
const run = async (...argv: string[]) => {
  const { code, lines, problem } = await runInTerminal(importCommand, argv, world.app)
  return { code, out: [...lines, problem].join('\n') }
}
const importFolder = () => run(world.folder, ...ofJob())
const plan = () => run(world.folder, ...ofJob(), '--plan', planPath())
const decide = async (...decisions: string[]) => {
  await plan()
  return run('--apply', planPath(), ...decisions.flatMap((decision) => ['--decide', decision]))
}

/** Everybody's addresses and pictures by key. */
async function people(): Promise<Record<string, readonly string[]>> {
  const { app, provider } = world
  const subjects = await subjectsOf(app, provider.key).find({}).sort({ key: 1 }).toArray()
  const entries = subjects.map(async ({ uuid, key, contact }) => {
    const own = await picturesOf(app, provider.key).find({ 'assignment.subjects.uuid': uuid }).toArray()
    const names = own.map(({ fileName }) => fileName).sort()
    return [key, [contact.email ?? '', ...(contact.others ?? []), ...names]] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}
const IDAS_OWN = ['ida@example.org', 'per@example.org']
const SARAS_OWN = ['sara@example.org', 'olle@example.org']
const [FIRST, SECOND] = ['4b / emma andersson', '4b / emma andersson (2)']

describe('two lines of one name and class without a key', () => {
  beforeEach(async () => {
    await list(IDAS, SARAS, OLOF)
    await picture('Emma Andersson/1.jpg')
  })

  it('are not one child: the second is listed with its evidence, and neither gets the pictures of the name', async () => {
    const { code, out } = await importFolder()
    expect(code).not.toBe(0)
    expect(out).toContain(
      '(Emma Andersson, 4B) has 2 addresses or numbers, and no key of a child, but the name and class of line 2 with 2, none of them the same: another child, or the same with another guardian. The line was left out: make a plan with --plan to decide it',
    )
    expect(out).not.toMatch(/ida@|sara@/)
    expect(await people()).toEqual({ [FIRST]: IDAS_OWN, '4b / olof ek': ['oe@example.org'] })
  })

  it('are two children if that is decided, each with a code, whom later lists know by their addresses in any order', async () => {
    expect((await plan()).out).toContain('1=new 4B / Emma Andersson (2): another child of this name')
    await decide('person=new')
    const both = { [FIRST]: IDAS_OWN, [SECOND]: SARAS_OWN, '4b / olof ek': ['oe@example.org'] }
    expect(await people()).toEqual(both)
    for (const lines of [[IDAS, SARAS], [SARAS, OLOF, IDAS], [SARAS]]) {
      await list(...lines)
      expect((await importFolder()).out).not.toContain('another child')
      expect(await people()).toEqual(both)
    }
    await list('Emma;Andersson;4B;new@example.org;')
    expect((await importFolder()).out).toContain('another child, or the same with another guardian')
    expect(await people()).toEqual(both)
  })

  it('are one child if that is decided, and stay so', async () => {
    await decide('1=same')
    const one = { [FIRST]: [...IDAS_OWN, ...SARAS_OWN, '1.jpg'], '4b / olof ek': ['oe@example.org'] }
    expect(await people()).toEqual(one)
    const { out } = await importFolder()
    expect(out).toContain('both are this child')
    expect(await people()).toEqual(one)
  })

  it('have the pictures that their own lines name, once it is decided that they are two', async () => {
    const [ida, sara] = [`${IDAS};2.jpg`, `${SARAS};3.jpg`]
    await world.writeFiles({ 'roster.csv': `${HEADER};Filnamn\n${ida}\n${sara}\n` })
    for (const name of ['2.jpg', '3.jpg']) await picture(name)
    await importFolder()
    expect(await people()).toEqual({ [FIRST]: [...IDAS_OWN, '2.jpg'] })
    await decide('person=new')
    expect(await people()).toEqual({ [FIRST]: [...IDAS_OWN, '2.jpg'], [SECOND]: [...SARAS_OWN, '3.jpg'] })
  })

  it('stay undecided if the line is left out by a decision', async () => {
    expect((await decide('1=leave')).out).toContain('The line was left out, as decided')
    expect(await people()).toMatchObject({ [FIRST]: IDAS_OWN })
  })
})

describe('a second child of a name that comes with a later list', () => {
  beforeEach(async () => {
    await list(IDAS, OLOF)
    await picture('Emma Andersson/1.jpg')
    await importFolder()
    await picture('Emma Andersson/2.jpg')
  })
  const before = { [FIRST]: [...IDAS_OWN, '1.jpg'], '4b / olof ek': ['oe@example.org'] }

  it.each([
    ['below', [IDAS, SARAS]],
    ['above', [SARAS, IDAS]],
  ])('is listed %s the first, who stays as they are', async (_where, lines) => {
    await list(...lines, OLOF)
    expect((await importFolder()).out).toContain('another child, or the same with another guardian')
    expect(await people()).toEqual(before)
    await decide('person=new')
    expect(await people()).toEqual({ ...before, [SECOND]: SARAS_OWN })
  })

  it('is not the first, whose line the list does not have', async () => {
    await list(SARAS, OLOF)
    expect((await importFolder()).out).toContain(
      'of "4b / emma andersson" of the job with 2, none of them the same: another child',
    )
    expect(await people()).toEqual(before)
    await decide('person=new')
    expect(await people()).toEqual({ ...before, [SECOND]: SARAS_OWN })
  })

  it('takes nothing of the first if neither line has an address of theirs', async () => {
    await list(SARAS, 'Emma;Andersson;4B;x@example.org;', OLOF)
    const { out } = await plan()
    expect(out.match(/another child, or the same/g)).toHaveLength(2)
    await importFolder()
    expect(await people()).toEqual(before)
    await decide('1=new', '2=same')
    expect(await people()).toEqual({ ...before, [FIRST]: ['x@example.org', '1.jpg'], [SECOND]: SARAS_OWN })
  })
})
