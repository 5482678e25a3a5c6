import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { originalKey, workingKey } from '../../imaging/derivatives/pictureFiles.ts'
import { saveProvider } from '../../platform/provider/collection.ts'
import { aGreenScreenShot } from '../../testing/buildGreenScreen.ts'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { buildProvider } from '../../testing/buildProvider.ts'
import { codesOfSubject, saveCode, subjectsOfCode } from '../access/codes.ts'
import { findDeliveredSets, jobsOf, picturesOf, subjectsOf } from '../jobs/collection.ts'
import { withdrawSubject } from '../jobs/subjects/withdrawSubject.ts'
import { ImportError } from './importFolder.ts'
import { warningLine } from './importReport.ts'

let world: ImportWorld

beforeEach(async () => {
  world = await buildImportWorld()
})
afterEach(() => world.close())

/** Names of the job to their pictures, as `type file`. */
async function deliveredPictures(): Promise<Record<string, string[]>> {
  const { app, provider } = world
  const subjects = await subjectsOf(app, provider.key).find({}).toArray()
  const sets = await findDeliveredSets(
    app,
    provider.key,
    subjects.map(({ uuid }) => uuid),
  )
  return Object.fromEntries(
    sets.map(({ subject, pictures }) => [subject.name, pictures.map((each) => `${each.pictureType} ${each.fileName}`)]),
  )
}

const storedPictures = () => picturesOf(world.app, world.provider.key).find({}).toArray()

async function allDocuments(): Promise<unknown[]> {
  const { app, provider } = world
  const of = { provider: provider.key }
  const found = await Promise.all(
    ['jobs', 'subjects', 'pictures', 'codes'].map((name) =>
      app.db.collection(name).find(of).sort({ _id: 1 }).toArray(),
    ),
  )
  const blobs: string[] = []
  for await (const key of app.blobs.list('')) blobs.push(key)
  return [...found, blobs.sort()]
}

