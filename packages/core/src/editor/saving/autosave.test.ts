import { randomUUID } from 'node:crypto'
import type { Call } from '@portraitkit/core/client.ts'
import { editor } from '@portraitkit/core/editor/contract.ts'
import { type Autosave, createAutosave } from '@portraitkit/core/editor/saving/autosave.ts'
import { type FailureBody, ShopError } from '@portraitkit/core/errors.ts'
import type { DesignContent } from '@portraitkit/core/template/design.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltCustomer, buildCustomer } from '../../../../server/src/testing/buildCustomer.ts'
import { type BuiltTemplate, buildTemplate } from '../../../../server/src/testing/buildTemplate.ts'
import { startTestServer, type TestServer } from '../../../../server/src/testing/testServer.ts'

// The editor's automatic saving, against the real server.

let server: TestServer
let mother: BuiltCustomer
let card: BuiltTemplate
let isOnline = true
let calls = 0

beforeAll(async () => {
  server = await startTestServer()
  mother = await buildCustomer(server)
  card = await buildTemplate(server.app, server.provider)
})
afterAll(() => server.close())

/** The contract's client over this test's connection, which can be cut. */
const call = (async (endpoint: never, input: never) => {
  calls += 1
  if (!isOnline) throw new ShopError('network', { error: 'No connection', reason: 'network' }, 0)
  const { status, body } = await mother.client.send(endpoint, input)
  if (status !== 200) throw new ShopError('failure', body as FailureBody, status)
  return body
}) as Call

const shop = { call, storage: {}, now: Date.now, ended: new AbortController().signal }
const aWindow = (uuid: string): Autosave => createAutosave(shop, { uuid, product: card.product.uuid })
const saying = (text: string): DesignContent => ({
  template: { uuid: card.definition.uuid, version: 1 },
  subject: null,
  resources: [{ fullId: 'front.name', type: 'STRING', text }],
})

async function stored(uuid: string): Promise<string | undefined> {
  const { design } = await mother.client.call(editor.getDesign, { uuid })
  const [resource] = design?.content.resources ?? []
  return resource?.type === 'STRING' ? resource.text : undefined
}

