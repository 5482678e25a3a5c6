import { randomUUID } from 'node:crypto'
import { access } from '@portraitkit/core/access/contract.ts'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { pictureSets } from '@portraitkit/core/picture-sets/contract.ts'
import { templates } from '@portraitkit/core/template/contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { awaitSecurityEvents, recordSecurityEvent } from '../../platform/security/record.ts'
import { beforeUpdate } from '../../testing/beforeUpdate.ts'
import { resourcesOf } from '../../testing/buildBuyer.ts'
import { type BuiltCustomer, buildCustomer } from '../../testing/buildCustomer.ts'
import { type BuiltPictureSet, buildPicture, buildPictureSet } from '../../testing/buildPictureSet.ts'
import { buildShare } from '../../testing/buildShare.ts'
import { buildTemplate } from '../../testing/buildTemplate.ts'
import { aStoredPicture } from '../../testing/givePictures.ts'
import { sentMails } from '../../testing/sentMails.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { codesOfSubject, saveCode } from '../access/codes.ts'
import { undoCorrection } from '../corrections/undoCorrection.ts'
import { forgetDeliveredJobs, picturesOf, type Subject, subjectsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { deleteSubject } from '../jobs/deletion/deleteSubject.ts'
import type { AssignmentTarget } from '../jobs/picture.ts'
import { mergePeople } from './mergePeople.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Anna is in the job, and somebody of another class who is taken for her. Bo is in the class of that other one. */
let set: BuiltPictureSet
let again: Subject
let againCode: string
let bo: Subject
let mother: BuiltCustomer
let father: BuiltCustomer
let boMother: BuiltCustomer
beforeEach(async () => {
  const { app, provider } = server
  set = await buildPictureSet(app, provider, { subject: { name: 'Anna Berg', key: '12' } })
  again = await member('12b', 'Anna Bergg', 'father@example.com')
  bo = await member('7', 'Bo Lind', null)
  await stored('again.jpg', { to: 'subjects', subjects: [{ uuid: again.uuid, isCover: false }] })
  await stored('4c.jpg', { to: 'groups', groups: ['4C'] })
  againCode = `CODE${randomUUID().slice(0, 8)}`
  await saveCode(app, provider, { code: againCode, subjects: [again.uuid] })
  mother = await buildCustomer(server, { provider, subjects: [set.subject.uuid], isAddressProved: true })
  father = await buildCustomer(server, { provider, subjects: [again.uuid], isAddressProved: true })
  boMother = await buildCustomer(server, { provider, subjects: [bo.uuid] })
})

async function member(key: string, name: string, email: string | null): Promise<Subject> {
  const subject = { provider: server.provider.key, uuid: randomUUID(), jobUuid: set.job.uuid, key, name }
  const complete = { ...subject, group: '4C', contact: { email, phone: null } }
  await subjectsOf(server.app, server.provider.key).insertOne(complete)
  return complete
}

async function stored(fileName: string, target: AssignmentTarget): Promise<void> {
  const { app, provider } = server
  const pictureType = target.to === 'groups' ? 'GP' : 'IP'
  const built = await buildPicture(app, provider, { fileName, pictureType })
  await picturesOf(app, provider.key).insertOne(aStoredPicture(set.subject, built, target))
  forgetDeliveredJobs(app)
}

const jobs = (what: string, ...args: string[]) =>
  runInTerminal(jobsCommand, [what, set.job.uuid, ...args, '--provider', server.provider.key], server.app)
const merge = () => jobs('merge', '12', '12b', '--yes')
const read = (uuid: string) => subjectsOf(server.app, server.provider.key).findOne({ uuid })

/** What somebody sees of a person, by the names of the files; null if nothing. */
async function look({ client }: BuiltCustomer, { uuid }: Pick<Subject, 'uuid'>): Promise<string[] | null> {
  const { status, body } = await client.send(pictureSets.get, { subjectUuid: uuid })
  if (status !== 200) return null
  const { pictureSet } = body as { pictureSet: { pictures: { uuid: string }[] } }
  const uuids = pictureSet.pictures.map((each) => each.uuid)
  const found = await picturesOf(server.app, server.provider.key)
    .find({ uuid: { $in: uuids } })
    .toArray()
  return found.map(({ fileName }) => fileName).sort()
}

async function enterAs(code: string): Promise<BuiltCustomer> {
  const guest = await buildCustomer(server, { provider: server.provider })
  await guest.client.call(access.addPictureSetByCode, { code, requestId: randomUUID() })
  return guest
}

const OWN = ['1.jpg', '2.jpg', 'group.jpg']
const OTHERS = ['4c.jpg', 'again.jpg']

describe('two who were one person by mistake', () => {
  it('have no picture that came while they were one, which is named; who else is in it sees it', async () => {
    await merge()
    await stored('later.jpg', { to: 'unmatched' })
    await stored('three.jpg', { to: 'unmatched' })
    const pictures = (...args: string[]) => jobs('pictures', ...args)
    await pictures('move', 'later.jpg', '--to', '12')
    await pictures('move', 'three.jpg', '--to', '12b', '--to', '7')
    expect(await look(mother, set.subject)).toEqual(expect.arrayContaining(['later.jpg', 'three.jpg']))
    const { code, out } = await jobs('undo', '1')
    expect(code).toBe(0)
    expect(out).toContain('2 pictures came while they were one, and are nobody’s now')
    expect(out).toMatch(/: (?:later\.jpg, three\.jpg|three\.jpg, later\.jpg)\./)
    expect(await look(mother, set.subject)).toEqual(OWN)
    expect(await look(father, again)).toEqual(OTHERS)
    expect(await look(boMother, bo)).toContain('three.jpg')
    expect((await pictures('--unmatched')).out).toContain('later.jpg')
    await pictures('move', 'later.jpg', '--to', '12b')
    expect(await look(father, again)).toEqual([...OTHERS, 'later.jpg'].sort())
  })

  it('are both withdrawn after the undo, if an undo has withdrawn them again while they were one', async () => {
    await jobs('withdraw', '12')
    await jobs('undo', '1')
    await merge()
    await jobs('undo', '2')
    expect((await jobs('undo', '3')).code).toBe(0)
    expect(await look(father, again)).toBeNull()
    expect(await look(mother, set.subject)).toBeNull()
  })

  it('are both withdrawn after the undo, if they were withdrawn while they were one', async () => {
    await merge()
    await jobs('withdraw', '12b')
    await jobs('undo', '1')
    expect(await look(father, again)).toBeNull()
    expect(await look(mother, set.subject)).toBeNull()
    await jobs('restore', '12b')
    expect(await look(father, again)).toEqual(OTHERS)
    expect(await look(mother, set.subject)).toBeNull()
  })

  it('have both said no after the undo, and are both unpublished, if that was said while they were one', async () => {
    await jobs('consent', '12b', 'print-and-sell', 'yes')
    await merge()
    await jobs('consent', '12b', 'class-picture', 'no')
    expect(await look(boMother, bo)).toEqual([])
    await jobs('unpublish', '--subject', '12b')
    const { problem } = await jobs('undo', '2')
    expect(problem).toBe('')
    expect((await read(again.uuid))?.consent).toMatchObject({
      'class-picture': { answer: 'no' },
      'print-and-sell': { answer: 'yes' },
    })
    expect(await look(boMother, bo)).toEqual([])
    expect(await look(father, again)).toEqual([])
  })

  it('are each seen by whoever entered their code while they were one', async () => {
    await merge()
    const [byFirst, bySecond] = [await enterAs(set.code), await enterAs(againCode)]
    await jobs('undo', '1')
    expect([await look(byFirst, set.subject), await look(byFirst, again)]).toEqual([OWN, null])
    expect([await look(bySecond, set.subject), await look(bySecond, again)]).toEqual([null, OTHERS])
  })

  it('are each seen by those with whom their own family has shared them, whenever the link was opened', async () => {
    const share = async (by: BuiltCustomer, subject: string) => (await buildShare(server, by, [subject])).token
    const [ofFirst, ofSecond] = [await share(mother, set.subject.uuid), await share(father, again.uuid)]
    const before = [await enterAs(ofFirst), await enterAs(ofSecond)] as const
    await merge()
    const during = [await enterAs(ofFirst), await enterAs(ofSecond)] as const
    const byWrongFamily = await enterAs(await share(father, set.subject.uuid))
    for (const guest of [...before, ...during, byWrongFamily])
      expect(await look(guest, set.subject)).toEqual([...OWN, 'again.jpg'].sort())
    await jobs('undo', '1')
    for (const [first, second] of [before, during, [await enterAs(ofFirst), await enterAs(ofSecond)] as const]) {
      expect([await look(first, set.subject), await look(first, again)]).toEqual([OWN, null])
      expect(await look(second, set.subject)).toBeNull()
    }
    expect([await look(byWrongFamily, set.subject), await look(byWrongFamily, again)]).toEqual([null, null])
    expect([await look(before[1], again), await look(during[1], again)]).toEqual([OTHERS, OTHERS])
  })

  it('get a new code for one that was emailed to the other family, and what it opened since is ended', async () => {
    const early = await enterAs(set.code)
    server.wait(1000)
    await merge()
    await server.client().call(access.recoverCode, { email: 'father@example.com' })
    const mails = await sentMails(server, 'father@example.com')
    expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining(`/c/${set.code.toUpperCase()}`)])
    const stranger = await enterAs(set.code)
    expect(await look(stranger, set.subject)).toContain('1.jpg')
    const { out } = await jobs('undo', '1')
    expect(out).toContain('the code of Anna Berg was emailed to an address of another family')
    expect(out).not.toContain('Anna Bergg')
    expect([await look(stranger, set.subject), await look(await enterAs(set.code), set.subject)]).toEqual([null, null])
    expect([await look(early, set.subject), await look(mother, set.subject)]).toEqual([OWN, OWN])
    const [code = ''] = await codesOfSubject(server.app, server.provider, set.subject.uuid)
    expect(await look(await enterAs(code), set.subject)).toEqual(OWN)
    expect(await look(await enterAs(againCode), again)).toEqual(OTHERS)
    expect((await jobs('exposure', '2')).out).toContain('father@example.com')
  })

  it('have the codes that they had if those were emailed to their own family, or before', async () => {
    const request = (email: string) => server.client().call(access.recoverCode, { email })
    await request('father@example.com')
    await sentMails(server, 'father@example.com')
    await jobs('details', '12b', '--emails', 'new@example.com')
    server.wait(1000)
    await merge()
    await request(set.subject.contact.email ?? '')
    const { out } = await jobs('undo', '2')
    expect(out).toContain('Number 2 is undone')
    expect(out).not.toContain('emailed')
    expect(await look(await enterAs(againCode), again)).toEqual(OTHERS)
  })

  it('have each a code of their own that was given while they were one', async () => {
    await merge()
    await jobs('new-code', '12')
    const bySecond = await enterAs(againCode)
    expect([await look(bySecond, set.subject), await look(bySecond, again)]).toEqual([null, null])
    await jobs('undo', '1')
    const { out } = await jobs('history')
    expect(out).toContain('undo')
    const codes = await server.app.db
      .collection('codes')
      .find({ subjects: { $in: [again.uuid, set.subject.uuid] } })
      .toArray()
    expect(codes.map(({ subjects }) => subjects).sort()).toEqual([[again.uuid], [set.subject.uuid]].sort())
  })

  it('are named by the exposure of the undo to whoever saw the pictures of the other one', async () => {
    await merge()
    const downloads = { event: 'download' as const, customer: father.customer._id, subject: set.subject.uuid }
    recordSecurityEvent(server, { ...downloads, picture: set.pictures.first.uuid })
    await awaitSecurityEvents(server.app)
    const { out } = await jobs('undo', '1')
    expect(out).toContain('jobs exposure')
    const { lines } = await jobs('exposure', '2')
    const of = `set of ${set.subject.name}`
    expect(lines.filter((line) => line.includes(father.customer.email))).toEqual([
      expect.stringContaining(`account  ${father.customer.email}  ${of}`),
      expect.stringContaining(`download  ${father.customer.email}  ${of} ("12")  downloaded`),
    ])
    expect(lines.join()).toContain(mother.customer.email)
  })

  it('cannot be separated while one of them is one person with somebody else since', async () => {
    await jobs('pictures', 'move', 'again.jpg', '--to', '7')
    await merge()
    await jobs('merge', '7', '12', '--yes')
    expect((await jobs('undo', '2')).problem).toContain('changed')
    await jobs('undo', '3')
    expect((await jobs('undo', '2')).problem).toBe('')
    expect([await look(father, again), await look(father, set.subject)]).toEqual([['4c.jpg'], null])
  })
})

