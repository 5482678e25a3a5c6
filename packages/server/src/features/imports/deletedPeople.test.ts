import { afterEach, beforeEach, expect, it } from 'vitest'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { type Job, jobsOf, picturesOf, subjectsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { deleteSubject } from '../jobs/deletion/deleteSubject.ts'
import { wasDeleted } from '../jobs/subjects/deletedPeople.ts'
import { addPerson } from '../people/addPerson.ts'

let world: ImportWorld
let job: Job
beforeEach(async () => {
  world = await buildImportWorld()
  await roster('1;Åsa Öberg;4B', '2;Bo Lind;4B', '3;Eva Ek-Dahl;4B', '4;李 小龍;4B', '5;Léa Dupont;4B')
  const { uuid: made } = (await world.import()).job
  job = (await jobsOf(world.app, world.provider.key).findOne({ uuid: made })) as Job
  for (const { uuid, key } of await subjects().find({ jobUuid: job.uuid }).toArray()) {
    if (key !== '2') await deleteSubject(world.app, world.provider, job, uuid)
  }
})
afterEach(() => world.close())

const subjects = () => subjectsOf(world.app, world.provider.key)
const roster = (...rows: string[]) => world.writeFiles({ 'roster.csv': ['key;name;group', ...rows].join('\n') })
const names = async () => (await subjects().find({ jobUuid: job.uuid }).toArray()).map(({ name }) => name)
const readJob = async () => (await jobsOf(world.app, world.provider.key).findOne({ uuid: job.uuid })) as Job

it('somebody who was deleted does not come back by another spelling, order of words and key', async () => {
  const spellings = ['Asa Oberg', 'ÖBERG ÅSA', 'Åsa  Öberg', 'Eva Ek Dahl', 'Dahl Ek, Eva', 'ek-dahl eva', '小龍 李']
  const rows = [...spellings, 'Lea Dupont', 'Dupont Léa'].map((name, at) => `${at + 90};${name};4B`)
  await roster('2;Bo Lind;4B', ...rows)
  const { problems } = await world.import()
  const left = problems.filter(({ text }) => text.includes('who was deleted from this job'))
  expect(left).toHaveLength(rows.length)
  expect(await names()).toEqual(['Bo Lind'])
})

it('somebody of another name is new', async () => {
  await roster('2;Bo Lind;4B', '90;Åsa Oberget;4B', '91;小 龍李;4B')
  expect((await world.import()).problems.filter(({ text }) => text.includes('deleted'))).toEqual([])
  expect(await names()).toEqual(['Bo Lind', 'Åsa Oberget', '小 龍李'])
})

it('a folder in another spelling of a deleted child’s name is theirs, and a command that adds them asks', async () => {
  await roster('2;Bo Lind;4B')
  await world.writeFiles({ 'oberg asa/2.jpg': await aPicture(5) })
  const { problems } = await world.import()
  expect(problems.map(({ text }) => text).join('\n')).toContain('deleted')
  const person = { name: 'Oberg Asa', group: '5A', emails: [], phone: null, by: null }
  const added = await addPerson(world.app, world.provider, await readJob(), person)
  expect(added).toEqual({ outcome: 'deleted before' })
  expect(await names()).toEqual(['Bo Lind'])
})

it('what a version stored that compared names as they are spelled is recognised', () => {
  const { secrets } = world.app
  const deletedPeople = [secrets.sign('jobs.deletedPerson', `${job.uuid} name bo berg`).slice(0, 22)]
  expect(wasDeleted({ secrets }, { uuid: job.uuid, deletedPeople }, { key: '9', name: 'Bo Berg' })).toBe(true)
  expect(wasDeleted({ secrets }, { uuid: job.uuid, deletedPeople }, { key: '9', name: 'Bo Lind' })).toBe(false)
})

it('a picture that is somebody else’s by now does not keep the key or the name of a deleted child in its name', async () => {
  const files = ['zk91_1.jpg', 'photo_zk91.jpg', 'moe cy.jpg', 'zk91_own.jpg']
  await roster('zk91;Cy Moe;5A', '2;Bo Lind;4B')
  await world.writeFiles({ '2_1.jpg': await aPicture(2) })
  for (const [at, file] of files.entries()) await world.writeFiles({ [`zk91/${file}`]: await aPicture(at + 10) })
  await world.import()
  const pictures = () => picturesOf(world.app, world.provider.key).find({ jobUuid: job.uuid }).toArray()
  for (const file of files.slice(0, 3)) {
    const argv = ['pictures', 'Spring', 'move', file, '--to', '2', '--provider', world.provider.key]
    expect(await runInTerminal(jobsCommand, argv, world.app)).toMatchObject({ code: 0 })
  }
  const child = await subjects().findOne({ jobUuid: job.uuid, key: 'zk91' })
  const deletion = await deleteSubject(world.app, world.provider, job, child?.uuid ?? '')
  expect(deletion).toMatchObject({ entries: expect.arrayContaining([{ what: 'name of a file of others', count: 3 }]) })
  const left = await pictures()
  expect(left.map(({ fileName }) => fileName).filter((name) => !/^picture-[\da-f]{8}\.jpg$/.test(name))).toEqual([
    '2_1.jpg',
  ])
  expect(left).toHaveLength(4)
  expect(JSON.stringify(left)).not.toMatch(/zk91|moe/i)
})
