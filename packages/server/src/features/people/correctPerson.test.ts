import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { profile } from '@portraitkit/core/account/profile/profileContract.ts'
import { pictureSets } from '@portraitkit/core/picture-sets/contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { beforeUpdate } from '../../testing/beforeUpdate.ts'
import { type BuiltCustomer, buildCustomer } from '../../testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPicture, buildPictureSet } from '../../testing/buildPictureSet.ts'
import { aStoredPicture } from '../../testing/givePictures.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { codesOfSubjects } from '../access/codes.ts'
import { subjectStepsOf } from '../corrections/collection.ts'
import { stepSweep } from '../corrections/history.ts'
import { recordCorrection } from '../corrections/recordCorrection.ts'
import { jobsOf, picturesOf, type Subject, subjectsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { findOrCreateSubject } from '../jobs/importStore.ts'
import type { RosterRow } from '../jobs/roster.ts'
import { lettersOf } from '../letters/lettersOf.ts'
import { changeClass, renamePerson } from './correctPerson.ts'

/** Two servers on one database: commands run in one of them, families are customers of the other one. */
let folder: string
let here: TestServer
let elsewhere: TestServer
let ahead = 0
beforeAll(async () => {
  const { now } = performance
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + ahead)
  folder = await mkdtemp(join(tmpdir(), 'pk-people-'))
  const env = { SECRET: randomBytes(32).toString('hex') }
  here = await startTestServer({ folder, env })
  const { mongodbUrl } = here.app.env
  elsewhere = await startTestServer({ folder, env: { ...env, ...(mongodbUrl && { MONGODB_URL: mongodbUrl }) } })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await elsewhere.close()
  await here.close()
  await rm(folder, { recursive: true, force: true })
})

let set: BuiltPictureSet
let mother: BuiltCustomer
let newClassPicture: string
beforeEach(async () => {
  const { app, provider } = here
  set = await buildPictureSet(app, provider, { subject: { name: 'Emma Karlson' } })
  const { uuid, jobUuid } = set.subject
  await subjectsOf(app, provider.key).insertOne({
    ...{ uuid: randomBytes(16).toString('hex'), jobUuid, key: 'noah', name: 'Noah Berg', group: '5A' },
    contact: { email: null, phone: null },
  })
  const group = await buildPicture(app, provider, { fileName: '5a.jpg', pictureType: 'GP' })
  const stored = aStoredPicture({ provider: provider.key, jobUuid }, group, { to: 'groups', groups: ['5A'] })
  await picturesOf(app, provider.key).insertOne(stored)
  newClassPicture = group.uuid
  mother = await buildCustomer(elsewhere, { provider, subjects: [uuid], email: set.subject.contact.email as string })
})

const jobs = (what: string, ...args: string[]) =>
  runInTerminal(jobsCommand, [what, set.job.uuid, ...args, '--provider', here.provider.key], here.app)
const emma = async () =>
  (await subjectsOf(here.app, here.provider.key).findOne({ uuid: set.subject.uuid })) as unknown as Subject
const history = async () => {
  const { lines } = await jobs('history')
  return lines.flatMap((text) => text.split('\n')).map((line) => line.replace(/\d{4}-.* UTC/, 'TIME'))
}
async function look() {
  const { pictureSet } = await mother.client.call(pictureSets.get, { subjectUuid: set.subject.uuid })
  return { name: pictureSet.subject.name, pictures: pictureSet.pictures.map(({ uuid }) => uuid) }
}
const aSecondLater = () => {
  ahead += 1000
}
const problem = (code: number, words: string) => ({ code, problem: expect.stringContaining(words) })

