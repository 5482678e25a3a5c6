import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { subjectsOfCode } from '../access/codes.ts'
import { findDeliveredSets, type Job, jobsOf, picturesOf, subjectsOf } from '../jobs/collection.ts'
import { assignPicture, rejectPicture } from '../jobs/pictures/assignPicture.ts'
import { warningLine } from './importReport.ts'

let world: ImportWorld
beforeEach(async () => {
  world = await buildImportWorld()
})
afterEach(() => world.close())

const stored = () => picturesOf(world.app, world.provider.key).find({}).toArray()
const subjectNamed = async (name: string) => {
  const subject = await subjectsOf(world.app, world.provider.key).findOne({ name })
  if (!subject) throw new Error(`${name} is not in the job`)
  return subject
}

describe('an import records', () => {
  it('whose each picture is, and by what', async () => {
    await world.writeFiles({
      'roster.csv': 'key;name;group;files\n1;Emma;4B;both.jpg\n2;Noah;2A;both.jpg\n',
      'both.jpg': await aPicture(1),
      'Emma/a.jpg': await aPicture(2),
      '2_b.jpg': await aPicture(3),
      '_group/4B/class.jpg': await aPicture(4),
    })
    await world.import()
    const source = { by: 'import', at: expect.any(Date) }
    const of = async (...names: string[]) => ({
      to: 'subjects',
      subjects: (await Promise.all(names.map(subjectNamed))).map(({ uuid }) => ({ uuid, isCover: false })),
    })
    expect(Object.fromEntries((await stored()).map(({ fileName, assignment }) => [fileName, assignment]))).toEqual({
      'both.jpg': { ...(await of('Emma', 'Noah')), why: 'roster-row', ...source },
      'a.jpg': { ...(await of('Emma')), why: 'folder', ...source },
      '2_b.jpg': { ...(await of('Noah')), why: 'file-name', ...source },
      'class.jpg': { to: 'groups', groups: ['4B'], why: 'group-folder', ...source },
    })
  })

  it('every face that a file marks, and whose it is only if the name says so', async () => {
    const regions = [
      { name: 'Emma Lind', x: 0.3, size: 0.2 },
      { name: '2', x: 0.7, size: 0.1 },
      { name: 'Mia Stranger', x: 0.5, size: 0.3 },
    ]
    await world.writeFiles({
      'roster.csv': 'key;name;group\n1;Emma Lind;4B\n2;Noah Berg;4B\n',
      '_group/4B/class.jpg': await withRegions(regions),
    })
    await world.import()
    const [emma, noah] = [await subjectNamed('Emma Lind'), await subjectNamed('Noah Berg')]
    const rectangle = (x: number, size: number) => ({ x, y: 0.4, width: size, height: 0.2 })
    const faces = [rectangle(0.35, 0.3), rectangle(0.2, 0.2), rectangle(0.65, 0.1)] as const
    const [picture] = await stored()
    expect(picture?.faces).toEqual([faces[0], { ...faces[1], subject: emma.uuid }, { ...faces[2], subject: noah.uuid }])
    expect(JSON.stringify(await stored())).not.toMatch(/Mia|Stranger|Lind/)
    const sets = await findDeliveredSets(world.app, world.provider.key, [emma.uuid, noah.uuid])
    expect(sets.map(({ pictures }) => pictures[0]?.faces)).toEqual([
      [faces[0], { ...faces[1], own: true }, faces[2]],
      [faces[0], faces[1], { ...faces[2], own: true }],
    ])
    expect(sets.map(({ pictures }) => pictures[0]?.face)).toEqual([faces[1], faces[2]])
  })
})

describe('a portrait whose marked face is named as somebody else’s', () => {
  const face = (...names: string[]) => withRegions(names.map((name, at) => ({ name, x: 0.2 + at * 0.3, size: 0.2 })))
  const ownersOf = async () => (await stored()).map(({ fileName }) => fileName).sort()

  it('is given to nobody until somebody decides, whatever says whose it is', async () => {
    await world.writeFiles({
      'roster.csv': 'key;name;group;files\n1;Emma Lind;4B;x.jpg\n2;Noah Berg;4B;\n3;Emma Lind;5A;\n',
      '1_a.jpg': await face('Noah Berg'),
      '2_a.jpg': await face('Noah Berg', 'Mia Stranger'),
      '2_b.jpg': await face('Mia Stranger'),
      '2_c.jpg': await face('Emma Lind'),
      '2_d.jpg': await face('noah berg ', '1'),
      '2_e.png': await sharp(await face('3'))
        .keepMetadata()
        .png()
        .toBuffer(),
      '2/f.jpg': await face('1', 'Mia Stranger'),
      'x.jpg': await face('2', '2'),
      '_group/4B/c.jpg': await face('3', '2', 'Mia Stranger'),
    })
    const { problems, photographs } = await world.import()
    // Two people are called Emma Lind: the name alone says nothing.
    expect(await ownersOf()).toEqual(['2_a.jpg', '2_b.jpg', '2_c.jpg', '2_d.jpg', 'c.jpg'])
    expect(photographs).toMatchObject({ imported: 5 })
    const listed = problems.flatMap(({ file, text }) => (text.includes('the faces that are marked') ? [file] : []))
    expect(new Set(listed)).toEqual(new Set(['1_a.jpg', '2_e.png', '2/f.jpg', 'x.jpg']))
    const decisions = new Map([['file 1_a.jpg', 'person 1']])
    await world.import({ decisions })
    expect(await ownersOf()).toContain('1_a.jpg')
    expect((await world.import()).problems.map(({ file }) => file)).not.toContain('1_a.jpg')
  })
})

