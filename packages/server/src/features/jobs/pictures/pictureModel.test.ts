import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { App } from '../../../platform/app.ts'
import { buildJob } from '../../../testing/buildJob.ts'
import { createPictureModel, type Owners } from '../../../testing/pictureModel.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { findDeliveredSets, picturesOf, type Subject } from '../collection.ts'
import { repeatPictureDeletion } from '../deletion/deletePictures.ts'
import { findOrCreateSubject, pictureUuid } from '../importStore.ts'
import type { Picture } from '../picture.ts'
import { addPicture, assignByImport, assignPicture, rejectPicture, withdrawPicture } from './assignPicture.ts'
import { findVisiblePictures } from './visiblePictures.ts'

/**
 * Random sequences of imports, corrections and deletions by two servers. After each of them both servers show every family exactly
 * the pictures of the model, and open exactly these.
 */
const long = process.env.PROOFS === 'long'

const CHILDREN = { Emma: '4A', Noah: '4A', Liam: '4B', Mia: '4B' }
const children = fc.subarray(Object.keys(CHILDREN))
const classes = fc.subarray(['4A', '4B', '4C'])
const owners: fc.Arbitrary<Owners> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ children }) },
  { weight: 1, arbitrary: fc.record({ classes }) },
)
const somebody = owners.filter((each) => ('children' in each ? each.children : each.classes).length > 0)
const file = fc.constantFrom('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg')
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('import' as const), file, owners: somebody, move: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), file, owners }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('withdraw' as const), file, from: children }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reject' as const), file }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), file }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('change class' as const),
      child: fc.constantFrom(...Object.keys(CHILDREN)),
      to: fc.constantFrom('4A', '4B', '4C'),
    }),
  },
)
const steps = fc.array(fc.tuple(step, fc.boolean()), { minLength: 5, maxLength: long ? 60 : 15 })
type Step = (typeof step extends fc.Arbitrary<infer S> ? S : never) & {
  /** Withdrawn as an import that is undone, instead of by a person. */
  undone?: true
}

