import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { awaitSecurityEvents, recordSecurityEvent } from '../../platform/security/record.ts'
import { buildCustomer } from '../../testing/buildCustomer.ts'
import { buildPictureSet } from '../../testing/buildPictureSet.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { correctPictures } from '../corrections/correctPictures.ts'
import { findExposure } from '../corrections/exposure.ts'
import { picturesOf, subjectsOf } from '../jobs/collection.ts'
import { mergePeople } from './mergePeople.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('who downloaded a picture of a double before the two became one is named when it turns out to be somebody else’s', async () => {
  const { app, provider } = server
  const { subject: double, job, pictures } = await buildPictureSet(app, provider)
  const person = { ...double, uuid: randomUUID(), key: `kept-${double.key}`, name: 'Emma as she is' }
  await subjectsOf(app, provider.key).insertOne(person)
  const { customer: father } = await buildCustomer(server, { subjects: [double.uuid] })
  const { customer: aunt } = await buildCustomer(server, { subjects: [person.uuid] })
  const picture = pictures.favourite.uuid
  recordSecurityEvent({ app, provider }, { event: 'download', customer: father._id, subject: double.uuid, picture })
  await awaitSecurityEvents(app)
  server.wait(2 * 60 * 60_000)
  const merged = await mergePeople(app, provider, job, { person: person.uuid, double: double.uuid, by: 'Kim' })
  expect(merged).toMatchObject({ outcome: 'merged' })
  server.wait(2 * 60 * 60_000)
  const strangers = await picturesOf(app, provider.key).find({ uuid: picture }).toArray()
  const { number } = await correctPictures(app, job, strangers, { command: 'reject' }, 'Kim')

  const exposure = await findExposure(app, job, number ?? 0)
  const named = exposure?.map(({ kind, who, detail }) => [kind, who, detail].filter(Boolean).join(' '))
  expect(named).toContain(`download ${father.email} downloaded`)
  expect(named).toContain(`account ${aunt.email}`)
  expect(named?.filter((each) => each === `account ${aunt.email}`)).toHaveLength(1)
  const [first] = exposure ?? []
  expect(first).toMatchObject({ kind: 'account', who: father.email, at: expect.any(Date) })
})
