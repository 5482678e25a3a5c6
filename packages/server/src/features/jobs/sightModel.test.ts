import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { App } from '../../platform/app.ts'
import { buildJob } from '../../testing/buildJob.ts'
import { createSightModel, type ModelPicture } from '../../testing/sightModel.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { findDeliveredSets, findSubjects, type Job, jobsOf, type Subject } from './collection.ts'
import { pictureUuid } from './importStore.ts'
import type { Picture } from './picture.ts'
import { addPicture } from './pictures/assignPicture.ts'
import { decidePicture } from './pictures/decidePicture.ts'
import { findVisiblePictures } from './pictures/visiblePictures.ts'
import { publishJob, unpublishJob } from './publishing/publishJob.ts'
import { recordConsent, setNotAsked } from './subjects/consent.ts'
import { hideGroup, hideSubject, showGroup, showSubject } from './subjects/hideSubjects.ts'
import { photographedSubjects } from './subjects/photographedSubjects.ts'
import { restoreSubject, withdrawSubject } from './subjects/withdrawSubject.ts'

/**
 * Random sequences of withdrawals, answers, decisions and publishing by two servers. After each of them both servers show every
 * family exactly the pictures of the model, open exactly these, and write letters to exactly those who have any.
 */
const long = process.env.PROOFS === 'long'

const CHILDREN = { Emma: '4A', Noah: '4A', Liam: '4B', Mia: '4B' }
const CLASSES = ['4A', '4B']
const PICTURES: Record<string, ModelPicture> = {
  'emma.jpg': { children: ['Emma'] },
  'noah.jpg': { children: ['Noah'] },
  'liam.jpg': { children: ['Liam'] },
  'siblings.jpg': { children: ['Emma', 'Liam'] },
  '4a.jpg': { classes: ['4A'] },
  'both.jpg': { classes: ['4A', '4B'] },
}

const child = fc.constantFrom(...Object.keys(CHILDREN))
const purpose = fc.constantFrom('print-and-sell' as const, 'class-picture' as const)
const part = fc.oneof(
  { weight: 3, arbitrary: child },
  { weight: 2, arbitrary: fc.constantFrom(...CLASSES) },
  { weight: 1, arbitrary: fc.constant(null) },
)
const named = <N extends string>(name: N) => fc.constant(name)
const step = fc.oneof(
  fc.record({ do: named('withdraw'), child }),
  fc.record({ do: named('restore'), child }),
  fc.record({ do: named('answer'), child, purpose, reply: fc.constantFrom('yes', 'no', 'no', 'not-asked') }),
  fc.record({ do: named('not asked'), purpose, reply: fc.constantFrom('yes', 'yes', 'no') }),
  fc.record({
    do: named('decide'),
    picture: fc.constantFrom(...Object.keys(PICTURES)),
    what: fc.constantFrom('release', 'release', 'hide', 'reopen'),
  }),
  fc.record({ do: named('unpublish'), part }),
  fc.record({ do: named('publish'), part }),
)
const steps = fc.array(fc.tuple(step, fc.boolean()), { minLength: 5, maxLength: long ? 60 : 20 })
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

