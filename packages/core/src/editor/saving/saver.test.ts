import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ShopError } from '../../errors.ts'
import { createSaver, fetchKeepAlive } from './saver.ts'
import type { SaveStore } from './saveStore.ts'

type Saved = { version: number; content: string }

const NOW = Date.UTC(2026, 8, 1)
/** Longer than the pause after which a change is saved, and shorter than the first repetition. */
const SOON_MS = 1000

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const lost = () => new ShopError('network', { error: 'No connection', reason: 'network' }, 0)
const failure = (status: number, reason: string, error = reason, data?: unknown) =>
  new ShopError('failure', { error, reason, data }, status)

/** The store of a server with its calls; `before` and `after` run around each save, and throwing there fails it. */
function aStore(stored: Saved | null = null) {
  const server = {
    stored,
    calls: [] as string[],
    before: undefined as (() => void | Promise<void>) | undefined,
    after: undefined as (() => void | Promise<void>) | undefined,
  }
  const store: SaveStore<string, Saved> = {
    async save(version, content) {
      server.calls.push(`${content} on ${version}`)
      await server.before?.()
      if (version > 0 && !server.stored) throw failure(404, 'unknown')
      if (version !== (server.stored?.version ?? 0)) throw failure(409, 'changed', 'Changed', server.stored)
      server.stored = { version: version + 1, content }
      const saved = server.stored
      await server.after?.()
      return saved
    },
    async find() {
      await server.before?.()
      return server.stored
    },
    async remove(version) {
      server.calls.push(`remove ${version}`)
      await server.before?.()
      if (server.stored?.version === version) server.stored = null
    },
    changed: 'changed',
    unknown: 'unknown',
  }
  return { server, store }
}

/** A window on a design, and the other windows of its browser. */
function aWindow({ store, server } = aStore(), builtOn = server.stored?.version ?? 0) {
  const windows = { told: [] as number[], heard: new Set<number>(), isClosed: false, notice: () => {} }
  const saver = createSaver(store, builtOn, {
    announce: (version) => void windows.told.push(version),
    hasSaved: (version) => windows.heard.has(version),
    onSaved(listener) {
      windows.notice = listener
    },
    close() {
      windows.isClosed = true
    },
  })
  return { store, server, saver, windows, pass: (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds) }
}

/** Holds the next save until it is released, before or after the server has it. */
function holdOnce(server: ReturnType<typeof aStore>['server'], when: 'before' | 'after') {
  const gate = Promise.withResolvers<void>()
  server[when] = () => {
    server[when] = undefined
    return gate.promise
  }
  return { arrive: () => gate.resolve(), lose: () => gate.reject(lost()) }
}

/** Fails the next save, before or after the server has it. */
function failOnce(server: ReturnType<typeof aStore>['server'], when: 'before' | 'after', error = lost()) {
  server[when] = () => {
    server[when] = undefined
    throw error
  }
}

