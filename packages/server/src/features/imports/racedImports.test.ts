import { afterEach, beforeEach, expect, it } from 'vitest'
import type { App } from '../../platform/app.ts'
import { findLeaseWork, holdLease } from '../../platform/db/lease.ts'
import { beforeUpdate } from '../../testing/beforeUpdate.ts'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { runInTerminal } from '../../testing/testTerminal.ts'
import { hidePictures } from '../corrections/hidePictures.ts'
import { type Job, jobsOf, picturesOf, type Subject, subjectsOf } from '../jobs/collection.ts'
import { jobsCommand } from '../jobs/command.ts'
import { deleteJob } from '../jobs/deletion/deleteJob.ts'
import { isHidden } from '../jobs/subjectState.ts'
import { hideGroup } from '../jobs/subjects/hideSubjects.ts'
import { withdrawSubject } from '../jobs/subjects/withdrawSubject.ts'
import { addPerson } from '../people/addPerson.ts'
import { changeClass } from '../people/correctPerson.ts'
import { mergePeople } from '../people/mergePeople.ts'
import { importJob } from './importJob.ts'
import { readSource } from './prepareImport.ts'

// Another process changes people of the job while an import runs: what each of them answers is what families see.

let world: ImportWorld
beforeEach(async () => {
  world = await buildImportWorld()
  await roster('12,Anna Berg,4A', '12b,Anna Bergg,4A', '3,Bo Lind,4B')
  await world.writeFiles({ '12b_1.jpg': await aPicture(1), '3_1.jpg': await aPicture(2) })
  await world.import()
})
afterEach(() => world.close())

const roster = (...lines: string[]) => world.writeFiles({ 'roster.csv': `key,name,group\n${lines.join('\n')}\n` })
const currentJob = async () => (await jobsOf(world.app, world.provider.key).findOne({})) as Job
const person = async (key: string) => (await subjectsOf(world.app, world.provider.key).findOne({ key })) as Subject
const ownersOf = async (fileName: string) => {
  const picture = await picturesOf(world.app, world.provider.key).findOne({ fileName })
  return picture?.assignment.to === 'subjects' ? picture.assignment.subjects.map(({ uuid }) => uuid) : null
}
const jobs = (app: App, what: string, ...argv: string[]) =>
  runInTerminal(jobsCommand, [what, 'Spring', ...argv, '--provider', world.provider.key], app)
const leaseName = async () => `merge ${world.provider.key} ${(await currentJob()).uuid}`
const unmatch = () =>
  picturesOf(world.app, world.provider.key).updateOne(
    { fileName: '12b_1.jpg' },
    { $set: { assignment: { to: 'unmatched', why: 'file-name', by: 'import', at: new Date(0) } } },
  )

/** The app of an import, before whose first update of a collection another process begins, and ends or waits for the import. */
function withOther(of: readonly string[], other: (app: App) => Promise<unknown>) {
  const { promise: isWaiting, resolve } = Promise.withResolvers<void>()
  const waiting = beforeUpdate(world.app, 'leases', async () => {
    if ((await findLeaseWork(world.app, await leaseName())) === 'import') resolve()
  })
  const running: { ended?: Promise<unknown> } = {}
  const happen = async () => {
    if (running.ended) return
    running.ended = other(waiting)
    await Promise.race([running.ended, isWaiting])
  }
  return { app: of.reduce((app, each) => beforeUpdate(app, each, happen), world.app), running }
}

const importWith = (app: App) => {
  return importJob(app, { folder: world.folder, provider: world.provider, job: 'Spring' })
}

const mergeAnna = async (app: App) => {
  const [into, from] = await Promise.all([person('12'), person('12b')])
  return mergePeople(app, world.provider, await currentJob(), { person: into.uuid, double: from.uuid, by: null })
}

it('a class that is unpublished before an import writes people stays so for those who leave it', async () => {
  await roster('12,Anna Berg,5A', '12b,Anna Bergg,4A', '3,Bo Lind,4B')
  const job = await currentJob()
  const { app } = withOther(['leases', 'subjects'], (other) => hideGroup(other, job, '4A', { by: null }))
  await importWith(app)
  const anna = await person('12')
  expect([anna.group, isHidden(anna, await currentJob())]).toEqual(['5A', true])
})

it('what was read for an import is not imported once people of the job have changed', async () => {
  await roster('12,Anna Berg,5A', '12b,Anna Bergg,4A', '3,Bo Lind,4B')
  const { app, provider, folder } = world
  const source = await readSource(app, { folder, provider, job: 'Spring' }, { isExact: false })
  const job = await currentJob()
  await changeClass(app, job, (await person('12')).uuid, { group: '4C', by: null })
  await hideGroup(app, job, '4C', { by: null })
  await expect(world.import({ source })).rejects.toThrow('has changed since it was read, and nothing was imported')
  expect((await person('12')).group).toBe('4C')
  await world.import()
  const anna = await person('12')
  expect(isHidden(anna, await currentJob())).toBe(true)
})