describe('the class picture of somebody who is one person with another one', () => {
  it('stays withheld if they said no to it', async () => {
    await jobs('consent', '12b', 'class-picture', 'no')
    expect(await look(boMother, bo)).toEqual([])
    await merge()
    expect(await look(boMother, bo)).toEqual([])
    await jobs('consent', '12', 'class-picture', 'yes')
    expect(await look(boMother, bo)).toEqual(['4c.jpg'])
    await jobs('withdraw', '12')
    expect(await look(boMother, bo)).toEqual([])
  })
})

describe('somebody of an unpublished class who becomes one with somebody', () => {
  it('stays unpublished, which the command says, until they are published; an undo separates them as they were', async () => {
    await jobs('unpublish', '--class', '4C')
    const { code, out } = await merge()
    expect([code, out]).toEqual([0, expect.stringContaining('Unpublished with 4C, and so still')])
    expect([await look(mother, set.subject), await look(father, set.subject)]).toEqual([[], []])
    await jobs('undo', '2')
    expect([await look(mother, set.subject), await look(father, again)]).toEqual([OWN, []])
    await merge()
    await jobs('publish', '--subject', '12')
    expect(await look(father, set.subject)).toContain('again.jpg')
  })

  it('is not unpublished again by a merge that is repeated after they were published', async () => {
    await merge()
    await jobs('unpublish', '--class', '4C')
    await merge()
    expect(await look(father, set.subject)).toContain('again.jpg')
  })
})