let folder: string
let servers: [TestServer, TestServer]
let ahead = 0
beforeAll(async () => {
  const { now } = performance
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + ahead)
  folder = await mkdtemp(join(tmpdir(), 'pk-sight-'))
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

async function buildWorld() {
  const [{ app, provider }] = servers
  const list = Object.entries(CHILDREN).map(([name, group]) => ({ name, group, photographed: false }))
  const { job, subjects } = await buildJob(app, provider, list, { published: true })
  const subjectOf = (name: string) => subjects.find((each) => each.name === name) as Subject
  const uuidOf = (fileName: string) => pictureUuid(job, fileName, 'IP')
  for (const [fileName, whose] of Object.entries(PICTURES)) await addPicture(app, aPicture(fileName, whose))
  const readJob = async () => (await jobsOf(app, provider.key).findOne({ uuid: job.uuid })) as Job

  function aPicture(fileName: string, whose: ModelPicture): Picture {
    const target =
      'classes' in whose
        ? { to: 'groups' as const, groups: whose.classes }
        : {
            to: 'subjects' as const,
            subjects: whose.children.map((name) => ({ uuid: subjectOf(name).uuid, isCover: false })),
          }
    const size = { format: 'jpeg' as const, working: 'jpeg' as const, bytes: 1, width: 2, height: 3 }
    const facts = { fileName, hash: fileName, greenscreen: false, placeholder: '', faces: [], isMarkedCover: false }
    const source = { why: 'folder', by: 'import', at: app.clock() } as const
    const { provider, uuid: jobUuid } = job
    return { provider, uuid: uuidOf(fileName), jobUuid, ...size, ...facts, assignment: { ...target, ...source } }
  }

  async function take(server: App, action: Step): Promise<void> {
    const note = { by: 'a person' }
    if (action.do === 'withdraw') await withdrawSubject(server, job, subjectOf(action.child).uuid, note)
    if (action.do === 'restore') await restoreSubject(server, job, subjectOf(action.child).uuid)
    if (action.do === 'answer') {
      const answer = { answer: action.reply as 'yes' | 'no' | 'not-asked', who: null, source: null }
      await recordConsent(server, job, subjectOf(action.child).uuid, action.purpose, answer)
    }
    if (action.do === 'not asked') await setNotAsked(server, job, action.purpose, action.reply as 'yes' | 'no')
    if (action.do === 'decide') {
      const is = ({ release: 'released', hide: 'hidden', reopen: null } as const)[action.what as 'release']
      await decidePicture(server, await readJob(), uuidOf(action.picture), is && { is, reason: 'so', by: null })
    }
    if (action.do === 'unpublish' || action.do === 'publish') await publish(server, action.part, action.do)
  }

  async function publish(server: App, which: string | null, what: 'publish' | 'unpublish'): Promise<void> {
    const note = { by: null }
    if (which === null) await (what === 'publish' ? publishJob : unpublishJob)(server, provider, job.uuid)
    else if (CLASSES.includes(which))
      await (what === 'publish' ? showGroup(server, job, which) : hideGroup(server, job, which, note))
    else {
      const { uuid } = subjectOf(which)
      await (what === 'publish' ? showSubject(server, job, uuid) : hideSubject(server, job, uuid, note))
    }
  }

  /** The files that each child sees and whose addresses open for them, and who gets a letter. */
  async function seen(server: App) {
    const nameOf = new Map(Object.keys(PICTURES).map((name) => [uuidOf(name), name]))
    const sets = await findDeliveredSets(
      server,
      job.provider,
      subjects.map(({ uuid }) => uuid),
    )
    const entries = subjects.map(async ({ uuid, name }) => {
      const set = sets.find(({ subject }) => subject.uuid === uuid)
      const visible = (set?.pictures ?? []).map(({ fileName }) => fileName).sort()
      const { open } = await findVisiblePictures(server, job.provider, uuid)
      return [name, { visible, open: [...open].map((each) => nameOf.get(each) ?? 'unknown').sort() }] as const
    })
    const letters = await photographedSubjects(server, provider, await readJob())
    return { ...Object.fromEntries(await Promise.all(entries)), letters: letters.map(({ name }) => name).sort() }
  }

  return { take, seen }
}

it(
  'whatever is withdrawn, answered, decided and published, every family sees exactly what it may, on each server within a second',
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (actions) => {
        const world = await buildWorld()
        const model = createSightModel(CHILDREN, PICTURES)
        for (const [each, isSecond] of actions) {
          await world.take(servers[isSecond ? 1 : 0].app, each)
          tellModel(model, each)
          const expected = {
            ...Object.fromEntries(
              Object.keys(CHILDREN).map((name) => [name, { visible: model.seenBy(name), open: model.seenBy(name) }]),
            ),
            letters: model.lettersFor(),
          }
          expect(await world.seen(servers[isSecond ? 1 : 0].app)).toEqual(expected)
          ahead += 1000
          expect(await world.seen(servers[isSecond ? 0 : 1].app)).toEqual(expected)
        }
      }),
      { numRuns: long ? 400 : 12 },
    )
  },
  long ? 3_600_000 : 300_000,
)

function tellModel(model: ReturnType<typeof createSightModel>, action: Step): void {
  if (action.do === 'withdraw') model.withdraw(action.child)
  if (action.do === 'restore') model.restore(action.child)
  if (action.do === 'answer') model.answer(action.child, action.purpose, action.reply as 'yes' | 'no' | 'not-asked')
  if (action.do === 'not asked') model.notAsked(action.purpose, action.reply as 'yes' | 'no')
  if (action.do === 'decide') model.decide(action.picture, action.what as 'release' | 'hide' | 'reopen')
  if (action.do === 'unpublish') model.unpublish(action.part)
  if (action.do === 'publish') model.publish(action.part)
}

it('of two servers that change one subject at the same moment, neither loses what the other wrote', async () => {
  const [{ app, provider }, other] = servers
  const { job, subjects } = await buildJob(app, provider, [{ name: 'Emma' }])
  const { uuid = '' } = subjects[0] ?? {}
  const answer = (answer: 'yes' | 'no') => ({ answer, who: null, source: null })
  const changes = await Promise.all([
    recordConsent(app, job, uuid, 'yearbook', answer('no')),
    recordConsent(other.app, job, uuid, 'school-admin', answer('yes')),
    recordConsent(app, job, uuid, 'show-in-public', answer('no')),
    withdrawSubject(other.app, job, uuid, { by: 'a person', reason: 'moved away' }),
  ])
  expect(changes.every((change) => change !== null)).toBe(true)
  const [set] = await findDeliveredSets(app, provider.key, [uuid])
  expect(set).toBeUndefined()
  expect(await findSubjects(app, provider.key, [uuid])).toEqual([])
  const stored = await app.db.collection('subjects').findOne({ provider: provider.key, uuid })
  expect(stored).toMatchObject({
    consent: { yearbook: { answer: 'no' }, 'school-admin': { answer: 'yes' }, 'show-in-public': { answer: 'no' } },
    withdrawn: { by: 'a person', reason: 'moved away' },
  })
  expect((await jobsOf(app, provider.key).findOne({ uuid: job.uuid }))?.hasObjections).toBe(true)
})
