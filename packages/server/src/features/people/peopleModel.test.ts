import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aPicture, buildImportWorld, type ImportWorld } from '../../testing/buildImport.ts'
import { createPeopleModel } from '../../testing/peopleModel.ts'
import { codesOf } from '../access/codes.ts'
import { grantedSubjects, grantSubjects } from '../access/grants.ts'
import { correctPictures } from '../corrections/correctPictures.ts'
import { listHistory } from '../corrections/history.ts'
import { undoCorrection } from '../corrections/undoCorrection.ts'
import { findDeliveredSets, type Job, picturesOf, subjectsOf } from '../jobs/collection.ts'
import { findJobByName } from '../jobs/importStore.ts'
import { findVisiblePictures } from '../jobs/pictures/visiblePictures.ts'
import { requireSubject } from '../jobs/subjects/requireSubject.ts'
import { restoreSubject, withdrawSubject } from '../jobs/subjects/withdrawSubject.ts'
import { changeClass, renamePerson } from './correctPerson.ts'
import { mergePeople } from './mergePeople.ts'

/**
 * Random sequences of everything that is done with people and their pictures, with undo, against a plain model: 12 sequences, with PROOFS=long
 * 500. After every step every family sees what the model says, every code opens whom it says, and the history is as long.
 */

const long = process.env.PROOFS === 'long'
const KEYS = ['1', '2', '3', '4'] as const
const FILES = ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'] as const
const GROUPS = ['4A', '4B'] as const
const START = {
  children: {
    '1': { name: 'Emma', group: '4A' },
    '2': { name: 'Noah', group: '4A' },
    '3': { name: 'Liam', group: '4B' },
    '4': { name: 'Ella', group: '4B' },
  },
  pictures: { 'a.jpg': ['1'], 'b.jpg': ['2'], 'c.jpg': ['3'], 'd.jpg': ['4'] },
  groupPictures: { '4a-all.jpg': '4A', '4b-all.jpg': '4B' },
  families: { one: '1', two: '2', three: '3', four: '4' },
}

let world: ImportWorld
beforeAll(async () => {
  world = await buildImportWorld()
  const rows = Object.entries(START.children).map(([key, { name, group }]) => `${key},${name},${group}\n`)
  await world.writeFiles({ 'roster.csv': `key,name,group\n${rows.join('')}` })
  for (const [at, key] of KEYS.entries()) await world.writeFiles({ [`${key}/${FILES[at]}`]: await aPicture(at + 1) })
  for (const [at, group] of GROUPS.entries())
    await world.writeFiles({ [`_group/${group}/${group.toLowerCase()}-all.jpg`]: await aPicture(at + 9) })
})
afterAll(() => world.close())

const key = fc.constantFrom(...KEYS)
const files = fc.subarray([...FILES], { minLength: 1, maxLength: 2 })
const owners = fc.subarray([...KEYS], { minLength: 1, maxLength: 2 })
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('merge' as const), key, double: key }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('undo' as const), back: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), files, owners }) },
  fc.record({ do: fc.constant('reject' as const), files }),
  fc.record({ do: fc.constant('rename' as const), key, name: fc.constantFrom('Emma', 'Kim', 'Alex') }),
  fc.record({ do: fc.constant('change-class' as const), key, group: fc.constantFrom(...GROUPS) }),
  fc.record({ do: fc.constant('withdraw' as const), key }),
  fc.record({ do: fc.constant('restore' as const), key }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

it('shows every family what a plain model says, in any order of commands and undo', async () => {
  let sequence = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), (steps) =>
      runSequence(`Job ${sequence++}`, steps),
    ),
    { numRuns: long ? 500 : 12 },
  )
}, 3_600_000)

async function runSequence(name: string, steps: readonly Step[]): Promise<void> {
  await world.import({ job: name })
  const { app, provider } = world
  const job = (await findJobByName(app, provider, name)) as Job
  const members = await subjectsOf(app, provider.key).find({ jobUuid: job.uuid }).toArray()
  const uuidOf = new Map(members.map((member) => [member.key, member.uuid]))
  for (const [family, child] of Object.entries(START.families))
    await grantSubjects(app, provider, `${family} ${job.uuid}`, [uuidOf.get(child) as string])
  const model = createPeopleModel(START)
  const codes = await codesOf(app, provider)
    .find({ subjects: { $in: [...uuidOf.values()] } })
    .toArray()
  const codeOf = new Map(codes.map(({ _id, subjects }) => [_id, members.find(({ uuid }) => uuid === subjects[0])?.key]))
  // the import itself is the first entry
  const first = await historyLength(job)
  for (const each of steps) {
    const [expected, found] = await take(job, model, each, first)
    expect([each, found]).toEqual([each, expected])
    expect(await look(job, codeOf)).toEqual({
      seen: Object.fromEntries(Object.keys(START.families).map((family) => [family, model.seenBy(family)])),
      names: model.names(),
      opens: model.opens(),
      history: model.length() + first,
    })
  }
}