describe('an import', () => {
  it('gives portraits, sibling pictures and group pictures to everybody in them', async () => {
    await world.writeFiles({
      'roster.csv': 'key;name;group;files\n1;Emma;4B;both.jpg\n2;Noah;2A;both.jpg\n3;Liam;4B;\n',
      '1_a.jpg': await aPicture(1),
      '1_b.png': await aPicture(2, 'png'),
      'Noah/x.tif': await aPicture(3, 'tiff'),
      'both.jpg': await aPicture(4),
      'Liam/one.webp': await aPicture(5, 'webp'),
      '_group/4B/class.jpg': await aPicture(6),
    })
    const report = await world.import()
    expect(report.problems).toEqual([])
    expect(report).toMatchObject({ people: { added: 3, known: 0 }, photographs: { imported: 6, known: 0, group: 1 } })
    expect(await deliveredPictures()).toEqual({
      Emma: ['IP 1_a.jpg', 'IP 1_b.png', 'MGP both.jpg', 'GP class.jpg'],
      Noah: ['IP x.tif', 'MGP both.jpg'],
      Liam: ['IP one.webp', 'GP class.jpg'],
    })
  })

  it('continues when it is run again, and duplicates nothing', async () => {
    await world.writeFiles({
      'roster.csv': 'key,name,group,files\n1,Emma,4B,both.jpg\n2,Noah,4B,both.jpg\n',
      '1.jpg': await aPicture(1),
      'both.jpg': await aPicture(2),
      '_group/4B/class.jpg': await aPicture(3),
    })
    await world.import()
    const before = await allDocuments()
    const again = await world.import()
    expect(again).toMatchObject({
      people: { added: 0, known: 2 },
      photographs: { imported: 0, known: 3 },
      problems: [],
    })
    expect(await allDocuments()).toEqual(before)
    await world.writeFiles({
      '2.jpg': await aPicture(4),
      'roster.csv': 'key,name,group,files\n1,Emma Carter,4B,both.jpg\n2,Noah,4B,both.jpg\n3,Liam,4B,\n',
    })
    expect(await world.import()).toMatchObject({
      people: { added: 1, known: 2 },
      photographs: { imported: 1, known: 3 },
    })
    expect(await deliveredPictures()).toEqual({
      'Emma Carter': ['IP 1.jpg', 'MGP both.jpg', 'GP class.jpg'],
      Noah: ['IP 2.jpg', 'MGP both.jpg', 'GP class.jpg'],
      Liam: ['GP class.jpg'],
    })
  })

  it('brings nobody back who was withdrawn, and has no code for them', async () => {
    await world.writeFiles({ 'roster.csv': 'key,name\n1,Emma\n2,Noah\n', '1.jpg': await aPicture(1) })
    await world.import()
    const job = await jobsOf(world.app, world.provider.key).findOne({})
    const emma = await subjectsOf(world.app, world.provider.key).findOne({ name: 'Emma' })
    if (!job || !emma) throw new Error('Nothing was imported')
    await withdrawSubject(world.app, job, emma.uuid, { by: 'Kim' })
    const { codes, notes } = await world.import()
    expect(codes.map(({ name }) => name)).toEqual(['Noah'])
    expect(notes.map(warningLine)).toContain(
      'Roster line 2 (Emma) was withdrawn and stays so: nobody sees their pictures',
    )
    expect((await subjectsOf(world.app, world.provider.key).findOne({ name: 'Emma' }))?.withdrawn).toBeTruthy()
  })

  it('duplicates nothing when it runs twice at the same time', async () => {
    const files: Record<string, Buffer | string> = {
      'roster.csv': 'key,name,group\n1,Emma,4B\n2,Noah,4B\n',
      '_group/4B/c.jpg': await aPicture(99),
    }
    for (let shot = 0; shot < 8; shot++) files[`${1 + (shot % 2)}_${shot}.jpg`] = await aPicture(shot)
    await world.writeFiles(files)
    await Promise.all([world.import(), world.import()])
    const sets = await deliveredPictures()
    expect(sets.Emma).toHaveLength(5)
    expect(sets.Noah).toHaveLength(5)
    expect(await jobsOf(world.app, world.provider.key).count({})).toBe(1)
    expect(await picturesOf(world.app, world.provider.key).count({ 'assignment.to': 'groups' })).toBe(1)
  })

  it('keeps the original byte for byte and marks the cover', async () => {
    const original = await aPicture(7)
    await world.writeFiles({
      'roster.csv': 'name,files\nEmma,"a.jpg, b.jpg*"\n',
      'a.jpg': await aPicture(1),
      'b.jpg': original,
    })
    await world.import()
    const cover = (await storedPictures()).find(({ fileName }) => fileName === 'b.jpg')
    expect(cover?.assignment).toMatchObject({ subjects: [{ isCover: true }] })
    const key = originalKey({ provider: world.provider.key, uuid: cover?.uuid ?? '' }, 'jpeg')
    expect(await world.app.blobs.get(key)).toEqual(original)
  })

  it('sets the given options of the job and leaves the rest unchanged', async () => {
    await world.writeFiles({
      'roster.csv': 'name\nEmma\n',
      'Emma/1.jpg': await aPicture(1),
      '_group/x/1.jpg': await aPicture(2),
    })
    const orderBy = new Date('2026-11-30T23:59:59.999Z')
    await world.import({ options: { ready: false, orderBy, year: 2025, type: 'Club', backgrounds: ['gym'] } })
    const job = await jobsOf(world.app, world.provider.key).findOne({ name: 'Spring' })
    expect(job).toMatchObject({ published: false, requireFineTunedPictures: true, year: 2025, orderBy, deletion: null })
    expect(job?.jobType.name).toBe('Club')
    // Withheld until the job is ready.
    expect(await deliveredPictures()).toEqual({ Emma: [] })
    await world.import({ options: { ready: true } })
    expect(await deliveredPictures()).toEqual({ Emma: ['IP 1.jpg'] })
    expect(await jobsOf(world.app, world.provider.key).findOne({})).toMatchObject({
      published: true,
      year: 2025,
      orderBy,
    })
    expect(await jobsOf(world.app, world.provider.key).findOne({})).toMatchObject({ backgrounds: ['gym'] })
    await world.import({ options: { backgrounds: null } })
    expect(await jobsOf(world.app, world.provider.key).findOne({})).toMatchObject({ year: 2025, backgrounds: null })
    await world.import({ options: { year: 2026 } })
    expect(await jobsOf(world.app, world.provider.key).count({})).toBe(2)
  })

  it('cuts out people in front of a green screen, and names the people whose picture has none', async () => {
    const green = await aGreenScreenShot({ width: 400, height: 500 })
    const cutOut = await sharp(green.person, { raw: { width: 400, height: 500, channels: 4 } })
      .png()
      .toBuffer()
    await world.writeFiles({
      'roster.csv': 'name,group\nEmma,x\nNoah,x\nMia,x\n',
      'Emma/1.jpg': green.jpeg,
      'Noah/1.jpg': await aPicture(1),
      '_group/x/1.jpg': (await aGreenScreenShot({ width: 400, height: 500, seed: 3 })).jpeg,
      'Mia/1.png': cutOut,
    })
    const { problems } = await world.import({ greenscreen: true })
    expect(problems).toEqual([{ file: 'Noah/1.jpg', text: 'is shown unchanged: no green screen was found in it' }])
    expect((await world.import({ greenscreen: true })).problems).toEqual([
      { file: 'Noah/1.jpg', text: 'stays as it was imported before, without being cut out' },
    ])
    expect((await world.import()).problems).toEqual([])
    const subjects = await subjectsOf(world.app, world.provider.key).find({}).toArray()
    const stored = await storedPictures()
    const pictureOf = (name: string) => {
      const subject = subjects.find((each) => each.name === name)
      return stored.find(
        ({ assignment }) => assignment.to === 'subjects' && assignment.subjects[0]?.uuid === subject?.uuid,
      )
    }
    expect(['Emma', 'Noah', 'Mia'].map((name) => pictureOf(name)?.greenscreen)).toEqual([true, false, true])
    const group = stored.find(({ assignment }) => assignment.to === 'groups')
    expect(group?.greenscreen).toBe(false)
    const emma = { provider: world.provider.key, uuid: pictureOf('Emma')?.uuid ?? '' }
    const [original, working] = await Promise.all([
      world.app.blobs.get(originalKey(emma, 'jpeg')),
      world.app.blobs.get(workingKey(emma, 'png')),
    ])
    expect(original?.equals(green.jpeg)).toBe(true)
    expect(await sharp(working as Buffer).metadata()).toMatchObject({ width: 400, height: 500, channels: 4 })
  })

  it('treats a picture with transparency as a cut-out, whatever the options say', async () => {
    const { person } = await aGreenScreenShot({ width: 200, height: 250 })
    const cutOut = await sharp(person, { raw: { width: 200, height: 250, channels: 4 } })
      .webp({ lossless: true })
      .toBuffer()
    await world.writeFiles({ 'roster.csv': 'name\nEmma\n', 'Emma/1.webp': cutOut, 'Emma/2.jpg': await aPicture(2) })
    expect((await world.import()).problems).toEqual([])
    const stored = await storedPictures()
    expect(Object.fromEntries(stored.map(({ fileName, greenscreen }) => [fileName, greenscreen]))).toEqual({
      '1.webp': true,
      '2.jpg': false,
    })
  })

  it('stops on request, and the next one continues', async () => {
    const files: Record<string, Buffer | string> = { 'roster.csv': 'key,name\n1,Emma\n' }
    for (let shot = 0; shot < 12; shot++) files[`1_${shot}.jpg`] = await aPicture(shot)
    await world.writeFiles(files)
    const stopping = new AbortController()
    const first = await world.import({
      signal: stopping.signal,
      onProgress: ({ done }) => done === 3 && stopping.abort(),
    })
    expect(first.stopped).toBe(true)
    expect(first.photographs.imported).toBeLessThan(12)
    const second = await world.import()
    expect(second.photographs.known).toBe(first.photographs.imported)
    expect((await deliveredPictures()).Emma).toHaveLength(12)
  })
})