let folder: string
let servers: [TestServer, TestServer]
let ahead = 0
beforeAll(async () => {
  const { now } = performance
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + ahead)
  folder = await mkdtemp(join(tmpdir(), 'pk-pictures-'))
  const env = { SECRET: randomBytes(32).toString('hex') }
  const first = await startTestServer({ folder, env })
  const { mongodbUrl } = first.app.env
  servers = [first, await startTestServer({ folder, env: { ...env, ...(mongodbUrl && { MONGODB_URL: mongodbUrl }) } })]
})
afterAll(async () => {
  vi.restoreAllMocks()
  for (const server of servers.toReversed()) await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** A job with the children of the model, and what each step does to it. */
async function buildWorld() {
  const [{ app, provider }] = servers
  const list = Object.entries(CHILDREN).map(([name, group]) => ({ name, group, photographed: false }))
  const { job, subjects } = await buildJob(app, provider, list, { published: true })
  const subjectOf = (name: string) => subjects.find((each) => each.name === name) as Subject
  const uuidOf = (name: string) => pictureUuid(job, name, 'IP')
  const targetOf = (who: Owners) => {
    if ('classes' in who) return { to: 'groups' as const, groups: who.classes }
    return { to: 'subjects' as const, subjects: who.children.map(subjectOf) }
  }
  const importTarget = (who: Owners) => {
    const target = targetOf(who)
    if (target.to === 'groups') return target
    return { ...target, subjects: target.subjects.map(({ uuid }) => ({ uuid, isCover: false })) }
  }
  const by = (why: 'hand' | 'folder') => ({ why, by: null, at: app.clock() })

  async function take(server: App, action: Step): Promise<'imported' | 'left out' | undefined> {
    if (action.do === 'change class') {
      const { key, name } = subjectOf(action.child)
      const row = {
        key,
        name,
        group: action.to,
        emails: [],
        phone: null,
        line: 1,
        code: null,
        files: [],
        favorite: null,
      }
      await findOrCreateSubject(server, job, row)
      return
    }
    const uuid = uuidOf(action.file)
    if (action.do === 'import') {
      const target = importTarget(action.owners)
      if (await addPicture(server, aPicture(action.file, { ...target, ...by('folder') }))) return 'imported'
      const { outcome } = await assignByImport(server, job, uuid, target, { ...by('folder'), move: action.move })
      return outcome === 'conflict' ? 'left out' : 'imported'
    }
    if (action.do === 'move') await assignPicture(server, job, uuid, targetOf(action.owners), by('hand'))
    if (action.do === 'withdraw')
      await withdrawPicture(server, job, uuid, action.from.map(subjectOf), by(action.undone ? 'folder' : 'hand'))
    if (action.do === 'reject') await rejectPicture(server, job, uuid, by('hand'))
    if (action.do === 'delete')
      await repeatPictureDeletion.picture?.(server, { provider: job.provider, id: `${job.uuid} ${uuid}` })
  }

  function aPicture(fileName: string, assignment: Picture['assignment']): Picture {
    const size = { format: 'jpeg' as const, working: 'jpeg' as const, bytes: 1, width: 2, height: 3 }
    const facts = { fileName, hash: fileName, greenscreen: false, placeholder: '', faces: [], isMarkedCover: false }
    return { provider: job.provider, uuid: uuidOf(fileName), jobUuid: job.uuid, ...size, ...facts, assignment }
  }

  /** The files that each child sees, and whose addresses open for them. */
  async function seen(server: App): Promise<Record<string, { visible: string[]; open: string[] }>> {
    const nameOf = new Map(['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'].map((name) => [uuidOf(name), name]))
    const sets = await findDeliveredSets(
      server,
      job.provider,
      subjects.map(({ uuid }) => uuid),
    )
    const entries = sets.map(async ({ subject, pictures }) => {
      const { open: openable } = await findVisiblePictures(server, job.provider, subject.uuid)
      const visible = pictures.map(({ fileName }) => fileName).sort()
      return [
        subject.name,
        { visible, open: [...openable].map((uuid) => nameOf.get(uuid) ?? 'unknown').sort() },
      ] as const
    })
    return Object.fromEntries(await Promise.all(entries))
  }

  return { job, take, seen }
}

it(
  'no family ever sees a picture that is not theirs, whatever is imported and corrected',
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (actions) => {
        const world = await buildWorld()
        const model = createPictureModel(CHILDREN)
        for (const [each, isSecond] of actions) {
          const outcome = await world.take(servers[isSecond ? 1 : 0].app, each)
          expect(outcome).toBe(tellModel(model, each))
          const expected = Object.fromEntries(
            Object.keys(CHILDREN).map((child) => [child, { visible: model.seenBy(child), open: model.seenBy(child) }]),
          )
          expect(await world.seen(servers[isSecond ? 1 : 0].app)).toEqual(expected)
          ahead += 1000
          expect(await world.seen(servers[isSecond ? 0 : 1].app)).toEqual(expected)
          expect(await picturesOf(servers[0].app, world.job.provider).count({ jobUuid: world.job.uuid })).toBe(
            model.count(),
          )
        }
      }),
      { numRuns: long ? 400 : 8 },
    )
  },
  long ? 3_600_000 : 120_000,
)

function tellModel(model: ReturnType<typeof createPictureModel>, action: Step): 'imported' | 'left out' | undefined {
  if (action.do === 'import') return model.import(action.file, action.owners, action.move)
  if (action.do === 'move') model.move(action.file, action.owners)
  if (action.do === 'withdraw') model.withdraw(action.file, action.from)
  if (action.do === 'reject') model.reject(action.file)
  if (action.do === 'delete') model.delete(action.file)
  if (action.do === 'change class') model.changeClass(action.child, action.to)
}

it.each([
  ['a new picture', []],
  ['a picture of nobody yet', ['Emma']],
])('of two imports at the same moment only one gives %s to its children', async (_what, before) => {
  const world = await buildWorld()
  const file = 'a.jpg'
  const planned = (child: string): Step => ({ do: 'import', file, owners: { children: [child] }, move: false })
  for (const child of before) {
    await world.take(servers[0].app, planned(child))
    await world.take(servers[0].app, { do: 'withdraw', file, from: [child], undone: true })
  }
  const both = await Promise.all([
    world.take(servers[0].app, planned('Emma')),
    world.take(servers[1].app, planned('Noah')),
  ])
  expect(both.toSorted()).toEqual(['imported', 'left out'])
  ahead += 1000
  const visible = Object.values(await world.seen(servers[0].app)).flatMap((each) => each.visible)
  expect(visible).toEqual([file])
})