describe('a corrected name', () => {
  it('is shown in another server within a second, in letters and lists; key, code and access stay; undo brings it back', async () => {
    const codes = await codesOfSubjects(here.app, here.provider, [set.subject.uuid])
    expect((await look()).name).toBe('Emma Karlson')
    const { out } = await jobs('rename', 'Emma Karlson', ' Emma  Carlsson ', '--operator', 'Kim')
    expect(out).toContain('Emma Karlson is now named Emma Carlsson. Number 1 of the history')
    aSecondLater()
    expect((await look()).name).toBe('Emma Carlsson')
    expect((await lettersOf(here.app, here.provider, set.job)).map(({ name }) => name)).toContain('Emma Carlsson')
    expect(await emma()).toMatchObject({ key: set.subject.key, rosterValues: { name: 'Emma Karlson' } })
    expect(await codesOfSubjects(here.app, here.provider, [set.subject.uuid])).toEqual(codes)
    expect(await history()).toEqual(['1  TIME  rename  Emma Karlson → Emma Carlsson  Kim'])
    expect((await jobs('undo', '1', '--operator', 'Ada')).out).toContain(
      'Number 1 is undone: 1 person is as before. This is number 2',
    )
    aSecondLater()
    expect((await look()).name).toBe('Emma Karlson')
    expect((await emma()).rosterValues).toBeUndefined()
    expect((await history()).at(-1)).toBe('1  TIME  rename  Emma Karlson → Emma Carlsson  Kim  undone by 2')
    expect((await jobs('undo', '2')).out).toContain('1 person is as before')
    expect((await emma()).name).toBe('Emma Carlsson')
  })

  it.each([
    [['Emma Karlson', '  '], 2, 'The new name is empty'],
    [['Emma Karlson', 'x'.repeat(121)], 2, 'has more than 120 characters'],
    [['Emma Karlson', 'Emma\u202eC'], 2, 'cannot be seen'],
    [['Emma Karlson', 'Emma', 'Carlsson'], 2, 'quotes'],
    [['Emma Karlson', 'Emma C', '--yes'], 2, '--yes is an option of new-code and merge'],
    [['Otto', 'Emma'], 1, 'has nobody with'],
  ])('%j is refused, and changes nothing', async (args, code, words) => {
    expect(await jobs('rename', ...args)).toMatchObject(problem(code, words))
    expect((await emma()).name).toBe('Emma Karlson')
    expect(await history()).toEqual(['Nothing was changed in this job yet.'])
  })

  it('that somebody else of the job has is changed, and the command says so', async () => {
    expect((await jobs('rename', 'Emma Karlson', 'noah berg')).out).toContain(
      'Noah Berg (5A, "noah") has the same name',
    )
    expect((await jobs('rename', set.subject.uuid, 'noah berg')).out).toContain('Nothing was changed')
  })
})

describe('a correction and an import at the same moment', () => {
  const row = (): RosterRow => {
    const { key, group } = set.subject
    return {
      line: 1,
      key,
      name: 'Emma Karlson',
      group,
      code: null,
      files: [],
      favorite: null,
      emails: [],
      phone: '555',
    }
  }

  it.each([
    ['name', { name: 'Emma Carlsson' }, { name: 'Emma Karlson' }],
    ['class', { group: '5A' }, { group: '4B' }],
  ] as const)('leave the corrected %s, and the rest of the row', async (what, corrected, rosterValues) => {
    let isDone = false
    // Between the moment when the import reads the person and the one when it writes the row.
    const busy = beforeUpdate(here.app, 'subjects', async () => {
      if (isDone) return
      isDone = true
      const { uuid } = set.subject
      if (what === 'name') await renamePerson(elsewhere.app, set.job, uuid, { name: 'Emma Carlsson', by: null })
      else await changeClass(elsewhere.app, set.job, uuid, { group: '5A', by: null })
    })
    await findOrCreateSubject(busy, set.job, row())
    expect(isDone).toBe(true)
    expect(await emma()).toMatchObject({ ...corrected, rosterValues, contact: { phone: '555' } })
  })

  it('with a new name follow the roster, which is newer than what was corrected', async () => {
    let isDone = false
    const busy = beforeUpdate(here.app, 'subjects', async () => {
      if (isDone) return
      isDone = true
      await renamePerson(elsewhere.app, set.job, set.subject.uuid, { name: 'Emma Carlsson', by: null })
    })
    await findOrCreateSubject(busy, set.job, { ...row(), name: 'Emma Carlson' })
    expect((await emma()).name).toBe('Emma Carlson')
    expect((await emma()).rosterValues).toBeUndefined()
  })
})