describe('an import leaves alone, and lists', () => {
  it('what somebody rejected, even if it is to move', async () => {
    await world.writeFiles({ 'roster.csv': 'name\nEmma\n', 'Emma/a.jpg': await aPicture(1) })
    await world.import()
    const job = await jobsOf(world.app, world.provider.key).findOne({})
    const [picture] = await stored()
    if (!job || !picture) throw new Error('Nothing was imported')
    await rejectPicture(world.app, job, picture.uuid, { why: 'hand', by: 'a person', at: world.app.clock() })
    for (const move of [false, true]) {
      const { problems, photographs } = await world.import({ move })
      expect(problems.map(warningLine)).toEqual(['Emma/a.jpg was left out: somebody rejected this picture'])
      expect(photographs).toMatchObject({ imported: 0, known: 0 })
    }
    expect((await stored()).map(({ assignment }) => assignment.to)).toEqual(['rejected'])
  })

  it('a second copy in the folder of somebody new, if the picture is of somebody who is not planned', async () => {
    const file = await aPicture(1)
    await world.writeFiles({ 'roster.csv': 'name\nEmma\nNoah\nLiam\n', 'Emma/a.jpg': file })
    await world.import()
    await world.writeFiles({ 'roster.csv': 'name\nNoah\nLiam\n', 'Noah/a.jpg': file, 'Liam/a.jpg': file })
    const { problems } = await world.import()
    expect(problems.map(warningLine).filter((line) => line.includes('already a picture of Emma'))).toHaveLength(2)
    const emma = await subjectNamed('Emma')
    expect((await stored())[0]?.assignment).toMatchObject({ subjects: [{ uuid: emma.uuid }] })
  })
})

