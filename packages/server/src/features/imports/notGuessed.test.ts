import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { codesOfSubject, subjectsOfCode } from '../access/codes.ts'
import { type Job, jobsOf, picturesOf, type Subject, subjectsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { deleteSubject } from '../jobs/deletion/deleteSubject.ts'
import { importCommand } from './command.ts'

// What an import cannot know, it does not guess, and what somebody has decided it does.

let world: ImportWorld
beforeEach(async () => {
  world = await buildImportWorld()
})
afterEach(() => world.close())

const planPath = () => join(world.folder, '..', 'plan.json')
const ofJob = () => ['--provider', world.provider.key, '--job', 'Spring']
const run = async (...argv: string[]) => {
  const { code, lines } = await runInTerminal(importCommand, argv, world.app)
  return { code, out: lines.join('\n') }
}
const importFolder = (...options: string[]) => run(world.folder, ...ofJob(), ...options)
const plan = () => run(world.folder, ...ofJob(), '--plan', planPath())
const apply = (...decisions: string[]) =>
  run('--apply', planPath(), ...decisions.flatMap((decision) => ['--decide', decision]))
const jobs = (action: string, ...argv: string[]) =>
  runInTerminal(jobsCommand, [action, 'Spring', ...argv, '--provider', world.provider.key], world.app)

const roster = (...lines: string[]) => world.writeFiles({ 'roster.csv': `key,name,group,files\n${lines.join('\n')}\n` })
const pictures = async (...names: string[]) => {
  for (const name of names) await world.writeFiles({ [name]: await aPicture(++number) })
}
let number = 0

const withCodes = (...lines: string[]) =>
  world.writeFiles({ 'roster.csv': `key,name,group,code\n${lines.join('\n')}\n` })
/** Everybody whom a code opens. */
const openedBy = async (code: string) => {
  const uuids = await subjectsOfCode(world.app, world.provider, code)
  return subjectsOf(world.app, world.provider.key)
    .find({ uuid: { $in: uuids } })
    .toArray()
}

const readJob = async () => (await jobsOf(world.app, world.provider.key).findOne({ name: 'Spring' })) as Job
const person = async (key: string) => (await subjectsOf(world.app, world.provider.key).findOne({ key })) as Subject
/** Everybody's pictures by name. */
async function sight(): Promise<Record<string, string[]>> {
  const { app, provider } = world
  const subjects = await subjectsOf(app, provider.key).find({}).toArray()
  const entries = subjects.map(async ({ uuid, name }) => {
    const own = await picturesOf(app, provider.key).find({ 'assignment.subjects.uuid': uuid }).toArray()
    return [name, own.map(({ fileName }) => fileName).sort()] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

describe('a person who gets another key', () => {
  beforeEach(async () => {
    await roster('12,Anna Berg,4A,', '12-3,Bo Lind,4A,')
    await pictures('12_1.jpg')
    await importFolder()
    await roster('12,Anna Berg,4A,', '77,Bo Lind,4A,')
    await pictures('12-3-b.jpg')
    await plan()
  })

  it('gets the picture that was decided to be theirs in the same plan, by the earlier key', async () => {
    await apply('1=same 12-3', '2=person 12-3')
    expect(await sight()).toEqual({ 'Anna Berg': ['12_1.jpg'], 'Bo Lind': ['12-3-b.jpg'] })
  })

  it('does not lose a picture to somebody whose key begins the earlier one, in any later import', async () => {
    const { out } = await apply('1=same 12-3')
    expect(out).toContain('12-3-b.jpg was left out')
    expect(await sight()).toEqual({ 'Anna Berg': ['12_1.jpg'], 'Bo Lind': [] })
    await pictures('12-3.jpg', '12-3-c.jpg', '77_1.jpg')
    await importFolder()
    expect(await sight()).toEqual({ 'Anna Berg': ['12_1.jpg'], 'Bo Lind': ['77_1.jpg'] })
  })

  it('is deleted with the earlier key', async () => {
    await apply('1=same 12-3')
    await deleteSubject(world.app, world.provider, await readJob(), (await person('77')).uuid)
    await roster('12,Anna Berg,4A,')
    const { out } = await importFolder()
    expect(await sight()).toEqual({ 'Anna Berg': ['12_1.jpg'] })
    expect(out).toContain('the key of somebody who was deleted from this job')
  })
})

it('a file stays out, or is somebody else’s, as decided, whatever the other decisions make of it', async () => {
  await roster('1,Anna Berg,4A,', '2,Bo Lind,4A,')
  await importFolder()
  await roster('1,Anna Berg,4A,', '77,Bo Lind,4A,')
  await pictures('77_1.jpg', '77_2.jpg', '77_3.jpg')
  await plan()
  await apply('1=same 2', '2=person 1', '3=leave')
  expect(await sight()).toEqual({ 'Anna Berg': ['77_1.jpg'], 'Bo Lind': ['77_3.jpg'] })
})

it('a file that a line names is nobody else’s, though it is not decided yet who the line is', async () => {
  await roster('12,Anna Berg,4A,', '7,Bo Lind,4A,')
  await importFolder()
  await roster('12,Anna Berg,4A,12_6.jpg', '99,Bo Lind,4A,12_5.jpg')
  await pictures('12_5.jpg', '12_6.jpg')
  await importFolder()
  expect(await sight()).toEqual({ 'Anna Berg': ['12_6.jpg'], 'Bo Lind': [] })
})

describe('two lines with one key', () => {
  it('share no pictures: neither what the second names nor what only the key names', async () => {
    await roster('1,Anna Berg,4A,1_9.jpg', '1,Bo Lind,4A,1_2.jpg', '2,Cy Moe,4A,')
    await pictures('1_1.jpg', '1_2.jpg', '1_9.jpg', '2_1.jpg')
    const { out } = await importFolder()
    expect(await sight()).toEqual({ 'Anna Berg': ['1_9.jpg'], 'Cy Moe': ['2_1.jpg'] })
    expect(out).toContain('1_1.jpg was left out')
    expect(out).toContain('line 3 of the roster names it')
  })

  it('of a roster without keys are two children of one name, whose folder somebody decides about', async () => {
    await world.writeFiles({
      'roster.csv': 'name,group,email\nEmma Karlsson,4A,a@example.com\nEmma Karlsson,4A,b@example.com\n',
    })
    await pictures('Emma Karlsson/a.jpg')
    const { code, out } = await plan()
    expect([code, out]).toEqual([2, expect.stringContaining('several lines of the roster have this key')])
    await importFolder()
    expect(await sight()).toEqual({ 'Emma Karlsson': [] })
  })
})

it('a picture that somebody has taken from everybody stays nobody’s in the next import', async () => {
  await roster('13,Bo Lind,4A,')
  await pictures('13_1.jpg')
  await importFolder()
  await jobs('pictures', 'move', '13_1.jpg', '--to-nobody', '--operator', 'Kim')
  const { out } = await importFolder()
  expect([await sight(), out]).toEqual([{ 'Bo Lind': [] }, expect.stringContaining('13_1.jpg')])
})

it('the files of a deleted child are not those of one whose key begins theirs', async () => {
  await roster('1,Anna Berg,4A,', '1-2,Bo Lind,4A,')
  await importFolder()
  await deleteSubject(world.app, world.provider, await readJob(), (await person('1-2')).uuid)
  await roster('1,Anna Berg,4A,')
  await pictures('1-2.jpg', '1-2-b.jpg', '1_1.jpg')
  await importFolder()
  expect(await sight()).toEqual({ 'Anna Berg': ['1_1.jpg'] })
})

it('a picture of a class is nobody’s own by adding somebody', async () => {
  await roster('1,Anna Berg,4A,', '2,Bo Lind,4A,')
  await pictures('_group/4A/c4a.jpg')
  await importFolder()
  const { code, problem } = await jobs('pictures', 'add', 'c4a.jpg', '--to', '1')
  expect([code, problem]).toEqual([1, expect.stringContaining('picture of the group 4A')])
  const picture = await picturesOf(world.app, world.provider.key).findOne({ fileName: 'c4a.jpg' })
  expect(picture?.assignment).toMatchObject({ to: 'groups', groups: ['4A'] })
})

it('the folder of a class whose name two classes have in other letters is that of the exact one, or of none', async () => {
  await roster('1,Ann,4b,', '2,Ben,4B,')
  await pictures('_group/4B/c.jpg', '_group/4b/d.jpg')
  await importFolder()
  const found = await picturesOf(world.app, world.provider.key).find({}).sort({ fileName: 1 }).toArray()
  expect(found.map(({ assignment }) => 'groups' in assignment && assignment.groups)).toEqual([['4B'], ['4b']])
})

it('of two files with the same bytes the second one moves nothing, however often it is imported', async () => {
  await roster('1,Anna Berg,4A,', '2,Bo Lind,4A,')
  await pictures('1_1.jpg')
  await importFolder()
  await writeFile(join(world.folder, '2_5.jpg'), await aPicture(number))
  for (let time = 0; time < 3; time++) {
    await importFolder('--move')
    expect(await sight()).toEqual({ 'Anna Berg': ['1_1.jpg'], 'Bo Lind': [] })
  }
})

describe('two children who are not related and have one code by mistake', () => {
  const opens = async (code: string) => (await openedBy(code)).map(({ name }) => name).sort()
  beforeEach(async () => {
    await withCodes('1,Anna Berg,4A,SHARED2024', '2,Bo Lind,4A,SHARED2024', '3,Cy Moe,4A,CYALONE024')
    await importFolder('--publish')
    expect(await opens('SHARED2024')).toEqual(['Anna Berg', 'Bo Lind'])
  })

  it('are separated by the corrected roster, which says so', async () => {
    await withCodes('1,Anna Berg,4A,SHARED2024', '2,Bo Lind,4A,BOALONE024', '3,Cy Moe,4A,CYALONE024')
    const { out } = await importFolder()
    expect([await opens('SHARED2024'), await opens('BOALONE024')]).toEqual([['Anna Berg'], ['Bo Lind']])
    expect(out).toContain('(Bo Lind) has a code of their own now: the one that they shared with Anna Berg ("1") opens')
    expect(await codesOfSubject(world.app, world.provider, (await person('2')).uuid)).toEqual(['BOALONE024'])
  })

  it('are separated by a command', async () => {
    expect((await jobs('new-code', '2', '--alone')).code).toBe(0)
    expect(await opens('SHARED2024')).toEqual(['Anna Berg'])
    const [code = ''] = await codesOfSubject(world.app, world.provider, (await person('2')).uuid)
    expect(await opens(code)).toEqual(['Bo Lind'])
  })

  it('stay together if the roster gives both another code', async () => {
    await withCodes('1,Anna Berg,4A,FAMILY2025', '2,Bo Lind,4A,FAMILY2025', '3,Cy Moe,4A,CYALONE024')
    await importFolder()
    expect(await opens('FAMILY2025')).toEqual(['Anna Berg', 'Bo Lind'])
    expect(await opens('SHARED2024')).toEqual(['Anna Berg', 'Bo Lind'])
  })
})

describe('a plan is not applied after', () => {
  it.each([
    ['a picture was hidden', () => jobs('pictures', 'hide', '1_1.jpg')],
    ['a family has said no', () => jobs('consent', '1', 'print-and-sell', 'no')],
    ['a person was withdrawn', () => jobs('withdraw', '1')],
    ['somebody was marked', () => jobs('mark', '1', 'retake')],
    ['an address was removed', () => jobs('details', '1', '--emails', 'new@example.org')],
    ['the job was unpublished', () => jobs('unpublish')],
  ])('%s', async (_name, change) => {
    await roster('1,Anna Berg,4A,', '2,Bo Lind,4A,')
    await pictures('1_1.jpg')
    await importFolder('--publish')
    await pictures('2_1.jpg')
    await plan()
    const { code } = await change()
    expect(code).toBe(0)
    expect((await apply()).code).not.toBe(0)
    expect((await sight())['Bo Lind']).toEqual([])
  })
})

it('a file in the folder of somebody that begins with another one’s key is an exception; a short number is that of a photograph', async () => {
  await roster('4001,Anna Berg,4A,', '4002,Bo Lind,4A,', '7,Cy Moe,4A,')
  await pictures('Anna Berg/4002_1.jpg', 'Anna Berg/7.jpg', 'Anna Berg/4001_2.jpg', 'Bo Lind/DSC_4001.jpg')
  const { out } = await importFolder()
  expect(out).toContain(
    'Anna Berg/4002_1.jpg was left out: its folder and the key at the beginning of its name are those of "4001" of Anna Berg (4A) and "4002" of Bo Lind (4A)',
  )
  expect(await sight()).toEqual({ 'Anna Berg': ['4001_2.jpg', '7.jpg'], 'Bo Lind': ['DSC_4001.jpg'], 'Cy Moe': [] })
})

it('a candidate who is withdrawn is said to be so', async () => {
  await roster('1,Anna Berg,4A,', '2,Bo Lind,4A,')
  await importFolder()
  await jobs('withdraw', '2')
  await roster('1,Anna Berg,4A,', '9,Bo Lind,4A,')
  expect((await plan()).out).toContain('may be Bo Lind (4A) ("2", withdrawn) by the same name')
})

describe('a numbered file is not that of the child with this number', () => {
  beforeEach(async () => {
    await roster('12,Anna Berg,4A,', '40,Emma Karlson,4A,', '41,Bo Lind,4B,')
    await importFolder()
  })
  const isLeftOut = async (...files: string[]) => {
    await pictures(...files)
    const { out } = await importFolder()
    for (const file of files) expect(out).toContain(`${file} was left out`)
    expect((await sight())['Anna Berg']).toEqual([])
  }

  it('in a folder of a name that was corrected: it is that one’s', async () => {
    await jobs('rename', '40', 'Emma Carlsson')
    await pictures('Emma Karlson/12.jpg')
    await importFolder()
    expect(await sight()).toMatchObject({ 'Anna Berg': [], 'Emma Carlsson': ['12.jpg'] })
    await roster('12,Anna Berg,4A,', '40,Emma Carlson,4A,', '41,Bo Lind,4B,')
    await pictures('Emma Carlsson/11.jpg')
    await importFolder()
    expect(await sight()).toMatchObject({ 'Anna Berg': [], 'Emma Carlson': ['11.jpg', '12.jpg'] })
  })

  it('in the folder of somebody who is one person with another: it is that one’s', async () => {
    await jobs('merge', '41', '40', '--yes')
    await pictures('Emma Karlson/12.jpg')
    await importFolder()
    expect(await sight()).toMatchObject({ 'Anna Berg': [], 'Bo Lind': ['12.jpg'] })
  })

  it('in the folder of somebody who was deleted, nor in that of a child with a deleted one’s key', async () => {
    await roster('12,Anna Berg,4A,', '4002,Cleo Dahl,4B,')
    await importFolder()
    await deleteSubject(world.app, world.provider, await readJob(), (await person('4002')).uuid)
    await roster('12,Anna Berg,4A,')
    await isLeftOut('Cleo Dahl/12.jpg', '4002/12.jpg', 'Anna Berg/4002_7.jpg')
  })

  it('in the folder of somebody who was deleted, which is said of the folder', async () => {
    await roster('12,Anna Berg,4A,', '4002,Cleo Dahl,4B,')
    await importFolder()
    await deleteSubject(world.app, world.provider, await readJob(), (await person('4002')).uuid)
    await roster('12,Anna Berg,4A,')
    await pictures('Cleo Dahl/x.jpg', 'Cleo Dahl/12.jpg', 'Anna Berg/4002_7.jpg')
    const { out } = await importFolder()
    const deleted = 'somebody who was deleted from this job'
    expect(out).toContain(`Cleo Dahl/x.jpg was left out: its folder has the key or name of ${deleted}; name it`)
    expect(out).toContain(`12.jpg was left out: its folder has the key or name of ${deleted}, and its name begins with`)
    expect(out).toContain(
      `4002_7.jpg was left out: its name begins with the key of ${deleted}, but its folder or name is also that of "12"`,
    )
  })

  it('in the folder of a stranger, or inside a class', () => isLeftOut('Carl Holm/12.jpg', '4B/Dora/12.jpg'))

  it('in the folder of two of one name', async () => {
    await roster('12,Anna Berg,4A,', '50,Emma Andersson,4A,', '51,Emma Andersson,4B,')
    await isLeftOut('Emma Andersson/12.jpg')
  })

  it('in the folder of a name that the job has, though its line is undecided', async () => {
    await roster('12,Anna Berg,4A,', '940,Emma Karlson,4A,')
    await isLeftOut('Emma Karlson/12.jpg')
  })

  it('in a camera’s folder it is', async () => {
    await pictures('JPEG/12.jpg', '4A/12_2.jpg')
    await importFolder()
    expect((await sight())['Anna Berg']).toEqual(['12.jpg', '12_2.jpg'])
  })
})

it('a key that was somebody’s and is another one’s now says nothing', async () => {
  await roster('12,Anna Berg,4A,')
  await importFolder()
  await roster('512,Anna Berg,4A,')
  await plan()
  await apply('person=same')
  await roster('512,Anna Berg,4A,', '12,Bo Lind,4B,')
  await pictures('12_2.jpg')
  expect((await importFolder()).out).toContain('12_2.jpg was left out')
  expect(await sight()).toEqual({ 'Anna Berg': [], 'Bo Lind': [] })
})

it.each([
  ['7,Kim Ek,4A,', 'one letter of a short name'],
  ['7,Tia Ek,1B,', 'and another class'],
])('%s with the key of Tim Ek is a question: %s', async (line) => {
  await roster('7,Tim Ek,4A,')
  await importFolder()
  await roster(line)
  expect((await plan()).out).toContain('with which the job contains Tim Ek')
})

it('a line that names a file of somebody else’s folder or key is an exception, unless it names the folder, too', async () => {
  await roster('4001,Anna Berg,4A,IMG_0001;4002_1.jpg', '4002,Bo Lind,4A,', '4003,Cy Moe,4A,Bo Lind/IMG_0003.jpg')
  await pictures('Bo Lind/IMG_0001.jpg', '4002_1.jpg', 'Bo Lind/IMG_0003.jpg')
  const { out } = await importFolder()
  expect(out).toContain('Bo Lind/IMG_0001.jpg was left out: a line of the roster names it for "4001" of Anna Berg (4A)')
  expect(out).toContain('with its folder, or move it')
  // A file in no folder cannot be named with one.
  expect(out).toMatch(
    / 4002_1.jpg was left out: .*; put it into the folder of the right person, or decide it with --plan/,
  )
  expect(await sight()).toEqual({ 'Anna Berg': [], 'Bo Lind': [], 'Cy Moe': ['IMG_0003.jpg'] })
})

it('the year of a date is not a key, nor a first name that of somebody with a longer name', async () => {
  await roster('2026,Anna Berg,4A,', '102,Bo Lind,4A,')
  await pictures('2026-11-28 10.15.30.jpg', 'Anna Berg/102_1.jpg', 'Anna Berg/7.jpg')
  await importFolder()
  expect(await sight()).toEqual({ 'Anna Berg': ['7.jpg'], 'Bo Lind': [] })
  await world.writeFiles({ 'roster.csv': 'name\nAnna Berg\nCy Moe\n' })
  await pictures('Cy Moe Lind_1.jpg')
  expect((await importFolder()).out).toContain('Cy Moe Lind_1.jpg does not belong to any row')
})

describe('a code', () => {
  const opens = async (code: string) => (await openedBy(code)).map(({ key }) => key).sort()

  it('that two lists give to two people opens nobody until somebody says whose it is', async () => {
    await withCodes('1,Anna Berg,4A,BBBB222222', '2,Bo Lind,4A,CCCC333333')
    await importFolder('--publish')
    await withCodes('1,Anna Berg,4A,AAAA111111', '2,Bo Lind,4A,BBBB222222')
    expect((await plan()).out).toContain('(Bo Lind) has the code that opens Anna Berg ("1") now')
    for (let time = 0; time < 2; time++) {
      const { out } = await importFolder()
      expect(out).not.toContain('the one before opens the same')
      expect(out).toContain("(Bo Lind) has a code that was somebody else's in this job")
      expect([await opens('AAAA111111'), await opens('BBBB222222'), await opens('CCCC333333')]).toEqual([
        ['1'],
        [],
        ['2'],
      ])
    }
    expect((await jobs('give-code', '2', 'AAAA111111')).code).toBe(1)
    // A letter of this job must not open a child of another one.
    const autumn = await run(world.folder, '--provider', world.provider.key, '--job', 'Autumn')
    expect(autumn.out).toContain('(Bo Lind) has a code about which two lists of another job differ')
    const elsewhere = ['give-code', 'Autumn', '2', 'BBBB222222', '--provider', world.provider.key]
    expect((await runInTerminal(jobsCommand, elsewhere, world.app)).code).toBe(1)
    const given = await jobs('give-code', '2', 'BBBB222222', '--operator', 'Kim')
    expect([await opens('AAAA111111'), await opens('BBBB222222')]).toEqual([['1'], ['2']])
    expect((await jobs('history')).out).toMatch(/give-code {2}Bo Lind {2}Kim/)
    const [, number = ''] = /Number (\d+)/.exec(given.out) ?? []
    await jobs('undo', number)
    expect(await opens('BBBB222222')).toEqual([])
    expect((await jobs('give-code', '1', 'BBBB222222')).code).toBe(0)
    expect(await opens('BBBB222222')).toEqual(['1'])
  })

  it('of the line of somebody who was one person with another one opens nobody once they are two again', async () => {
    await withCodes('1,Anna Berg,4A,ANNA111111', '2,Berta Lind,4A,BERT222222')
    await importFolder('--publish')
    await jobs('merge', '1', '2', '--yes')
    await withCodes('1,Anna Berg,4A,ANNA111111', '2,Berta Lind,4A,BERT333333')
    await importFolder()
    await withCodes('1,Anna Berg,4A,', '2,Berta Lind,4A,BERT333333')
    await importFolder()
    expect(await opens('BERT333333')).toEqual(['1'])
    expect((await jobs('undo', '2')).code).toBe(0)
    expect([await opens('ANNA111111'), await opens('BERT222222'), await opens('BERT333333')]).toEqual([
      ['1'],
      ['2'],
      [],
    ])
    expect((await jobs('give-code', '2', 'BERT333333')).code).toBe(0)
    expect(await opens('BERT333333')).toEqual(['2'])
  })

  it('that a sister shares stays hers, and opens nobody else, once they are two again', async () => {
    await withCodes('1,Anna Berg,4A,ANNA111111', '2,Berta Lind,4A,BERT222222', '3,Cia Lind,4A,CIAL333333')
    await importFolder('--publish')
    await jobs('merge', '1', '2', '--yes')
    await withCodes('1,Anna Berg,4A,', '2,Berta Lind,4A,LIND444444', '3,Cia Lind,4A,LIND444444')
    await importFolder()
    expect(await opens('LIND444444')).toEqual(['1', '3'])
    await jobs('undo', '2')
    expect(await opens('LIND444444')).toEqual(['3'])
  })

  it('that opens somebody else since it was given is not taken back in part', async () => {
    await withCodes('1,Anna Berg,4A,ANNA111111', '2,Bo Lind,4A,BOBO222222')
    await importFolder('--publish')
    await withCodes('1,Anna Berg,4A,ANNA111111', '2,Bo Lind,4A,BOBO333333')
    await importFolder()
    await jobs('merge', '1', '2', '--yes')
    expect((await jobs('undo', '2')).code).toBe(1)
    expect(await opens('BOBO333333')).toEqual(['1'])
    expect((await jobs('undo', '3')).code).toBe(0)
    expect((await jobs('undo', '2')).code).toBe(0)
    expect(await opens('BOBO333333')).toEqual([])
  })

  it('does not hide that a name which came with it was corrected since', async () => {
    await withCodes('1,Anna Berg,4A,ANNA111111')
    await importFolder('--publish')
    await withCodes('1,Anna Bergh,4A,ANNA222222')
    await importFolder()
    await jobs('rename', '1', 'Anna Berggren')
    expect((await jobs('undo', '2')).code).toBe(1)
    expect((await person('1')).name).toBe('Anna Berggren')
  })

  it('that an import has given by a wrong decision opens that one no longer once the import is undone', async () => {
    await withCodes('1,Emma Berg,4A,ANNA111111')
    await importFolder('--publish')
    await withCodes('2,Emma Berg,4B,BOBO222222')
    await plan()
    await apply('person=same')
    expect(await opens('BOBO222222')).toEqual(['2'])
    expect((await jobs('undo', '2')).code).toBe(0)
    expect([await opens('ANNA111111'), await opens('BOBO222222')]).toEqual([['1'], []])
    await plan()
    await apply('person=new')
    expect([await opens('ANNA111111'), await opens('BOBO222222')]).toEqual([['1'], ['2']])
  })
})

it('two who exchange their keys may get other ones first, with their pictures', async () => {
  await roster('1,Anna Berg,4A,', '2,Bo Lind,4A,')
  await pictures('1_1.jpg', '2_1.jpg')
  await importFolder()
  await roster('1x,Anna Berg,4A,', '2x,Bo Lind,4A,')
  await plan()
  await apply('person=same')
  await roster('1,Bo Lind,4A,', '2,Anna Berg,4A,')
  await plan()
  await apply('person=same')
  expect(await sight()).toEqual({ 'Anna Berg': ['1_1.jpg'], 'Bo Lind': ['2_1.jpg'] })
  expect([(await person('1')).name, (await person('2')).name]).toEqual(['Bo Lind', 'Anna Berg'])
})

describe('a picture in the folder of a class that begins with the key of a child', () => {
  beforeEach(async () => {
    await roster('4001,Anna Berg,4A,', '4002,Bo Lind,4A,')
    await pictures('_group/4A/4001_7.jpg', '_group/4A/class.jpg')
  })

  const assignments = async () => {
    const all = await picturesOf(world.app, world.provider.key).find({}).toArray()
    return Object.fromEntries(all.map(({ fileName, assignment: { to, why } }) => [fileName, `${to} by ${why}`]))
  }

  it('is nobody’s until a plan decides, and nothing asks again', async () => {
    const { out } = await importFolder()
    expect(out).toContain(
      'is in the folder of the group "4A", but its folder or name is also that of "4001" of Anna Berg (4A)',
    )
    expect(await assignments()).toEqual({ 'class.jpg': 'groups by group-folder' })
    await plan()
    await apply('1=group')
    expect(await assignments()).toEqual({ 'class.jpg': 'groups by group-folder', '4001_7.jpg': 'groups by hand' })
    expect((await importFolder()).out).not.toContain('4001_7.jpg')
  })

  it('is the child’s if a plan decides so', async () => {
    await plan()
    await apply('1=person 4001')
    expect(await assignments()).toMatchObject({ '4001_7.jpg': 'subjects by hand' })
  })
})