describe('a changed class', () => {
  it('shows the class pictures of the new class instead of the old one in another server within a second', async () => {
    const { first, favourite, group } = set.pictures
    expect((await look()).pictures.toSorted()).toEqual([first.uuid, favourite.uuid, group.uuid].toSorted())
    expect((await jobs('change-class', 'Emma Karlson', '5a')).out).toContain('Emma Karlson is in 5A instead of 4B')
    aSecondLater()
    expect((await look()).pictures.toSorted()).toEqual([first.uuid, favourite.uuid, newClassPicture].toSorted())
    const address = (await mother.client.call(pictureSets.get, { subjectUuid: set.subject.uuid })).pictureSet.pictures
    expect(address.map(({ uuid }) => uuid)).not.toContain(group.uuid)
    await jobs('undo', '1')
    aSecondLater()
    expect((await look()).pictures.toSorted()).toEqual([first.uuid, favourite.uuid, group.uuid].toSorted())
  })

  it('that was unpublished meanwhile is left unpublished by an undo, which says so', async () => {
    const before = await look()
    await jobs('change-class', 'Emma Karlson', '5A')
    await jobs('unpublish', '--class', '5A')
    const { code, out } = await jobs('undo', '1')
    expect([code, out]).toEqual([0, expect.stringContaining('Unpublished with 5A, and so still')])
    aSecondLater()
    expect((await look()).pictures).toEqual([])
    expect(await emma()).toMatchObject({ group: '4B', hidden: { group: '5A' } })
    await jobs('publish', '--subject', 'Emma Karlson')
    aSecondLater()
    expect((await look()).pictures).toEqual(before.pictures)
  })

  it('must be one of the job, unless it is new', async () => {
    expect(await jobs('change-class', 'Emma Karlson', '6C')).toMatchObject(problem(1, 'has no group "6C"'))
    expect((await jobs('change-class', 'Emma Karlson', '6C', '--new-class')).code).toBe(0)
    expect(await jobs('rename', 'Emma Karlson', 'E', '--new-class')).toMatchObject(problem(2, 'option of change-class'))
    expect((await emma()).group).toBe('6C')
  })

  it('by two people at once ends as one of them said, and each is in the history', async () => {
    const { app, provider } = here
    const { uuid } = set.subject
    await Promise.all([
      changeClass(app, set.job, uuid, { group: '5A', by: 'Ada' }),
      changeClass(elsewhere.app, set.job, uuid, { group: '6C', by: 'Kim' }),
    ])
    const entries = await history()
    expect(entries).toHaveLength(2)
    const last = (await emma()).group
    expect(['5A', '6C']).toContain(last)
    expect((await emma()).rosterValues).toEqual({ group: '4B' })
    const steps = await subjectStepsOf(app, provider.key).find({ subject: uuid }).toArray()
    expect(steps.some(({ before, after }) => before.group !== '4B' && after.group === last)).toBe(true)
  })
})