describe('two processes that make people one at the same moment', () => {
  const outcomes = async (...pairs: [string, string][]) => {
    const { app, provider } = server
    const all = await Promise.all(
      pairs.map(([person, double]) => mergePeople(app, provider, set.job, { person, double, by: null })),
    )
    return all.map(({ outcome }) => outcome).sort()
  }

  it('make one of two, whichever stays', async () => {
    const { uuid } = set.subject
    expect(await outcomes([uuid, again.uuid], [again.uuid, uuid])).toEqual(['merged', 'merged before'])
    expect((await jobs('pictures')).out).toContain('5 pictures')
    const seen = [await look(father, again), await look(father, set.subject)]
    expect(seen.filter((each) => each !== null)).toHaveLength(1)
  })

  it('leave nothing with somebody who is another one’s double by now', async () => {
    await outcomes([set.subject.uuid, again.uuid], [again.uuid, bo.uuid])
    const undone = jobs('undo', '1')
    await Promise.all([undone, outcomes([set.subject.uuid, again.uuid])])
    const members = await subjectsOf(server.app, server.provider.key).find({ jobUuid: set.job.uuid }).toArray()
    const doubles = members.flatMap(({ uuid, merged }) => (merged ? [uuid] : []))
    const codes = await server.app.db
      .collection('codes')
      .find({ subjects: { $in: doubles } })
      .toArray()
    expect(codes).toEqual([])
  })
})

