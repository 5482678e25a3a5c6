import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { subjectsOfCode } from '../access/codes.ts'
import { findDeliveredSets, forgetDeliveredJobs, type Subject, subjectsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { deleteSubject } from '../jobs/deletion/deleteSubject.ts'
import { findJobByName } from '../jobs/importStore.ts'
import { jobsPersonalData } from '../jobs/personalData.ts'
import { attendanceOf } from './attendance.ts'

// Who is in a job, as a school lists them and as the photographer sees them.

const LIST = [
  'Elevnummer;Förnamn;Efternamn;Klass;Mentor;Vårdnadshavare 1;Vårdnadshavare 1 E-post;Vårdnadshavare 2;Vårdnadshavare 2 E-post',
  '1;Anna;Berg;4A;Kim Lund;Maja Berg;maja@example.org;Per Berg;per@example.org',
  '2;Bo;Lind;4A;Kim Lund;Eva Lind;eva@example.org;;',
]

let world: ImportWorld
beforeEach(async () => {
  world = await buildImportWorld({ country: 'SE' })
  await world.writeFiles({
    'lista.csv': LIST.join('\n'),
    '1_a.jpg': await aPicture(1),
    '_group/4A/c.jpg': await aPicture(2),
  })
  await world.import()
})
afterEach(() => world.close())

const jobs = async (action: string, ...argv: string[]) => {
  const { code, lines, problem } = await runInTerminal(
    jobsCommand,
    [action, 'Spring', ...argv, '--provider', world.provider.key],
    world.app,
  )
  return { code, out: [...lines, problem].join('\n') }
}
const person = async (key: string) => (await subjectsOf(world.app, world.provider.key).findOne({ key })) as Subject
const states = async () => {
  const { out } = await jobs('people')
  return Object.fromEntries(
    out.split('\n').flatMap((line) => {
      const [, key, , , state] = line.split('  ')
      return key && state ? [[key, state]] : []
    }),
  )
}

describe('what a school’s list says about a person', () => {
  const guardians = [
    { name: 'Maja Berg', emails: ['maja@example.org'] },
    { name: 'Per Berg', emails: ['per@example.org'] },
  ]

  it('is stored: the parts of the name, the teacher and both guardians; a cell that is empty later removes nothing', async () => {
    const expected = { name: 'Anna Berg', firstName: 'Anna', lastName: 'Berg', teacher: 'Kim Lund', guardians }
    expect(await person('1')).toMatchObject(expected)
    await world.writeFiles({ 'lista.csv': 'Elevnummer;Namn;Klass\n1;Anna Berg;4A\n2;Bo Lind;4A\n' })
    await world.import()
    expect(await person('1')).toMatchObject(expected)
  })

  it('follows a new list, which an undo reverses; nothing about guardians is printed', async () => {
    await world.writeFiles({ 'lista.csv': LIST.join('\n').replace('Kim Lund;Maja', 'Lo Ek;Maria') })
    await world.import()
    expect(await person('1')).toMatchObject({ teacher: 'Lo Ek', guardians: [{ name: 'Maria Berg' }, guardians[1]] })
    expect((await jobs('history')).out).not.toContain('Maria')
    await jobs('undo', '2')
    expect(await person('1')).toMatchObject({ teacher: 'Kim Lund', guardians })
  })

  it('does not guess which part of a corrected name is the last one, until the list has that name', async () => {
    await jobs('rename', '1', 'Anna Maria Berg Lund')
    expect(await person('1')).not.toHaveProperty('lastName')
    await world.import()
    expect(await person('1')).not.toHaveProperty('lastName')
    await jobs('undo', '2')
    expect(await person('1')).toMatchObject({ firstName: 'Anna', lastName: 'Berg' })
  })

  it('is of both for two who are one', async () => {
    await jobs('merge', '1', '2', '--yes')
    expect((await person('1')).guardians?.map(({ name }) => name)).toEqual(['Maja Berg', 'Per Berg', 'Eva Lind'])
    await world.import()
    expect((await person('1')).guardians?.map(({ name }) => name)).toEqual(['Maja Berg', 'Per Berg', 'Eva Lind'])
    await jobs('undo', '2')
    expect((await person('1')).guardians).toEqual(guardians)
  })

  it('is corrected by a command, which a roster that repeats it does not change back, and a new one does', async () => {
    const { code, out } = await jobs(
      ...[
        'details',
        '1',
        '--teacher',
        'Lo Ek',
        '--grade',
        '4',
        '--guardian',
        'Maja Berg, maja@example.org, 0701740605',
      ],
    )
    expect([code, out]).toEqual([0, expect.stringContaining('Number 2 of the history')])
    const corrected = {
      ...{ teacher: 'Lo Ek', grade: '4', contact: { email: 'maja@example.org', phone: null } },
      guardians: [{ name: 'Maja Berg', emails: ['maja@example.org'], phone: '+46701740605' }],
    }
    expect(await person('1')).toMatchObject(corrected)
    expect(await person('1')).not.toHaveProperty('contact.others')
    await world.import()
    expect(await person('1')).toMatchObject(corrected)
    const history = (await jobs('history')).out
    expect(history).toContain('details  Anna Berg: addresses, teacher, grade, guardians')
    expect(history).not.toMatch(/Maja|Ek|0701/)
    await world.writeFiles({ 'lista.csv': LIST.join('\n').replace('Kim Lund;Maja', 'Mo Ny;Maja') })
    await world.import()
    expect(await person('1')).toMatchObject({ ...corrected, teacher: 'Mo Ny' })
    await world.writeFiles({ 'lista.csv': LIST.join('\n').replace('per@', 'pelle@') })
    await world.import()
    expect(await person('1')).toMatchObject({ contact: { others: ['pelle@example.org'] }, grade: '4' })
  })

  it('stays without an address that was removed, whatever else a list says, also of one who is merged', async () => {
    const list = (...lines: string[]) => world.writeFiles({ 'lista.csv': [LIST[0], ...lines].join('\n') })
    const emails = async () => {
      const { contact } = await person('1')
      return [contact.email, ...(contact.others ?? [])]
    }
    await jobs('details', '1', '--emails', 'maja@example.org')
    await list('1;Anna;Berg;4A;Kim Lund;Maja Berg;maja@example.org,new@example.org;Per Berg;per@example.org')
    await world.import()
    expect(await emails()).toEqual(['maja@example.org', 'new@example.org'])
    await list('1;Anna;Berg;4B;Kim Lund;Maja Berg;maja@example.org;;')
    await world.import()
    await list('1;Anna;Berg;4B;Kim Lund;Maja Berg;maja@example.org;Per Berg;per@example.org', LIST[2] ?? '')
    await world.import()
    expect(await emails()).toEqual(['maja@example.org'])
    expect(JSON.stringify((await person('1')).guardians)).not.toContain('per@')
    await jobs('details', '2', '--emails', 'bo@example.org')
    await jobs('merge', '1', '2', '--yes')
    await world.import()
    expect(await emails()).toEqual(['maja@example.org', 'bo@example.org'])
    await jobs('details', '1', '--emails', 'maja@example.org, per@example.org')
    await world.import()
    expect(await emails()).toEqual(['maja@example.org', 'per@example.org'])
  })

  it('is corrected again, removed and undone', async () => {
    await jobs('details', '1', '--emails', 'maja@example.org', '--phone', '070 174 06 05')
    expect((await person('1')).guardians).toEqual([guardians[0], { name: 'Per Berg', emails: [] }])
    await jobs('details', '1', '--emails', '', '--teacher', '', '--guardian', '')
    expect(await person('1')).toMatchObject({ contact: { email: null, phone: '+46701740605' } })
    for (const field of ['teacher', 'guardians']) expect(await person('1')).not.toHaveProperty(field)
    await world.import()
    expect(await person('1')).toMatchObject({ contact: { email: null, phone: '+46701740605' } })
    expect((await jobs('details', '1', '--emails', '')).out).toContain('Nothing was changed')
    await jobs('undo', '3')
    await jobs('undo', '2')
    expect(await person('1')).toMatchObject({
      teacher: 'Kim Lund',
      guardians,
      contact: { others: ['per@example.org'] },
    })
    expect(await person('1')).not.toHaveProperty('rosterValues')
  })

  it('is printed by the command, which refuses what cannot be an address, a number or a name', async () => {
    expect((await jobs('details', '1')).out).toContain('guardian    Per Berg, per@example.org')
    for (const wrong of [
      ['--emails', 'maja'],
      ['--phone', '12'],
      ['--guardian', 'Maja, maja@'],
      ['--teacher', 'x'.repeat(200)],
      ['--guardian', 'Ida, ida@example.org, 0701740605, 0701740606'],
    ])
      expect([wrong, (await jobs('details', '1', ...wrong)).code]).toEqual([wrong, 2])
    const numbers = await jobs('details', '1', '--guardian', 'Ida, 0701740605; +46 70-174 06 06')
    expect(numbers.out).toContain(
      'Nothing was changed: a guardian has one number, not "0701740605" and "+46 70-174 06 06"',
    )
    expect(await person('1')).toMatchObject({ teacher: 'Kim Lund', guardians })
  })

  it('tells a guardian nothing about the other one', async () => {
    const [{ present } = { present: undefined }] = jobsPersonalData
    const owner = { provider: world.provider.key, email: 'per@example.org', isProved: true, customer: 'nobody' }
    const [own] = (await present?.([await person('1')], owner as never, world.app)) ?? []
    expect(own?.guardians).toEqual([{ name: 'Per Berg', emails: ['per@example.org'] }])
    expect(JSON.stringify(own)).not.toContain('Maja')
  })
})

describe('whether a person was photographed', () => {
  const at = (day: number) => new Date(2026, 8, day)
  it.each([
    [{}, null, 'expected'],
    [{}, at(1), 'photographed'],
    [{ attendance: { is: 'absent', at: at(2), by: null } }, null, 'absent'],
    [{ attendance: { is: 'absent', at: at(2), by: null } }, at(3), 'photographed'],
    [{ attendance: { is: 'retake', at: at(2), by: null } }, at(1), 'retake'],
    [{ attendance: { is: 'retake', at: at(2), by: null } }, at(3), 'photographed'],
    [{ attendance: { is: 'retake', at: at(2), by: null }, withdrawn: { at: at(1), by: null } }, at(1), 'withdrawn'],
  ] as const)('%o with a picture of %s is %s', (subject, photographed, state) => {
    expect(attendanceOf(subject, photographed)).toBe(state)
  })

  it('is listed, noted, and undone', async () => {
    expect(await states()).toEqual({ 1: 'photographed', 2: 'expected' })
    expect((await jobs('mark', '2', 'absent')).out).toContain('Bo Lind: absent. Number 2')
    expect(await states()).toEqual({ 1: 'photographed', 2: 'absent' })
    expect((await jobs('people', '--state', 'absent')).out).toMatch(
      / {2}2 {2}Bo Lind {2}4A {2}absent {2}Kim Lund\n1 of 2\./,
    )
    expect((await jobs('history')).out).toContain('mark  Bo Lind: absent')
    expect((await jobs('mark', '2', 'absent')).out).toContain('Nothing was changed')
    await jobs('undo', '2')
    expect(await states()).toEqual({ 1: 'photographed', 2: 'expected' })
    await jobs('mark', '2', 'absent')
    await world.writeFiles({ '2_b.jpg': await aPicture(3) })
    await world.import()
    expect(await states()).toEqual({ 1: 'photographed', 2: 'photographed' })
    await jobs('mark', '2', 'retake')
    const [, merge = ''] = /Number (\d+)/.exec((await jobs('merge', '1', '2', '--yes')).out) ?? []
    expect(await states()).toEqual({ 1: 'retake' })
    await jobs('undo', merge)
    // An earlier picture of somebody else that was theirs all along does not end the mark.
    await jobs('pictures', 'move', '1_a.jpg', '--to', '2')
    expect(await states()).toEqual({ 1: 'expected', 2: 'retake' })
    expect((await jobs('mark', '2', 'ill')).code).toBe(2)
    expect((await jobs('people', '--state', 'ill')).code).toBe(2)
  })
})

describe('somebody who is not on the roster', () => {
  it('is added with a code, gets pictures and class pictures like the others, and is withdrawn by an undo', async () => {
    const { code, out } = await jobs(
      'add-person',
      'Eva Lärare',
      '--class',
      '4a',
      '--key',
      'T1',
      '--email',
      'eva@example.org',
    )
    expect(code).toBe(0)
    const letter = /the code ([\w-]+)\./.exec(out)?.[1]?.replaceAll('-', '') ?? ''
    const eva = await person('t1')
    expect(await subjectsOfCode(world.app, world.provider, letter)).toEqual([eva.uuid])
    await world.writeFiles({ 'T1_x.jpg': await aPicture(9) })
    await world.import()
    forgetDeliveredJobs(world.app)
    const [set] = await findDeliveredSets(world.app, world.provider.key, [eva.uuid])
    expect(set?.pictures.map(({ fileName }) => fileName).toSorted()).toEqual(['T1_x.jpg', 'c.jpg'])
    await jobs('undo', '2')
    forgetDeliveredJobs(world.app)
    expect(await findDeliveredSets(world.app, world.provider.key, [eva.uuid])).toEqual([])
  })

  it('is refused with a key that somebody has, a class that is not there, or an address that is none', async () => {
    expect((await jobs('add-person', 'Eva', '--key', '1')).out).toContain('Anna Berg has the key "1"')
    expect((await jobs('add-person', 'Eva', '--class', '9Z')).out).toContain('no group "9Z"')
    expect((await jobs('add-person', 'Eva', '--email', 'eva')).out).toContain('not a valid email address')
    expect((await jobs('add-person', ' ')).code).toBe(2)
    expect(Object.keys(await states())).toEqual(['1', '2'])
  })

  it('does not come back by accident after a deletion', async () => {
    const job = await findJobByName(world.app, world.provider, 'Spring')
    if (job) await deleteSubject(world.app, world.provider, job, (await person('2')).uuid)
    expect((await jobs('add-person', 'Bo Lind', '--class', '4A')).out).toContain('was deleted from "Spring"')
    expect((await jobs('add-person', 'Bo Lind', '--class', '4A', '--again')).code).toBe(0)
  })
})