describe('a second import gives nobody by itself', () => {
  const problemsOf = async () => (await world.import()).problems.map(warningLine)
  const job = async () => (await jobsOf(world.app, world.provider.key).findOne({})) as Job
  const owners = async () => {
    const people = await subjectsOf(world.app, world.provider.key).find({}).toArray()
    const nameOf = new Map(people.map(({ uuid, name }) => [uuid, name]))
    return Object.fromEntries(
      (await stored()).map(({ fileName, assignment }) => {
        if (assignment.to === 'groups') return [fileName, assignment.groups]
        const subjects = assignment.to === 'subjects' ? assignment.subjects : []
        return [fileName, subjects.length > 0 ? subjects.map(({ uuid }) => nameOf.get(uuid)) : assignment.to]
      }),
    )
  }
  const opens = async (code: string) => {
    const uuids = await subjectsOfCode(world.app, world.provider, code)
    const people = await subjectsOf(world.app, world.provider.key)
      .find({ uuid: { $in: uuids } })
      .toArray()
    return people.map(({ name }) => name).sort()
  }

  it('a code that is somebody else’s, unless both lines have it', async () => {
    await world.writeFiles({ 'roster.csv': 'key,name,code\n1,Anna,AAAAAAAA11\n2,Bo,BBBBBBBB22\n3,Cy,\n' })
    await world.import()
    for (const roster of ['1,Anna,BBBBBBBB22\n2,Bo,\n', '3,Cy,AAAAAAAA11\n']) {
      await world.writeFiles({ 'roster.csv': `key,name,code\n${roster}` })
      expect((await problemsOf()).join()).toContain('has a code that opens the pictures of')
      expect([await opens('AAAAAAAA11'), await opens('BBBBBBBB22')]).toEqual([['Anna'], ['Bo']])
    }
    await world.writeFiles({ 'roster.csv': 'key,name,code\n1,Anna,AAAAAAAA11\n3,Cy,AAAAAAAA11\n' })
    await world.import()
    expect(await opens('AAAAAAAA11')).toEqual(['Anna', 'Cy'])
    await world.writeFiles({ 'roster.csv': 'key,name,code\n1,Anna,BBBBBBBB22\n2,Bo,AAAAAAAA11\n3,Cy,CCCCCCCC33\n' })
    expect((await problemsOf()).join()).toContain('either family may have a letter with it')
    expect([await opens('AAAAAAAA11'), await opens('BBBBBBBB22')]).toEqual([[], []])
  })

  it('a picture that a person has taken from them', async () => {
    await world.writeFiles({
      'roster.csv': 'key,name,group,files\n1,Anna,4B,x.jpg\n2,Bo,5A,x.jpg\n',
      'x.jpg': await aPicture(1),
      '_group/5A/class.jpg': await aPicture(2),
    })
    await world.import()
    const source = { why: 'hand' as const, by: 'Kim', at: world.app.clock() }
    const anna = await subjectNamed('Anna')
    for (const { uuid, fileName } of await stored()) {
      const to =
        fileName === 'x.jpg' ? { to: 'subjects' as const, subjects: [anna] } : { to: 'groups' as const, groups: ['4B'] }
      await assignPicture(world.app, await job(), uuid, to, source)
    }
    const problems = await problemsOf()
    expect(problems).toContain(
      'x.jpg was left out: it is already a picture of Anna ("1"), as somebody has decided. If that was wrong, import again with --move',
    )
    expect(problems.join()).toContain('_group/5A/class.jpg was left out: it is already a picture of the group 4B')
    expect(await owners()).toEqual({ 'x.jpg': ['Anna'], 'class.jpg': ['4B'] })
  })

  it('a portrait because it is in the folder of a class, rejected or not, nor a class picture of another class', async () => {
    await world.writeFiles({
      'roster.csv': 'key,name,group\n1,Anna,4B\n2,Bo,5A\n',
      '1_a.jpg': await aPicture(1),
      '2_b.jpg': await aPicture(2),
      '_group/5A/class.jpg': await aPicture(3),
    })
    await world.import()
    const [rejected] = (await stored()).filter(({ fileName }) => fileName === '2_b.jpg')
    await rejectPicture(world.app, await job(), rejected?.uuid ?? '', { why: 'hand', by: null, at: world.app.clock() })
    await world.writeFiles({
      '_group/5A/portrait.jpg': await aPicture(1),
      '_group/4B/rejected.jpg': await aPicture(2),
      '_group/4B/class.jpg': await aPicture(3),
    })
    const problems = (await problemsOf()).join()
    expect(problems).toContain(
      '_group/5A/portrait.jpg stays a picture of Anna ("1"): it is in the folder of the group "5A"',
    )
    expect(problems).toContain('_group/4B/rejected.jpg was left out: somebody rejected this picture')
    expect(problems).toContain('_group/4B/class.jpg was left out: it is already a picture of the group 5A')
    expect(await owners()).toEqual({ '1_a.jpg': ['Anna'], '2_b.jpg': 'rejected', 'class.jpg': ['5A'] })
  })

  it('one of two copies of a picture that is nobody’s', async () => {
    await world.writeFiles({ 'roster.csv': 'key,name\n1,Anna\n2,Bo\n', 'Anna/x.jpg': await aPicture(1) })
    await world.import()
    const [picture] = await stored()
    const source = { why: 'hand' as const, by: null, at: world.app.clock() }
    await assignPicture(world.app, await job(), picture?.uuid ?? '', { to: 'unmatched' }, source)
    await world.writeFiles({ 'Bo/y.jpg': await aPicture(1) })
    expect((await problemsOf()).join()).toContain(
      'the same picture is Anna/x.jpg of Anna ("1") and Bo/y.jpg of Bo ("2")',
    )
    expect(await owners()).toEqual({ 'x.jpg': 'unmatched' })
  })
})

/** A picture whose file marks faces in its middle, each with a name. */
function withRegions(regions: readonly { name: string; x: number; size: number }[]): Promise<Buffer> {
  const list = regions.map(
    ({ name, x, size }) =>
      `<rdf:li mwg-rs:Name="${name}" mwg-rs:Type="Face"><mwg-rs:Area stArea:x="${x}" stArea:y="0.5" stArea:w="${size}" stArea:h="0.2"/></rdf:li>`,
  )
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/" xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#"><mwg-rs:Regions><mwg-rs:RegionList><rdf:Bag>${list.join('')}</rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions></rdf:Description></rdf:RDF></x:xmpmeta>`
  return sharp({ create: { width: 60, height: 40, channels: 3, background: '#7a9' } })
    .withXmp(xmp)
    .jpeg()
    .toBuffer()
}
