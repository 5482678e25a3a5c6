import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { findDeliveredSets, forgetDeliveredJobs, subjectsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { importCommand } from './command.ts'

// A portrait was given to a child before anybody could say that the face in it is another child's.

let world: ImportWorld
let count = 0
beforeEach(async () => {
  world = await buildImportWorld()
})
afterEach(() => world.close())

const roster = (...lines: string[]) => world.writeFiles({ 'roster.csv': `key,name,group,files\n${lines.join('\n')}\n` })
const ofJob = () => ['--provider', world.provider.key, '--job', 'Spring']
const planPath = () => join(world.folder, '..', 'plan.json')
const run = async (command: typeof importCommand, ...argv: string[]) => {
  const { lines, problem } = await runInTerminal(command, argv, world.app)
  return [...lines, problem].join('\n')
}
const importAgain = (...more: string[]) => run(importCommand, world.folder, ...ofJob(), ...more)
const decide = async (...decisions: string[]) => {
  const printed = await importAgain('--plan', planPath())
  await run(importCommand, '--apply', planPath(), ...decisions.flatMap((each) => ['--decide', each]))
  return printed
}
const jobs = (what: string, ...argv: string[]) =>
  run(jobsCommand, what, 'Spring', ...argv, '--provider', world.provider.key)

/** The pictures that each child's family sees, by name. */
async function sight(): Promise<Record<string, string[]>> {
  const { app, provider } = world
  forgetDeliveredJobs(app)
  const people = await subjectsOf(app, provider.key).find({}).toArray()
  const uuids = people.map(({ uuid }) => uuid)
  const sets = await findDeliveredSets(app, provider.key, uuids)
  return Object.fromEntries(
    sets.map(({ subject, pictures }) => [subject.name, pictures.map(({ fileName }) => fileName).toSorted()]),
  )
}

const [ANNA, BO] = ['1,Anna Berg,4A,', '2,Bo Lind,4A,']
const STAYS =
  '1_1.jpg stays a picture of Anna Berg ("1"): its line, folder, name or card and the faces that are marked in it are those of "1" of Anna Berg (4A) and "2" of Bo Lind (4A)'

describe('a portrait of the job whose marked face is that of somebody who is known only since', () => {
  beforeEach(async () => {
    await roster(ANNA)
    await world.writeFiles({ '1_1.jpg': await aFace('Bo Lind'), '1_2.jpg': await aFace('Anna Berg') })
    await importAgain('--publish')
    await roster(ANNA, BO)
  })

  it('is listed, and nobody sees it who did not before, with --move either', async () => {
    for (const more of [[], ['--move']]) expect(await importAgain(...more)).toContain(STAYS)
    expect(await sight()).toEqual({ 'Anna Berg': ['1_1.jpg', '1_2.jpg'], 'Bo Lind': [] })
  })

  it('is a question of the plan, and whose a person has decided is not asked about again', async () => {
    expect(await decide('1=person 2')).toContain(`1 ${STAYS}`)
    expect(await sight()).toEqual({ 'Anna Berg': ['1_2.jpg'], 'Bo Lind': ['1_1.jpg'] })
    expect(await importAgain()).not.toContain('1_1.jpg')
  })

  it('stays theirs if somebody says so', async () => {
    await decide('1=stay')
    expect(await sight()).toEqual({ 'Anna Berg': ['1_1.jpg', '1_2.jpg'], 'Bo Lind': [] })
    expect(await importAgain()).not.toContain('1_1.jpg')
  })

  it('is listed, too, if only the job says whose it is', async () => {
    await roster('1,Anna Berg,4A,x.jpg')
    await world.writeFiles({ 'x.jpg': await aFace('Bo Lind') })
    await importAgain()
    await roster(BO)
    expect(await importAgain()).toContain('x.jpg stays a picture of Anna Berg ("1"): its line, folder, name or card')
  })

  it('is not listed if it is of both', async () => {
    await importAgain()
    await jobs('pictures', 'add', '1_1.jpg', '--to', '2')
    expect(await importAgain()).not.toContain('1_1.jpg stays')
  })
})

it('a sibling picture of the job is not listed for the face of one of them', async () => {
  await roster('1,Anna Berg,4A,both.jpg', '2,Bo Lind,4A,both.jpg')
  await world.writeFiles({ 'both.jpg': await aFace('Bo Lind') })
  await importAgain('--publish')
  expect(await importAgain()).not.toContain('both.jpg')
})

it('a file that names the face since is left out, and the picture of its name that the job has is listed', async () => {
  await roster(ANNA, BO)
  await world.writeFiles({ 'Anna Berg/7.jpg': await aFace(), 'Bo Lind/7.jpg': await aFace() })
  await importAgain('--publish')
  await world.writeFiles({ 'Anna Berg/7.jpg': await aFace('Bo Lind') })
  const out = await importAgain()
  expect(out).toContain(
    'Anna Berg/7.jpg was left out: its line, folder, name or card and the faces that are marked in it',
  )
  expect(out).toContain(
    'Anna Berg/7.jpg has the name of a picture of Anna Berg ("1") that the job has with other content, which stays theirs: if the face is right, "jobs pictures <job> move" corrects it',
  )
  expect(out).not.toContain('a picture of Bo Lind')
  expect(await sight()).toEqual({ 'Anna Berg': ['7.jpg'], 'Bo Lind': ['7.jpg'] })
})

/** A picture whose file marks a face, or none. */
function aFace(name?: string): Promise<Buffer> {
  const region = `<rdf:li mwg-rs:Name="${name}" mwg-rs:Type="Face"><mwg-rs:Area stArea:x="0.5" stArea:y="0.5" stArea:w="0.2" stArea:h="0.2"/></rdf:li>`
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/" xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#"><mwg-rs:Regions><mwg-rs:RegionList><rdf:Bag>${name === undefined ? '' : region}</rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions></rdf:Description></rdf:RDF></x:xmpmeta>`
  // No two have the same content.
  count++
  return sharp({ create: { width: 60 + count, height: 40, channels: 3, background: '#7a9' } })
    .withXmp(xmp)
    .jpeg()
    .toBuffer()
}
