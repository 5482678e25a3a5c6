import { randomUUID } from 'node:crypto'
import { carts } from '@portraitkit/core/cart/contract.ts'
import { editor } from '@portraitkit/core/editor/contract.ts'
import { photoPackages } from '@portraitkit/core/photo-packages/contract.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { App } from '../../platform/app.ts'
import { packageInputOf } from '../../testing/buildPackage.ts'
import { buildRetake } from '../../testing/buildRetake.ts'
import { buildShare } from '../../testing/buildShare.ts'
import { accountCalls } from '../../testing/everyCall/accountCalls.ts'
import { buildFamily, busyShop, type Family } from '../../testing/everyCall/family.ts'
import { shopCalls } from '../../testing/everyCall/shopCalls.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { undoCorrection } from '../corrections/undoCorrection.ts'
import { picturesOf, subjectsOf } from '../jobs/collection.ts'
import { mergePeople } from './mergePeople.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ provider: busyShop() })
})
afterAll(() => server.close())

/** What may still name the other one: who they were, for separating them, what they were, and what was sold or is a record of its time. */
const STAYS = [
  ...['subjects', 'subjectSteps', 'correctionSteps', 'grants', 'rights', 'cards', 'inspections', 'reminderChoices'],
  ...['orders', 'orderScenes', 'securityEvents', 'checkouts', 'tickets', 'mails', 'deletions'],
]

/** The collections in which a uuid is found. */
async function found(text: string): Promise<string[]> {
  const names = server.app.features.flatMap(({ collections = [] }) => collections.map(({ name }) => name))
  const hits: string[] = []
  for (const name of names) {
    const documents = await server.app.db.collection(name).find({ provider: server.provider.key }).toArray()
    if (JSON.stringify(documents).includes(text)) hits.push(name)
  }
  return hits
}

/** A family that has everything of a child, who is in the job a second time with another key. */
async function buildDouble(): Promise<Family & { person: string }> {
  const family = await buildFamily(server)
  const { child, buyer } = family
  for (const prepare of Object.values({ ...accountCalls(family), ...shopCalls(family) })) await prepare()
  const filled = { packageUuid: family.photoPackage, subject: { uuid: child.uuid } }
  const { packageItems } = await buyer.client.call(photoPackages.open, filled)
  await buyer.client.call(carts.addPackage, {
    ...{ requestId: randomUUID(), package: { uuid: family.photoPackage }, subject: child.uuid },
    packageItems: packageInputOf({ packageItems }),
  })
  await buildShare(server, buyer, [child.uuid])
  await buildRetake(server.app, server.provider, buyer.set)
  const face = { x: 0.1, y: 0.1, width: 0.2, height: 0.2, subject: child.uuid }
  const uuid = child.pictures[5]?.uuid ?? ''
  await picturesOf(server.app, server.provider.key).updateOne({ uuid }, { $set: { faces: [face] } })
  const { pictures: _, ...subject } = child
  const person = { ...subject, uuid: randomUUID(), key: `kept-${child.key}`, name: 'Emma as she is' }
  await subjectsOf(server.app, server.provider.key).insertOne(person)
  return { ...family, person: person.uuid }
}

/** What the family has in the making, as its own pages show it. */
async function work({ buyer: { client } }: Family) {
  const { cart } = await client.call(carts.get, {})
  const designs = await client.call(editor.unfinished, {})
  const packages = await client.call(photoPackages.unfinished, {})
  return {
    lines: cart.orderLines.map(({ uuid, quantity, linePrice, package: filled }) => ({
      ...{ uuid, quantity, linePrice },
      subjects: filled ? [filled.subject, ...filled.packageItems.map(({ subject }) => subject?.uuid ?? null)] : [],
    })),
    ...{ designs, packages },
  }
}

const merge = ({ child, person, buyer }: Family & { person: string }, app: App = server.app) =>
  mergePeople(app, server.provider, buyer.set.job, { person, double: child.uuid, by: 'Kim' })

/** The app, cut off where this feature would move its part. */
function cutAt({ app }: TestServer, feature: string): App {
  const mergeSubjects = { merge: () => Promise.reject(new Error('cut off')) }
  return { ...app, features: app.features.map((each) => (each.name === feature ? { ...each, mergeSubjects } : each)) }
}

it('moves everything that a family has to whoever stays, cut off anywhere and repeated, and back again', async () => {
  const family = await buildDouble()
  const { child, person, buyer } = family
  const before = await work(family)
  expect(before.lines.flatMap(({ subjects }) => subjects)).toContain(child.uuid)
  for (const made of [before.lines, before.designs, before.packages]) expect(made).not.toEqual([])
  // an email about the retake is sent meanwhile
  const inBefore = (await found(child.uuid)).filter((each) => each !== 'mails')
  expect(inBefore).toEqual(
    expect.arrayContaining(['codes', 'shares', 'carts', 'designs', 'savedPackages', 'retakes', 'pictures']),
  )
  const names = server.app.features.filter(({ mergeSubjects }) => mergeSubjects).map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['jobs', 'access', 'rights', 'cart', 'editor', 'photo-packages', 'retakes']),
  )
  for (const name of names) await expect(merge(family, cutAt(server, name))).rejects.toThrow('cut off')
  expect(await merge(family)).toMatchObject({ outcome: 'merged', number: 1 })
  expect((await found(child.uuid)).filter((each) => !STAYS.includes(each))).toEqual([])
  expect(await work(family)).toEqual(replaced(before, child.uuid, person))
  const undone = await undoCorrection(server.app, buyer.set.job, 1, 'Kim')
  expect(undone).toMatchObject({ outcome: 'undone' })
  expect((await found(person)).filter((each) => !STAYS.includes(each))).toEqual([])
  expect(await found(child.uuid)).toEqual(expect.arrayContaining(inBefore))
  expect(await work(family)).toEqual(before)
}, 240_000)

/** Versions are those of somebody who was faster. */
function replaced<T>(value: T, before: string, after: string): T {
  return JSON.parse(JSON.stringify(value).replaceAll(before, after)) as T
}
