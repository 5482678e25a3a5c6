import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { rejectPicture } from '../jobs/assignPicture.ts'
import { findDeliveredSets, jobsOf, picturesOf, subjectsOf } from '../jobs/collection.ts'
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