describe('what an import leaves out is listed with its reason, and the rest continues', () => {
  it('broken files, photographs without a row, rows without photographs, duplicate files, wrong formats', async () => {
    const good = await aPicture(1)
    await world.writeFiles({
      'roster.csv': 'key,name,group,files\n1,Emma,4B,gone.jpg\n2,Noah,2A,\n2,Kim,1C,\n',
      '1_a.jpg': good,
      '1_b.jpg': good,
      '1_c.jpg': (await aPicture(2)).subarray(0, 300),
      '1_d.png': 'no picture',
      '1_raw.cr2': 'raw',
      'stray.jpg': await aPicture(3),
      '.DS_Store': 'x',
      '__MACOSX/1_a.jpg': 'x',
      'readme.txt': 'x',
    })
    const report = await world.import()
    expect(report.photographs).toEqual({ imported: 1, known: 0, group: 0 })
    expect(await deliveredPictures()).toEqual({ Emma: [expect.stringMatching(/^IP 1_[ab]\.jpg$/)], Noah: [] })
    const lines = report.problems.map(warningLine)
    expect(lines).toHaveLength(8)
    const patterns = [
      /^Roster line 2 \(Emma\) names the file "gone\.jpg", which does not exist/,
      /^Roster line 3 \(Noah\) has no photograph of its own/,
      /^Roster line 4 \(Kim\) has the key "2" of line 3/,
      /^1_[ab]\.jpg is the same file as 1_[ab]\.jpg and was left out/,
      /^1_c\.jpg was left out: the file is damaged or truncated/,
      /^1_d\.png was left out: not a JPEG, PNG, TIFF or WebP picture/,
      /^1_raw\.cr2 is not JPEG/,
      /^stray\.jpg does not belong to any row of the roster/,
    ]
    for (const pattern of patterns) expect(lines).toContainEqual(expect.stringMatching(pattern))
  })

  it('what was stored and left out since somebody in it was deleted meanwhile is not counted', async () => {
    const { app, provider } = world
    await world.writeFiles({ 'roster.csv': 'key,name,group\n1,Emma,4B\n2,Noah,4B\n' })
    await world.import()
    await subjectsOf(app, provider.key).updateOne({ key: '1' }, { $set: { deleting: true } } as never)
    await world.writeFiles({ '1_a.jpg': await aPicture(1), '2_a.jpg': await aPicture(2) })
    const { photographs, problems } = await world.import()
    expect(problems.map(warningLine)).toContain('1_a.jpg was left out: somebody in it was deleted meanwhile')
    expect(photographs).toEqual({ imported: 1, known: 0, group: 0 })
  })

  it('one file copied into two folders is nobody’s until somebody decides', async () => {
    const both = await aPicture(1)
    await world.writeFiles({
      'roster.csv': 'name\nEmma\nNoah\n',
      'Emma/a.jpg': both,
      'Noah/a.jpg': both,
      'Emma/b.jpg': await aPicture(2),
      'Noah/c.jpg': await aPicture(3),
    })
    const report = await world.import()
    expect(await deliveredPictures()).toEqual({ Emma: ['IP b.jpg'], Noah: ['IP c.jpg'] })
    const same = 'was left out: the same picture is Emma/a.jpg of Emma ("Emma") and Noah/a.jpg of Noah ("Noah")'
    expect(report.problems.map(warningLine)).toEqual([`Emma/a.jpg ${same}`, `Noah/a.jpg ${same}`])
    const decisions = new Map([['copies Emma/a.jpg | Noah/a.jpg', 'shared']])
    expect((await world.import({ decisions })).problems).toEqual([])
    expect(await deliveredPictures()).toEqual({ Emma: ['IP b.jpg', 'MGP a.jpg'], Noah: ['IP c.jpg', 'MGP a.jpg'] })
    // Decided once: nothing is asked or changed again.
    const before = await allDocuments()
    expect((await world.import()).problems).toEqual([])
    expect(await allDocuments()).toEqual(before)
  })

  it('of somebody else is not given to a second family by a corrected roster, and moves if that is asked for', async () => {
    const photographs = { 'a.jpg': await aPicture(1), 'b.jpg': await aPicture(2) }
    await world.writeFiles({ 'roster.csv': 'key;name;group;files\n1;Emma;4B;a.jpg\n2;Noah;2A;b.jpg\n', ...photographs })
    await world.import()
    await world.writeFiles({ 'roster.csv': 'key;name;group;files\n1;Emma;4B;b.jpg\n2;Noah;2A;a.jpg\n' })
    const refused = await world.import()
    expect(await deliveredPictures()).toEqual({ Emma: ['IP a.jpg'], Noah: ['IP b.jpg'] })
    expect(refused.problems.map(warningLine)).toEqual([
      'a.jpg was left out: it is already a picture of Emma ("1"). If that was wrong, import again with --move',
      'b.jpg was left out: it is already a picture of Noah ("2"). If that was wrong, import again with --move',
    ])
    const moved = await world.import({ move: true })
    expect(await deliveredPictures()).toEqual({ Emma: ['IP b.jpg'], Noah: ['IP a.jpg'] })
    expect(moved.problems.map(warningLine)).toEqual([
      'a.jpg was moved from Emma ("1") to Noah ("2")',
      'b.jpg was moved from Noah ("2") to Emma ("1")',
    ])
    expect((await world.import()).problems).toEqual([])
  })

  it('a portrait that later becomes a sibling picture does so if that is asked for, and changes its type', async () => {
    await world.writeFiles({ 'roster.csv': 'name,files\nEmma,a.jpg\nNoah,\n', 'a.jpg': await aPicture(1) })
    await world.import()
    await world.writeFiles({ 'roster.csv': 'name,files\nEmma,a.jpg\nNoah,a.jpg\n' })
    await world.import()
    expect(await deliveredPictures()).toEqual({ Emma: ['IP a.jpg'], Noah: [] })
    await world.import({ move: true })
    expect(await deliveredPictures()).toEqual({ Emma: ['MGP a.jpg'], Noah: ['MGP a.jpg'] })
  })

  it.each([
    ['no roster', {}, 'There is no roster'],
    ['two of them', { 'a.csv': 'name\nA\n', 'b.csv': 'name\nB\n' }, 'There are 2 CSV files'],
    ['an invalid roster', { 'roster.csv': 'x,y\n1,2\n' }, 'no column "name"'],
  ])('with %s nothing is done', async (_name, files, message) => {
    await world.writeFiles(files as Record<string, string>)
    await expect(world.import()).rejects.toThrow(ImportError)
    await expect(world.import()).rejects.toThrow(message)
    expect(await allDocuments()).toEqual([[], [], [], [], []])
  })
})