it('a file that is another one than when it was compared is left out, and imported by the next import', async () => {
  const { app, provider, folder } = world
  // Of one size with another file, so that it was compared.
  const [first, second] = [await aPicture(40), Buffer.from(await aPicture(40))]
  second[second.length - 1] = 0
  await world.writeFiles({ '3_8.jpg': first, '3_9.jpg': second })
  const source = await readSource(app, { folder, provider, job: 'Spring' }, { isExact: false })
  await world.writeFiles({ '3_8.jpg': await aPicture(41) })
  const { problems } = await world.import({ source })
  expect(problems).toContainEqual({ file: '3_8.jpg', text: expect.stringContaining('changed during the import') })
  expect(await ownersOf('3_8.jpg')).toBeNull()
  await world.import()
  expect(await ownersOf('3_8.jpg')).toEqual([(await person('3')).uuid])
})

it('a picture of the job that becomes somebody’s is theirs who are merged at that moment', async () => {
  await unmatch()
  const { app, running } = withOther(['pictures'], mergeAnna)
  await importWith(app)
  expect(await running.ended).toMatchObject({ outcome: 'merged' })
  expect(await ownersOf('12b_1.jpg')).toEqual([(await person('12')).uuid])
})

it('a picture of somebody who is merged while it is stored is not left with the second one', async () => {
  await unmatch()
  const { app, running } = withOther(['leases', 'pictures'], mergeAnna)
  await importWith(app)
  expect(await running.ended).toMatchObject({ outcome: 'merged' })
  expect(await ownersOf('12b_1.jpg')).toEqual([(await person('12')).uuid])
})

it('a picture of somebody who is separated while its files are stored is left out, and theirs by the next import', async () => {
  await mergeAnna(world.app)
  await world.writeFiles({ '12b_9.jpg': await aPicture(9) })
  let isBegun = false
  const put = async (key: string, content: Uint8Array) => {
    await world.app.blobs.put(key, content)
    if (isBegun) return
    isBegun = true
    expect(await jobs(world.app, 'undo', '2')).toMatchObject({ code: 0 })
  }
  const { problems } = await importWith({ ...world.app, blobs: { ...world.app.blobs, put } })
  expect(isBegun).toBe(true)
  expect(problems).toContainEqual({ file: '12b_9.jpg', text: expect.stringContaining('import the folder again') })
  expect(await ownersOf('12b_9.jpg')).toBeNull()
  await world.import()
  expect(await ownersOf('12b_9.jpg')).toEqual([(await person('12b')).uuid])
})

it('an import waits longer than a command does for one that changes people', async () => {
  const lease = await holdLease(world.app, await leaseName(), 60_000, 'merge')
  await roster('12,Anna Berg,5A', '12b,Anna Bergg,4A', '3,Bo Lind,4B')
  let tries = 0
  const waiting = beforeUpdate(world.app, 'leases', async () => {
    if (++tries !== 60) return
    expect((await person('12')).group).toBe('4A')
    await lease?.release()
  })
  await importWith(waiting)
  expect((await person('12')).group).toBe('5A')
}, 60_000)

it('whatever changes people, hides pictures or deletes the job waits in vain for an import that writes people, and changes nothing', async () => {
  const { app, provider } = world
  const job = await currentJob()
  const lease = await holdLease(app, await leaseName(), 60_000, 'import')
  const [picture] = await picturesOf(app, provider.key).find({ fileName: '3_1.jpg' }).toArray()
  const cleo = { name: 'Cleo Dahl', group: '4A', key: '77', emails: [], phone: null, by: null }
  const bo = (await person('3')).uuid
  const commands: (() => Promise<unknown>)[] = [
    () => addPerson(app, provider, job, cleo),
    () => hidePictures(app, job, picture ? [picture] : [], { command: 'hide', reason: null }, null),
    () => withdrawSubject(app, job, bo, { by: null }),
    () => deleteJob(app, provider, job.uuid),
  ]
  for (const outcome of await Promise.allSettled(commands.map((command) => command())))
    expect(outcome).toMatchObject({
      reason: {
        message:
          '"import" by another process changes people of this job at this moment: nothing was changed. Try again in a minute',
      },
    })
  expect(await picturesOf(app, provider.key).count({ hidden: null })).toBe(2)
  expect(await subjectsOf(app, provider.key).count({ withdrawn: null })).toBe(3)
  await lease?.release()
  for (const command of commands) await command()
  expect(await jobsOf(app, provider.key).count({})).toBe(0)
}, 60_000)