describe('a card being edited', () => {
  it('is saved with its last change, in one call for many quick ones', async () => {
    const uuid = randomUUID()
    const window = aWindow(uuid)
    const before = calls
    for (const text of ['E', 'Em', 'Emm', 'Emma']) window.save(saying(text))
    await window.flush()
    expect([await stored(uuid), calls - before, window.state.status]).toEqual(['Emma', 1, 'saved'])
    expect((await mother.client.call(editor.getDesign, { uuid })).design?.content).toEqual(saying('Emma'))
  })

  it('is saved when the connection is back, and is reported as unsaved until then', async () => {
    const uuid = randomUUID()
    const window = aWindow(uuid)
    isOnline = false
    window.save(saying('on the train'))
    await window.flush()
    expect(window.state.status).toBe('waiting')
    window.save(saying('in the tunnel'))
    isOnline = true
    await window.flush()
    expect([await stored(uuid), window.state.status]).toEqual(['in the tunnel', 'saved'])
  })

  it('is saved as a new one if it was deleted meanwhile', async () => {
    const uuid = randomUUID()
    const window = aWindow(uuid)
    window.save(saying('first'))
    await window.flush()
    await mother.client.call(editor.deleteDesign, { uuid })
    window.save(saying('still here'))
    await window.flush()
    expect([await stored(uuid), window.state.status]).toEqual(['still here', 'saved'])
  })

  it('is not overwritten by a second window, which asks, and the choice made there applies', async () => {
    const uuid = randomUUID()
    const [one, other] = [aWindow(uuid), aWindow(uuid)]
    one.save(saying('one'))
    await one.flush()
    other.save(saying('other'))
    await other.flush()
    expect([other.state.status, await stored(uuid)]).toEqual(['conflict', 'one'])
    expect(other.otherVersion()).toMatchObject({ content: saying('one'), where: 'device' })
    other.save(saying('other, and more'))
    await other.flush()
    expect(await stored(uuid)).toBe('one')
    await other.resolve('mine')
    expect([other.state.status, await stored(uuid)]).toEqual(['saved', 'other, and more'])

    one.save(saying('one again'))
    await one.flush()
    expect(one.state.status).toBe('conflict')
    await one.resolve('theirs')
    expect([one.state.status, await stored(uuid)]).toEqual(['saved', 'other, and more'])
    expect([one.state.isRepeatedConflict, other.state.isRepeatedConflict]).toEqual([false, false])
    one.save(saying('one, building on the other'))
    await one.flush()
    expect(await stored(uuid)).toBe('one, building on the other')
  })

  it('leads to the same question again, with a notice, if the other window saves before the choice', async () => {
    const uuid = randomUUID()
    const [one, other] = [aWindow(uuid), aWindow(uuid)]
    one.save(saying('one'))
    await one.flush()
    other.save(saying('other'))
    await other.flush()
    one.save(saying('one again'))
    await one.flush()
    await other.resolve('mine')
    expect([other.state.status, other.state.isRepeatedConflict, await stored(uuid)]).toEqual([
      'conflict',
      true,
      'one again',
    ])
    await other.resolve('mine')
    expect([other.state.status, await stored(uuid)]).toEqual(['saved', 'other'])
    one.save(saying('one, later'))
    await one.flush()
    expect([one.state.status, one.state.isRepeatedConflict]).toEqual(['conflict', false])
  })

  it('reports whether another window or another device has changed it', async () => {
    const uuid = randomUUID()
    const savedVersions = new Set<number>()
    const others = {
      announce: (version: number) => savedVersions.add(version),
      hasSaved: (version: number) => savedVersions.has(version),
      onSaved() {},
      close() {},
    }
    const aNeighbour = () => createAutosave(shop, { uuid, product: card.product.uuid }, others)
    const [here, neighbour, away] = [aNeighbour(), aNeighbour(), aWindow(uuid)]
    for (const [window, text] of [
      [neighbour, 'next door'],
      [here, 'here'],
    ] as const) {
      window.save(saying(text))
      await window.flush()
    }
    expect(here.otherVersion()?.where).toBe('window')
    await here.resolve('mine')
    await here.flush()
    away.save(saying('far away'))
    await away.flush()
    await away.resolve('mine')
    here.save(saying('here again'))
    await here.flush()
    expect([here.state.status, here.otherVersion()?.where]).toEqual(['conflict', 'device'])
  })

  it('causes no conflict if both windows have the same content', async () => {
    const uuid = randomUUID()
    const [one, other] = [aWindow(uuid), aWindow(uuid)]
    for (const window of [one, other]) {
      window.save(saying('the same'))
      await window.flush()
      expect(window.state.status).toBe('saved')
    }
    other.save(saying('and on'))
    await other.flush()
    expect(await stored(uuid)).toBe('and on')
  })

  it('counts as unchanged for a window that only shows it, if it was changed and changed back elsewhere', async () => {
    const uuid = randomUUID()
    const [one, other] = [aWindow(uuid), aWindow(uuid)]
    other.setInitial(saying('as it is filled'))
    for (const text of ['a mistake', 'as it is filled']) {
      one.save(saying(text))
      await one.flush()
    }
    expect(await other.checkStored()).toBe('same')
    one.save(saying('meant'))
    await one.flush()
    expect(await other.checkStored()).toBe('elsewhere')
  })

  it('follows a change made elsewhere in a window without changes of its own, and asks in one that has some', async () => {
    const uuid = randomUUID()
    const [one, other] = [aWindow(uuid), aWindow(uuid)]
    one.save(saying('one'))
    expect([await one.checkStored(), await stored(uuid)]).toEqual(['same', 'one'])
    expect([await other.checkStored(), other.otherVersion()?.content]).toEqual(['elsewhere', saying('one')])
    await other.resolve('theirs')
    expect(await other.checkStored()).toBe('same')
    other.save(saying('other'))
    await other.flush()
    one.save(saying('mine'))
    expect([await one.checkStored(), one.state.status, await stored(uuid)]).toEqual(['conflict', 'conflict', 'other'])
  })

  it('is not deleted by a window that has bought an older version, if it was changed elsewhere since', async () => {
    const uuid = randomUUID()
    const [one, other] = [aWindow(uuid), aWindow(uuid)]
    one.save(saying('old'))
    await one.flush()
    await other.checkStored()
    await other.resolve('theirs')
    other.save(saying('newer'))
    await other.flush()
    await one.discard()
    expect(await stored(uuid)).toBe('newer')
    await other.discard()
    expect(await stored(uuid)).toBeUndefined()
  })

  it('stays deleted when it is discarded', async () => {
    const uuid = randomUUID()
    const window = aWindow(uuid)
    window.save(saying('a try'))
    await window.flush()
    window.save(saying('another try'))
    await window.discard()
    await window.close()
    window.save(saying('too late'))
    await window.flush()
    expect((await mother.client.call(editor.getDesign, { uuid })).design).toBeNull()
  })
})