describe('a saver', () => {
  it('sends nothing while nothing is changed, whatever is called', async () => {
    const { server, saver, pass } = aWindow()
    await saver.flush()
    await pass(60_000)
    expect([saver.state.status, saver.changedAt(), saver.otherVersion()]).toEqual(['idle', undefined, undefined])
    saver.raiseConflict()
    await saver.discard()
    expect([await saver.close(), server.calls]).toEqual(['idle', []])
  })

  it('saves the last of many quick changes by itself, when a pause begins', async () => {
    const { server, saver, windows, pass } = aWindow()
    saver.save('E')
    await pass(500)
    saver.save('Em')
    await pass(500)
    expect([server.calls, saver.changedAt()]).toEqual([[], NOW + 500])
    await pass(SOON_MS)
    expect([server.calls, saver.state.status, windows.told]).toEqual([['Em on 0'], 'saved', [1]])
  })

  it('saves a change made during a save afterwards, building on the saved version', async () => {
    const { server, saver } = aWindow()
    const way = holdOnce(server, 'after')
    saver.save('First')
    const flushing = saver.flush()
    saver.save('Second')
    const again = saver.flush()
    expect([server.calls, saver.state.status]).toEqual([['First on 0'], 'saving'])
    way.arrive()
    await Promise.all([flushing, again])
    expect([server.calls, server.stored]).toEqual([['First on 0', 'Second on 1'], { version: 2, content: 'Second' }])
  })

  it('saves a design that was deleted meanwhile as a new one', async () => {
    const { server, saver } = aWindow(aStore({ version: 4, content: 'Old' }))
    server.stored = null
    saver.save('New')
    await saver.flush()
    expect([server.calls, saver.state.status]).toEqual([['New on 4', 'New on 0'], 'saved'])
  })

  it('sends requests that outlive their page, unless they are too large for the browser', async () => {
    const sent: unknown[] = []
    const send = async (_address: string, { keepalive }: RequestInit) => {
      sent.push(keepalive)
      return new Response('{}')
    }
    // Browsers count bytes, of which a letter may have several.
    for (const body of ['x'.repeat(59_999), 'x'.repeat(60_000), '漢'.repeat(20_000), undefined])
      await fetchKeepAlive('https://shop.example/', { method: 'PUT', ...(body && { body }) }, undefined, send)
    expect(sent).toEqual([true, false, false, true])
  })
})

describe('a saver without a connection', () => {
  it.each([
    ['the connection is lost', lost()],
    ['the server fails', failure(500, 'internal')],
    ['there were too many calls', failure(429, 'too_many')],
  ])('tries again by itself, less and less often, if %s', async (_title, error) => {
    const { server, saver, pass } = aWindow()
    server.before = () => {
      throw error
    }
    saver.save('On the train')
    await pass(SOON_MS)
    expect([saver.state.status, server.calls.length]).toEqual(['waiting', 1])
    const attempts: number[] = []
    for (const seconds of [2, 4, 8, 16, 30, 30]) {
      await pass(seconds * 1000)
      attempts.push(server.calls.length)
    }
    expect(attempts).toEqual([2, 3, 4, 5, 6, 7])
    server.before = undefined
    await pass(30_000)
    expect([saver.state.status, server.stored?.content]).toEqual(['saved', 'On the train'])
  })

  it('recognises that its own change is saved although the answer was lost', async () => {
    const { server, saver } = aWindow()
    failOnce(server, 'after')
    saver.save('Sent')
    await saver.flush()
    expect(saver.state.status).toBe('waiting')
    await saver.flush()
    expect([saver.state.status, saver.otherVersion()?.content, server.stored?.version]).toEqual(['saved', 'Sent', 1])
  })

  it('does not ask about its own earlier change if the answer was lost', async () => {
    const { server, saver, windows } = aWindow()
    failOnce(server, 'after')
    saver.save('Sent')
    await saver.flush()
    failOnce(server, 'before')
    saver.save('Not sent')
    await saver.flush()
    saver.save('Next')
    await saver.flush()
    expect([saver.state.status, server.stored]).toEqual(['saved', { version: 2, content: 'Next' }])
    expect(windows.told).toEqual([2])
  })

  it('does not ask about it either if it checks the stored version first', async () => {
    const { server, saver } = aWindow()
    saver.save('Sent')
    failOnce(server, 'after')
    expect(await saver.checkStored()).toBe('same')
    await saver.flush()
    expect([saver.state.status, server.calls]).toEqual(['saved', ['Sent on 0', 'Sent on 1']])
  })

  it('asks about a change of another device, also after a lost answer', async () => {
    const { server, saver } = aWindow()
    failOnce(server, 'after')
    saver.save('Sent')
    await saver.flush()
    server.stored = { version: 2, content: 'Elsewhere' }
    saver.save('Next')
    await saver.flush()
    expect([saver.state.status, server.stored.content]).toEqual(['conflict', 'Elsewhere'])
  })
})