const historyLength = async (job: Job) => (await listHistory(world.app, job, { limit: 1 }))[0]?.number ?? 0

type Model = ReturnType<typeof createPeopleModel>

/** Does a step in the model and in the shop: what each answers. */
async function take(job: Job, model: Model, each: Step, first: number): Promise<[unknown, unknown]> {
  const { app, provider } = world
  const named = (word: string) => requireSubject(app, job, word)
  const by = 'Kim'
  switch (each.do) {
    case 'merge': {
      const [person, double] = await Promise.all(
        [each.key, each.double].map((word) => requireSubject(app, job, word, { itself: true })),
      )
      const merged = await mergePeople(app, provider, job, {
        person: person?.uuid ?? '',
        double: double?.uuid ?? '',
        by,
      })
      const isSame = model.isMergedInto(each.double, each.key)
      if (isSame) return ['merged', merged.outcome]
      return [model.merge(each.key, each.double) === 'refused', merged.outcome !== 'merged']
    }
    case 'undo': {
      const number = model.length() - each.back
      if (number < 1) return [null, null]
      return [model.undo(number), (await undoCorrection(app, job, number + first, by)).outcome]
    }
    case 'move':
    case 'reject': {
      const stored = await picturesOf(app, provider.key)
        .find({ jobUuid: job.uuid, fileName: { $in: each.files } })
        .toArray()
      if (each.do === 'reject') {
        const { number } = await correctPictures(app, job, stored, { command: 'reject' }, by)
        return [model.reject(each.files) === null, number === null]
      }
      const subjects = [...new Map((await Promise.all(each.owners.map(named))).map((one) => [one.uuid, one])).values()]
      const { number } = await correctPictures(
        app,
        job,
        stored,
        { command: 'move', owners: { to: 'subjects', subjects } },
        by,
      )
      return [model.move(each.files, each.owners) === null, number === null]
    }
    case 'rename': {
      const change = await renamePerson(app, job, (await named(each.key)).uuid, { name: each.name, by })
      return [model.rename(each.key, each.name) === null, change === null]
    }
    case 'change-class': {
      const change = await changeClass(app, job, (await named(each.key)).uuid, { group: each.group, by })
      return [model.changeClass(each.key, each.group) === null, change === null]
    }
    case 'withdraw': {
      const change = await withdrawSubject(app, job, (await named(each.key)).uuid, { by })
      return [model.withdraw(each.key) === null, change === null]
    }
    case 'restore': {
      const change = await restoreSubject(app, job, (await named(each.key)).uuid, by)
      return [model.restore(each.key) === null, change === null]
    }
  }
}

/** What the shop shows, by the names of files and keys of people. */
async function look(job: Job, codeOf: ReadonlyMap<string, string | undefined>) {
  const { app, provider } = world
  const members = await subjectsOf(app, provider.key).find({ jobUuid: job.uuid }).toArray()
  const keyOf = new Map(members.map(({ uuid, key: of }) => [uuid, of]))
  const codes = await codesOf(app, provider)
    .find({ _id: { $in: [...codeOf.keys()] } })
    .toArray()
  return {
    seen: Object.fromEntries(
      await Promise.all(
        Object.keys(START.families).map(async (family) => [family, await seenBy(`${family} ${job.uuid}`)]),
      ),
    ),
    names: Object.fromEntries(members.map(({ key: of, name, group }) => [of, `${name} ${group}`])),
    opens: Object.fromEntries(
      codes.map(({ _id, subjects }) => [codeOf.get(_id), subjects.map((uuid) => keyOf.get(uuid)).sort()]),
    ),
    history: await historyLength(job),
  }
}

async function seenBy(customer: string): Promise<string[]> {
  const { app, provider } = world
  const sets = await findDeliveredSets(app, provider.key, await grantedSubjects(app, provider, customer))
  for (const { subject, pictures } of sets) {
    const { open } = await findVisiblePictures(app, provider.key, subject.uuid)
    expect([...open].sort()).toEqual(pictures.map(({ uuid }) => uuid).sort())
  }
  return [...new Set(sets.flatMap(({ pictures }) => pictures.map(({ fileName }) => fileName)))].sort()
}
