import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { findCards, forgetCards, forgetCardsOfJob, issueCards, nameCard } from './collection.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const aPrint = (people: number, print = randomUUID()) => ({
  persons: Array.from({ length: people }, (_, at) => ({ uuid: `person ${at}`, group: '4B' })),
  blanks: [{ group: '4B', count: 2 }],
  print,
})

it('a print that is repeated after a crash has the same cards', async () => {
  const { app, provider } = server
  const job = randomUUID()
  const print = aPrint(3)
  const first = await issueCards(app, provider.key, job, print)
  expect(first.map(({ number, subject }) => [number, subject])).toEqual([
    [1, 'person 0'],
    [2, 'person 1'],
    [3, 'person 2'],
    [4, null],
    [5, null],
  ])
  // The process died after it had stored some of them.
  await app.db.collection('cards').deleteOne({ provider: provider.key, jobUuid: job, number: 5 })
  expect(await issueCards(app, provider.key, job, print)).toHaveLength(5)
  expect(await issueCards(app, provider.key, job, print)).toHaveLength(5)
  expect(await findCards(app, provider.key, job)).toHaveLength(5)
})

it('prints at the same moment never give one number to two people', async () => {
  const { app, provider } = server
  const job = randomUUID()
  const prints = await Promise.all(Array.from({ length: 4 }, () => issueCards(app, provider.key, job, aPrint(10))))
  const cards = await findCards(app, provider.key, job)
  expect(new Set(cards.map(({ number }) => number)).size).toBe(cards.length)
  const blanks = prints.flatMap((print) => print.filter(({ subject }) => subject === null).map(({ number }) => number))
  expect(new Set(blanks).size).toBe(8)
  for (const print of prints) expect(new Set(print.map(({ subject }) => subject)).size).toBe(11)
})

it('a blank card is named again if the name was wrong, a card of another shop or job or of a person never', async () => {
  const { app, provider, other } = server
  const job = randomUUID()
  await issueCards(app, provider.key, job, aPrint(1))
  expect(await nameCard(app, other.key, job, { number: 2, subject: 'x' })).toBeNull()
  expect(await nameCard(app, provider.key, randomUUID(), { number: 2, subject: 'x' })).toBeNull()
  expect(await nameCard(app, provider.key, job, { number: 1, subject: 'x' })).toBeNull()
  expect(await nameCard(app, provider.key, job, { number: 4, subject: 'x' })).toBeNull()
  expect(await nameCard(app, provider.key, job, { number: 2, subject: 'x' })).toEqual({ before: null })
  expect(await nameCard(app, provider.key, job, { number: 2, subject: 'y' })).toEqual({ before: 'x' })
  const subjects = async () => (await findCards(app, provider.key, job)).map(({ subject }) => subject)
  expect(await subjects()).toEqual(['person 0', 'x', null])
  const again = { number: 2, subject: 'y', isReplaced: true }
  expect(await nameCard(app, provider.key, job, again)).toEqual({ before: 'x' })
  expect(await subjects()).toEqual(['person 0', 'y', null])
})

it('the number of somebody who was deleted is nobody else’s: their card may still be in a photograph', async () => {
  const { app, provider } = server
  const uuid = randomUUID()
  const issue = (...persons: string[]) =>
    issueCards(app, provider.key, uuid, {
      persons: persons.map((person) => ({ uuid: person, group: '4B' })),
      blanks: [],
      print: randomUUID(),
    })
  await issue('Anna', 'Bo')
  expect(await forgetCards(app, provider, { job: uuid, subjects: ['Bo'], pictures: [] })).toEqual([
    { what: 'card', count: 1 },
  ])
  expect(JSON.stringify(await findCards(app, provider.key, uuid))).not.toMatch(/Bo|4B.*4B/)
  const cards = await issue('Anna', 'Cy')
  expect(cards.map(({ number, subject }) => [number, subject])).toEqual([
    [1, 'Anna'],
    [3, 'Cy'],
  ])
  expect(await nameCard(app, provider.key, uuid, { number: 2, subject: 'Cy' })).toBeNull()
  const job = { provider: provider.key, uuid } as Parameters<typeof forgetCardsOfJob>[2]
  expect(await forgetCardsOfJob(app, provider, job)).toEqual([{ what: 'blank card', count: 0 }])
  expect(await findCards(app, provider.key, uuid)).toEqual([])
})