describe('a saver that is refused', () => {
  it('stops with the reason, ignores changes, and continues after the correction', async () => {
    const { server, saver, pass } = aWindow()
    failOnce(server, 'before', failure(403, 'picture', 'This picture is gone.'))
    saver.save('With the picture')
    await saver.flush()
    expect(saver.state).toMatchObject({ status: 'stopped', refusal: 'This picture is gone.' })
    saver.save('Ignored')
    await saver.flush()
    await pass(60_000)
    expect(server.calls).toHaveLength(1)
    saver.resume()
    saver.save('Without the picture')
    await pass(SOON_MS)
    expect([saver.state.status, saver.state.refusal, server.stored?.content]).toEqual([
      'saved',
      '',
      'Without the picture',
    ])
  })

  it('waits until it is told to try again if nobody is signed in', async () => {
    const { server, saver, pass } = aWindow()
    failOnce(server, 'before', failure(401, 'session.required'))
    saver.save('Before')
    await saver.flush()
    saver.save('After')
    await pass(60_000)
    expect([saver.state.status, server.calls]).toEqual(['signed-out', ['Before on 0']])
    await saver.flush()
    expect([saver.state.status, server.stored?.content]).toEqual(['saved', 'After'])
  })

  it('does not hide an error of the program', async () => {
    const { server, saver } = aWindow()
    server.before = () => {
      throw new TypeError('A bug')
    }
    saver.save('Any')
    await expect(saver.flush()).rejects.toThrow('A bug')
  })
})

describe('a saver of two windows', () => {
  it('is notified by the other window, and distinguishes it from another device', async () => {
    const { server, saver, windows } = aWindow(aStore({ version: 1, content: 'As opened' }))
    let notices = 0
    saver.onElsewhere(() => {
      notices += 1
    })
    windows.notice()
    server.stored = { version: 2, content: 'Theirs' }
    expect([notices, await saver.checkStored(), saver.otherVersion()?.where]).toEqual([1, 'elsewhere', 'device'])
    windows.heard.add(2)
    expect(saver.otherVersion()).toEqual({ version: 2, content: 'Theirs', where: 'window' })
  })

  it('asks only if there is another version, and continues with the selected one', async () => {
    const { server, saver } = aWindow(aStore({ version: 1, content: 'As opened' }))
    saver.raiseConflict()
    expect(saver.state.status).toBe('idle')
    server.stored = { version: 2, content: 'Theirs' }
    await saver.checkStored()
    saver.raiseConflict()
    expect(saver.state.status).toBe('conflict')
    saver.save('Mine')
    await saver.flush()
    expect(server.calls).toEqual([])
    await saver.resolve('theirs')
    expect([saver.state.status, saver.changedAt(), await saver.checkStored()]).toEqual(['saved', undefined, 'same'])
    await saver.flush()
    expect(server.calls).toEqual([])
  })

  it('does not ask about content that both have shown since they were opened', async () => {
    const { server, saver } = aWindow()
    saver.setInitial('As filled')
    server.stored = { version: 3, content: 'As filled' }
    expect(await saver.checkStored()).toBe('same')
    saver.save('Mine')
    await saver.flush()
    expect(server.calls).toEqual(['Mine on 3'])
  })

  it('compares again what was saved here during the check', async () => {
    const { server, saver, pass } = aWindow(aStore({ version: 1, content: 'As opened' }))
    const way = holdOnce(server, 'before')
    const checking = saver.checkStored()
    await pass(0)
    saver.save('Meanwhile')
    way.arrive()
    expect([await checking, server.stored]).toEqual(['same', { version: 2, content: 'Meanwhile' }])
  })

  it('detects that the design was deleted elsewhere', async () => {
    const { server, saver } = aWindow(aStore({ version: 3, content: 'As opened' }))
    server.stored = null
    expect(await saver.checkStored()).toBe('same')
    saver.save('Again')
    await saver.flush()
    expect(server.calls).toEqual(['Again on 0'])
  })
})

