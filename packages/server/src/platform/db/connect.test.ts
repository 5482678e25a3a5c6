import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { startTestServer } from '../../testing/testServer.ts'
import type { App } from '../app.ts'

describe('a command sent at the moment when its connection closes', () => {
  let app: App
  let sockets: Socket[]
  beforeEach(async () => {
    sockets = []
    const add = (message: unknown): void => void sockets.push((message as { socket: Socket }).socket)
    subscribe('net.client.socket', add)
    const local = await startTestServer()
    app = local.app
    onTestFinished(async () => {
      unsubscribe('net.client.socket', add)
      await local.close()
    })
  })

  /** Closes every connection to the database. The driver notices only after the next commands. */
  const closeConnections = (): void => {
    for (const socket of sockets.splice(0)) socket.destroy()
  }

  it('is sent again on a new connection if it reads', async () => {
    const things = app.db.collection<{ _id: string }>('things')
    await things.insertOne({ _id: 'a' })
    for (let round = 0; round < 3; round++) {
      closeConnections()
      expect(await things.findOne()).toEqual({ _id: 'a' })
    }
  })

  it('fails if it writes and cannot be repeated, and the next one is carried out', async () => {
    const things = app.db.collection<{ _id: string; count: number }>('things')
    await things.insertOne({ _id: 'a', count: 0 })
    const increment = () => things.updateOne({ _id: 'a' }, { $inc: { count: 1 } })
    for (let round = 1; round <= 3; round++) {
      closeConnections()
      await increment().catch(increment)
      expect(await things.findOne()).toEqual({ _id: 'a', count: round })
    }
  })
})

it('a query is reported to command monitors without parsing its documents a second time', async () => {
  const { app, close } = await startTestServer()
  onTestFinished(close)
  const things = app.db.collection<{ _id: string }>('things')
  await things.insertOne({ _id: 'a' })
  const replies: unknown[] = []
  app.db.client.on('commandSucceeded', ({ commandName, reply }) => {
    if (commandName === 'find') replies.push(reply)
  })
  expect(await things.find().toArray()).toEqual([{ _id: 'a' }])
  expect(replies).toContainEqual({ ok: 1 })
  expect(JSON.stringify(replies)).not.toContain('cursor')
})
