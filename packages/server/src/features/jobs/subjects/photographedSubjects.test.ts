import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildJob } from '../../../testing/buildJob.ts'
import { startTestServer, type TestServer } from '../../../testing/testServer.ts'
import { photographedSubjects } from './photographedSubjects.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('The photographed children of a job are in the order of the shop’s language within their groups', async () => {
  const { app, provider } = server
  const children = ['Örjan', 'Åsa', 'Zara', 'Anna', 'Ärla'].map((name) => ({ name, group: '10A' }))
  const { job } = await buildJob(app, provider, [...children, { name: 'Ulf', group: '9B' }])
  const namesIn = async (defaultLanguage: string) =>
    (await photographedSubjects(app, { defaultLanguage }, job)).map(({ name }) => name)
  expect(await namesIn('sv')).toEqual(['Ulf', 'Anna', 'Zara', 'Åsa', 'Ärla', 'Örjan'])
  expect(await namesIn('da')).toEqual(['Ulf', 'Anna', 'Zara', 'Ärla', 'Örjan', 'Åsa'])
  expect(await namesIn('de')).toEqual(['Ulf', 'Anna', 'Ärla', 'Åsa', 'Örjan', 'Zara'])
})