it('a merge that was killed after its first write and repeated is undone as a whole', async () => {
  const before = await read(set.subject.uuid)
  const { app, provider } = server
  const merging = { person: set.subject.uuid, double: again.uuid, by: null }
  // Killed when it would mark the other one.
  let writes = 0
  const killed = beforeUpdate(app, 'subjects', async () => {
    if (++writes === 2) throw new Error('killed')
  })
  await expect(mergePeople(killed, provider, set.job, merging)).rejects.toThrow('killed')
  expect(await look(father, again)).toEqual(OTHERS)
  expect(await mergePeople(app, provider, set.job, merging)).toMatchObject({ outcome: 'merged', number: 1 })
  expect((await read(set.subject.uuid))?.contact.others).toEqual(['father@example.com'])
  expect((await jobs('undo', '1')).problem).toBe('')
  expect(await read(set.subject.uuid)).toEqual(before)
  expect(await look(father, again)).toEqual(OTHERS)
})

it('an undo that was killed before its last write is ended by repeating it, under its own number', async () => {
  await merge()
  const killed = beforeUpdate(server.app, 'corrections', () => Promise.reject(new Error('killed')))
  await expect(undoCorrection(killed, set.job, 1, null)).rejects.toThrow('killed')
  expect(await look(father, again)).toEqual(OTHERS)
  expect(await undoCorrection(server.app, set.job, 1, null)).toMatchObject({ outcome: 'undone', number: 2 })
  expect(await undoCorrection(server.app, set.job, 1, null)).toEqual({ outcome: 'undone before', by: 2 })
  expect(await look(father, again)).toEqual(OTHERS)
  expect(await look(mother, set.subject)).toEqual(OWN)
})