describe('the history of a person', () => {
  it('lists and undoes withdrawing, restoring, consent and unpublishing, the last one first', async () => {
    await jobs('withdraw', 'Emma Karlson', '--reason', 'moved', '--operator', 'Ada')
    await jobs('restore', 'Emma Karlson', '--operator', 'Kim')
    await jobs('consent', 'Emma Karlson', 'class-picture', 'no', '--operator', 'Kim')
    await jobs('unpublish', '--subject', 'Emma Karlson', '--operator', 'Kim')
    await jobs('publish', '--subject', 'Emma Karlson')
    expect(await history()).toEqual([
      '5  TIME  publish  Emma Karlson  unknown',
      '4  TIME  unpublish  Emma Karlson  Kim',
      '3  TIME  consent  Emma Karlson: class-picture no  Kim',
      '2  TIME  restore  Emma Karlson  Kim',
      '1  TIME  withdraw  Emma Karlson  Ada',
    ])
    expect(await jobs('undo', '1')).toMatchObject(problem(1, 'people were changed later: Emma Karlson'))
    expect(await jobs('undo', '4')).toMatchObject(problem(1, 'people were changed later'))
    for (const number of ['5', '4', '3', '2', '1']) expect((await jobs('undo', number)).code).toBe(0)
    const { withdrawn, consent, hidden } = await emma()
    expect([withdrawn ?? null, consent ?? null, hidden ?? null]).toEqual([null, null, null])
    expect((await jobs('undo', '99')).problem).toContain('has no number 99')
  })

  it('brings a withdrawn child and an objection back as they were recorded', async () => {
    await jobs('withdraw', 'Emma Karlson', '--reason', 'moved', '--operator', 'Ada')
    const { withdrawn } = await emma()
    await jobs('restore', 'Emma Karlson')
    await jobs('undo', '2')
    expect((await emma()).withdrawn).toEqual(withdrawn)
    aSecondLater()
    expect((await mother.client.send(pictureSets.get, { subjectUuid: set.subject.uuid })).status).toBe(404)
  })

  it('undoes a name and leaves a class that was changed later, and the other way round', async () => {
    await jobs('rename', 'Emma Karlson', 'Emma Carlsson')
    await jobs('change-class', 'Emma Carlsson', '5A')
    expect((await jobs('undo', '1')).problem).toBe('')
    expect(await emma()).toMatchObject({ name: 'Emma Karlson', group: '5A', rosterValues: { group: '4B' } })
    expect((await jobs('undo', '3')).problem).toBe('')
    expect((await emma()).rosterValues).toEqual({ name: 'Emma Karlson', group: '4B' })
    expect((await jobs('undo', '2')).problem).toBe('')
    expect(await emma()).toMatchObject({ name: 'Emma Carlsson', group: '4B', rosterValues: { name: 'Emma Karlson' } })
    await jobs('rename', 'Emma Carlsson', 'Emma C')
    expect(await jobs('undo', '4')).toMatchObject(problem(1, 'people were changed later: Emma C'))
  })

  it('undoes the answer for one purpose and leaves the others, unless the same purpose was answered again', async () => {
    await jobs('consent', 'Emma Karlson', 'class-picture', 'no')
    await jobs('consent', 'Emma Karlson', 'yearbook', 'no')
    await jobs('undo', '1')
    expect((await emma()).consent).toMatchObject({ yearbook: { answer: 'no' } })
    expect((await emma()).consent).not.toHaveProperty('class-picture')
    await jobs('consent', 'Emma Karlson', 'yearbook', 'yes')
    expect(await jobs('undo', '2')).toMatchObject(problem(1, 'people were changed later'))
    await jobs('undo', '4')
    expect((await emma()).consent).toMatchObject({ yearbook: { answer: 'no' } })
    await jobs('undo', '2')
    expect((await emma()).consent ?? null).toBeNull()
  })

  it('does not bring an ended code back, and says so', async () => {
    await jobs('new-code', 'Emma Karlson', '--operator', 'Kim')
    const codes = await codesOfSubjects(here.app, here.provider, [set.subject.uuid])
    expect(await history()).toEqual(['1  TIME  new-code  Emma Karlson  Kim'])
    expect(await jobs('undo', '1')).toMatchObject(problem(1, 'it stays ended. "jobs new-code" gives another new one'))
    expect(await codesOfSubjects(here.app, here.provider, [set.subject.uuid])).toEqual(codes)
  })

  it('is not undone where the process died before the change, and not after 30 days', async () => {
    const { app, provider } = here
    const recorded = recordCorrection(app, set.job, { command: 'rename', by: null })
    await recorded.recordSubject(set.subject.uuid, { before: { name: 'Emma Karlson' }, after: { name: 'Emma C' } })
    expect((await jobs('undo', '1')).out).toContain('had changed nothing')
    await jobs('rename', 'Emma Karlson', 'Emma Carlsson')
    const later = new Date(app.clock().getTime() + 31 * 24 * 60 * 60_000)
    const spy = vi.spyOn(app, 'clock').mockImplementation(() => later)
    expect(await jobs('undo', '2')).toMatchObject(problem(1, 'more than 30 days old'))
    await stepSweep.run(app)
    spy.mockRestore()
    expect(await subjectStepsOf(app, provider.key).count({ jobUuid: set.job.uuid })).toBe(0)
    expect((await history())[0]).toBe('2  TIME  rename  what is no longer stored  unknown')
  })

  it('goes with the pictures of the job on its day of deletion', async () => {
    const { app, provider } = here
    await jobs('rename', 'Emma Karlson', 'Emma Carlsson')
    const count = () => subjectStepsOf(app, provider.key).count({ jobUuid: set.job.uuid })
    await stepSweep.run(app)
    expect(await count()).toBe(1)
    const deletion = new Date(app.clock().getTime() - 3 * 24 * 60 * 60_000)
    await jobsOf(app, provider.key).updateOne({ uuid: set.job.uuid }, { $set: { deletion } })
    await stepSweep.run(app)
    expect(await count()).toBe(0)
  })

  it('is exported with the account, without the other guardian and the reasons', async () => {
    await jobs('rename', 'Emma Karlson', 'Emma Carlsson')
    await jobs('consent', 'Emma Carlsson', 'yearbook', 'no', '--who', 'the father', '--source', 'a letter')
    await jobs('unpublish', '--subject', 'Emma Carlsson', '--reason', 'a secret')
    const { password } = mother
    const { data } = (await mother.client.call(profile.export, { password })) as { data: Record<string, object[]> }
    expect(data.subjectSteps).toMatchObject([
      { before: { name: 'Emma Karlson' }, after: { name: 'Emma Carlsson' } },
      { after: { consent: { yearbook: { answer: 'no' } } } },
      { before: {}, after: {} },
    ])
    expect(JSON.stringify(data.subjectSteps)).not.toMatch(/father|letter|secret/)
  })
})