describe('codes', () => {
  it("are the roster's own, shared by brothers and sisters, or generated and kept", async () => {
    await world.writeFiles({ 'roster.csv': 'name,code\nEmma,map-le7\nNoah,MAPLE7\nLiam,\n' })
    const first = await world.import()
    const [emma, noah, liam] = first.codes.map(({ code }) => code)
    expect([emma, noah]).toEqual(['MAPLE7', 'MAPLE7'])
    expect(liam).toMatch(/^[A-Z0-9]{10}$/)
    expect(await subjectsOfCode(world.app, world.provider, 'maple 7')).toHaveLength(2)
    expect((await world.import()).codes).toEqual(first.codes)
    const notes = first.notes.map(warningLine).join('\n')
    expect(notes).toContain('Roster line 2 has a code that opens the pictures of 2: Emma, Noah')
    // 36^6 codes, two guesses' worth on average, 10,000 guesses an hour.
    expect(notes).toMatch(/1 code of the roster has only 6 characters\..*after 12 years/)
  })

  it('of another job are not assigned to strangers', async () => {
    await world.writeFiles({ 'roster.csv': 'name,code\nEmma,MAPLE7\n' })
    await world.import()
    await world.writeFiles({ 'roster.csv': 'name,code\nKim,MAPLE7\n' })
    const report = await world.import({ job: 'Autumn' })
    expect(report.codes[0]?.code).toMatch(/^[A-Z0-9]{10}$/)
    expect(report.problems.map(warningLine)).toContainEqual(expect.stringContaining('another job already uses'))
    const [opened] = await subjectsOfCode(world.app, world.provider, 'MAPLE7')
    expect(await subjectsOf(world.app, world.provider.key).findOne({ uuid: opened ?? '' })).toMatchObject({
      name: 'Emma',
    })
  })

  it('of an earlier import stay if the roster no longer has any', async () => {
    await world.writeFiles({ 'roster.csv': 'name,code\nEmma,MAPLE7\n' })
    await world.import()
    await world.writeFiles({ 'roster.csv': 'name\nEmma\n' })
    expect((await world.import()).codes[0]?.code).toBe('MAPLE7')
    const [subject] = await subjectsOf(world.app, world.provider.key).find({}).toArray()
    expect(await codesOfSubject(world.app, world.provider, subject?.uuid ?? '')).toEqual(['MAPLE7'])
  })
})

it('of one provider do not affect another’s import', async () => {
  const other = buildProvider()
  await saveProvider(world.app, other)
  await saveCode(world.app, other, { code: 'MAPLE7', subjects: ['11111111-1111-4111-8111-111111111111'] })
  await world.writeFiles({ 'roster.csv': 'name,code\nEmma,MAPLE7\n', 'Emma/1.jpg': await aPicture(1) })
  await world.import()
  expect(await subjectsOf(world.app, other.key).count({})).toBe(0)
  await world.import({ provider: other })
  const uuids = await Promise.all(
    [world.provider, other].map(async ({ key }) => (await picturesOf(world.app, key).findOne({}))?.uuid),
  )
  expect(new Set(uuids).size).toBe(2)
  expect(await readFile(`${world.folder}/roster.csv`, 'utf8')).toContain('MAPLE7')
})