it('an undo is refused if the same was changed after one that was killed', async () => {
  await jobs('rename', '12', 'Anna Holm')
  const killed = beforeUpdate(server.app, 'corrections', () => Promise.reject(new Error('killed')))
  await expect(undoCorrection(killed, set.job, 1, null)).rejects.toThrow('killed')
  await jobs('rename', '12', 'Anna Lund')
  expect(await undoCorrection(server.app, set.job, 1, null)).toMatchObject({ outcome: 'changed later' })
  expect((await read(set.subject.uuid))?.name).toBe('Anna Lund')
})

it('an undo of a name that was killed before its last write is ended by repeating it', async () => {
  await jobs('rename', '12', 'Anna Holm')
  const killed = beforeUpdate(server.app, 'corrections', () => Promise.reject(new Error('killed')))
  await expect(undoCorrection(killed, set.job, 1, null)).rejects.toThrow('killed')
  expect(await undoCorrection(server.app, set.job, 1, null)).toMatchObject({ outcome: 'undone', number: 2 })
  expect(await undoCorrection(server.app, set.job, 1, null)).toEqual({ outcome: 'undone before', by: 2 })
  expect((await read(set.subject.uuid))?.name).toBe('Anna Berg')
})

describe('somebody who was one person with another one and is deleted', () => {
  const found = async (text: string) => {
    const names = server.app.features.flatMap(({ collections = [] }) => collections.map(({ name }) => name))
    const hits = names.map(async (name) => {
      const documents = await server.app.db.collection(name).find({ provider: server.provider.key }).toArray()
      return JSON.stringify(documents).includes(text) ? name : []
    })
    const stays = ['deletions', 'securityEvents', 'subjectSteps', 'corrections']
    return (await Promise.all(hits)).flat().filter((name) => !stays.includes(name))
  }

  it('is in nothing that the other family has made while they were one', async () => {
    await merge()
    const { client } = father
    const { product, definition } = await buildTemplate(server.app, server.provider)
    const template = { uuid: definition.uuid, version: definition.version }
    const [subject, resources] = [set.subject.uuid, resourcesOf(set, 'Emma')]
    const { scenes } = await client.call(templates.scenes, { scenes: [{ template, subject, resources }] })
    const templateData = { userResources: resources, year: null }
    const line = { product: { uuid: product.uuid }, quantity: 1, subject, template, templateData }
    const lines = [{ ...line, sceneHash: scenes[0]?.hash ?? '' }]
    await client.call(carts.addLines, { requestId: randomUUID(), lines })
    await jobs('undo', '1')
    expect(await found(set.subject.uuid)).toContain('carts')
    await jobs('delete-subject', '12', '--yes')
    expect(await found(set.subject.uuid)).toEqual([])
  })

  it('is seen by nobody from the first moment on, also if the deletion is killed', async () => {
    await merge()
    const cut = () => Promise.reject(new Error('cut off'))
    const features = server.app.features.map((each) => (each.name === 'mail' ? { ...each, forgetSubjects: cut } : each))
    const app = { ...server.app, features }
    await expect(deleteSubject(app, server.provider, set.job, set.subject.uuid)).rejects.toThrow('cut off')
    expect([await look(mother, set.subject), await look(father, set.subject)]).toEqual([null, null])
    await jobs('delete-subject', '12', '--yes')
    for (const { uuid } of [set.subject, again]) expect(await found(uuid)).toEqual([])
  })
})