describe('a design that is discarded', () => {
  it('is removed in the version known here, and starts again as a new one', async () => {
    const { server, saver } = aWindow()
    saver.save('A try')
    await saver.flush()
    saver.save('Not saved any more')
    await saver.discard()
    expect([server.calls, server.stored, saver.state.status]).toEqual([['A try on 0', 'remove 1'], null, 'idle'])
    saver.save('Another')
    await saver.flush()
    expect(server.calls.at(-1)).toBe('Another on 0')
  })

  it('is removed with the change that was on its way, and nothing is sent after it', async () => {
    const { server, saver, pass } = aWindow()
    const way = holdOnce(server, 'after')
    saver.save('On its way')
    const flushing = saver.flush()
    saver.save('Waits behind it')
    const discarding = saver.discard()
    way.arrive()
    await Promise.all([flushing, discarding])
    await pass(60_000)
    expect([server.calls, server.stored]).toEqual([['On its way on 0', 'remove 1'], null])
  })

  it('is removed although the answer to its last save was lost', async () => {
    const first = aWindow()
    const way = holdOnce(first.server, 'after')
    first.saver.save('On its way')
    const flushing = first.saver.flush()
    const discarding = first.saver.discard()
    way.lose()
    await Promise.all([flushing, discarding])
    expect(first.server.stored).toBeNull()

    const later = aWindow(aStore({ version: 4, content: 'As opened' }))
    failOnce(later.server, 'after')
    later.saver.save('Sent')
    await later.saver.flush()
    await later.saver.discard()
    expect(later.server.stored).toBeNull()
  })

  it('stays if another device has changed it since the lost answer', async () => {
    const { server, saver } = aWindow()
    failOnce(server, 'after')
    saver.save('Sent')
    await saver.flush()
    server.stored = { version: 2, content: 'Elsewhere' }
    await saver.discard()
    expect(server.stored.content).toBe('Elsewhere')
  })

  it('is discarded here without a connection, but an error of the program is not hidden', async () => {
    const { server, saver, pass } = aWindow(aStore({ version: 1, content: 'As opened' }))
    server.before = () => {
      throw lost()
    }
    saver.save('Given up')
    await saver.discard()
    await pass(60_000)
    expect([saver.state.status, server.calls]).toEqual(['idle', ['remove 1']])

    const other = aWindow(aStore({ version: 1, content: 'As opened' }))
    other.server.before = () => {
      throw new TypeError('A bug')
    }
    await expect(other.saver.discard()).rejects.toThrow('A bug')
  })
})

describe('a saver that is closed', () => {
  it('saves waiting changes first, and nothing afterwards', async () => {
    const { server, saver, windows, pass } = aWindow()
    saver.save('Just typed')
    expect([await saver.close(), windows.isClosed, saver.state.status]).toEqual(['saved', true, 'stopped'])
    saver.save('Too late')
    await saver.flush()
    await pass(60_000)
    expect(server.calls).toEqual(['Just typed on 0'])
  })

  it('waits for the running call, and does not try again if that fails', async () => {
    const { server, saver, pass } = aWindow()
    const way = holdOnce(server, 'before')
    saver.save('On its way')
    const flushing = saver.flush()
    const closing = saver.close()
    way.lose()
    expect(await closing).toBe('waiting')
    await flushing
    expect(vi.getTimerCount()).toBe(0)
    await pass(60_000)
    expect(server.calls).toEqual(['On its way on 0'])
  })

  it('reports that nobody is signed in any more', async () => {
    const { server, saver } = aWindow()
    server.before = () => {
      throw failure(401, 'session.required')
    }
    saver.save('Signed out')
    expect(await saver.close()).toBe('signed-out')
  })

  it('stays closed after a refusal was corrected', async () => {
    const { server, saver, pass } = aWindow()
    failOnce(server, 'before', failure(403, 'picture', 'This picture is gone.'))
    saver.save('With the picture')
    await saver.close()
    saver.resume()
    saver.save('Without the picture')
    await pass(60_000)
    expect([saver.state.status, server.calls.length]).toEqual(['stopped', 1])
  })
})
