import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ShopError } from '../../errors.ts'
import { aLocalStorage } from '../../testing/aLocalStorage.ts'
import { windowStorage } from '../../testing/windowStorage.ts'
import { createOfflineSaver, dropAllOfflineCopies, findOfflineCopy } from './offlineCopy.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOW = Date.UTC(2026, 8, 1)

let storage: Storage
const shop = { storage: windowStorage, now: () => Date.now() }
beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  storage = aLocalStorage()
  vi.stubGlobal('localStorage', storage)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Saved = { version: number; content: string }

/** A window with a design, and the server to which it saves, which can be out of reach. */
function at(builtOn = 0) {
  const server = { isOnline: true, losesAnswers: false, saves: [] as unknown[], stored: null as Saved | null }
  const store = {
    async save(version: number, content: string): Promise<Saved> {
      if (!server.isOnline) throw new ShopError('network', { error: 'No connection', reason: 'network' }, 0)
      server.saves.push([version, content])
      if (version !== (server.stored?.version ?? builtOn))
        throw new ShopError('failure', { error: 'Changed', reason: 'changed', data: server.stored }, 409)
      server.stored = { version: version + 1, content }
      if (server.losesAnswers) throw new ShopError('network', { error: 'No connection', reason: 'network' }, 0)
      return server.stored
    },
    find: async () => server.stored,
    remove: async () => {},
    changed: 'changed',
    unknown: 'unknown',
  }
  const others = { announce() {}, hasSaved: () => false, onSaved() {}, close() {} }
  return { server, saver: createOfflineSaver(shop, 'a-design', store, builtOn, others) }
}

/** What another window of this browser has left. */
function leaveFromOtherWindow(content: string, version: number): void {
  const entry = { version, content, tab: 'other', until: NOW + DAY_MS }
  storage.setItem('pk-unsent-a-design', JSON.stringify(entry))
}
const contentFound = () => findOfflineCopy<string>(shop, 'a-design')?.content

describe('a change that cannot be saved', () => {
  it('is stored in the browser with its version until it is saved', async () => {
    const { server, saver } = at(3)
    server.isOnline = false
    saver.save('On the train')
    await saver.flush()
    expect(findOfflineCopy(shop, 'a-design')).toMatchObject({ version: 3, content: 'On the train' })
    // While it waits, every change is stored.
    saver.save('In the tunnel')
    expect(contentFound()).toBe('In the tunnel')
    server.isOnline = true
    await saver.flush()
    expect([server.saves, saver.version(), contentFound()]).toEqual([[[3, 'In the tunnel']], 4, undefined])
  })

  it('is forgotten when the server turns out to have it, because only the answer was lost', async () => {
    const { server, saver } = at()
    server.losesAnswers = true
    saver.save('Sent')
    await saver.flush()
    expect([saver.state.status, contentFound()]).toEqual(['waiting', 'Sent'])
    server.losesAnswers = false
    await saver.flush()
    expect([saver.state.status, saver.version(), contentFound()]).toEqual(['saved', 1, undefined])
  })

  it('is stored before its page is closed, whether or not the server answers', async () => {
    const { server, saver } = at()
    saver.save('Just typed')
    const flushing = saver.flush()
    expect(contentFound()).toBe('Just typed')
    await flushing
    expect([server.stored?.content, contentFound()]).toEqual(['Just typed', undefined])
  })

  it('is forgotten when it is discarded, or another version is kept', async () => {
    for (const giveUp of ['discard', 'resolve'] as const) {
      const { server, saver } = at()
      server.isOnline = false
      saver.save('Given up')
      await saver.flush()
      await (giveUp === 'discard' ? saver.discard() : saver.resolve('theirs'))
      expect(contentFound()).toBeUndefined()
    }
  })

  it('stays next to a later one of another window when it is only tried again, and is the latest once it changes', async () => {
    const { server, saver } = at()
    server.isOnline = false
    saver.save('On the train')
    await saver.flush()
    const own = storage.getItem('pk-unsent-a-design') ?? ''
    storage.setItem(`pk-unsent-a-design ${JSON.parse(own).tab}`, own)
    leaveFromOtherWindow('At home', 0)
    const latest = () => JSON.parse(storage.getItem('pk-unsent-a-design') ?? '').content
    await saver.flush()
    expect(latest()).toBe('At home')
    saver.save('In the tunnel')
    expect([latest(), Object.keys(storage).length]).toEqual(['In the tunnel', 2])
  })

  it('expires after a month', async () => {
    const { server, saver } = at()
    server.isOnline = false
    saver.save('Old')
    await saver.flush()
    await saver.close()
    vi.setSystemTime(NOW + 30 * DAY_MS - 1)
    expect(contentFound()).toBe('Old')
    vi.setSystemTime(NOW + 30 * DAY_MS)
    expect([contentFound(), Object.keys(storage)]).toEqual([undefined, []])
  })

  it('cannot be found after a sign-out', async () => {
    const { server, saver } = at()
    server.isOnline = false
    leaveFromOtherWindow('Theirs', 0)
    saver.save('Mine')
    await saver.flush()
    storage.setItem('of another page', 'stays')
    expect(Object.keys(storage)).toHaveLength(3)
    dropAllOfflineCopies(shop)
    expect(Object.keys(storage)).toEqual(['of another page'])
  })
})

describe('work left by two windows', () => {
  it('is stored for both, the latest to be continued', async () => {
    const { server, saver } = at(2)
    server.isOnline = false
    leaveFromOtherWindow('Theirs', 1)
    saver.save('Mine')
    await saver.flush()
    expect([contentFound(), Object.keys(storage).sort()]).toEqual([
      'Mine',
      ['pk-unsent-a-design', 'pk-unsent-a-design other'],
    ])
  })

  it('sends the other window’s copy first, so that the customer is asked', async () => {
    const earlier = at()
    earlier.server.isOnline = false
    leaveFromOtherWindow('Theirs', 0)
    earlier.saver.save('Mine')
    await earlier.saver.flush()
    await earlier.saver.close()
    const { server, saver } = at()
    saver.resend('Mine')
    await vi.advanceTimersByTimeAsync(1000)
    expect(server.saves).toEqual([
      [0, 'Theirs'],
      [0, 'Mine'],
    ])
    expect([saver.state.status, saver.otherVersion()?.content]).toEqual(['conflict', 'Theirs'])
    expect(Object.keys(storage)).toEqual(['pk-unsent-a-design'])
  })

  it('stays if it cannot be sent', async () => {
    const { server, saver } = at()
    server.isOnline = false
    leaveFromOtherWindow('Theirs', 0)
    saver.save('Mine')
    await saver.flush()
    saver.resend('Mine')
    await vi.advanceTimersByTimeAsync(1000)
    expect(Object.keys(storage).sort()).toEqual(['pk-unsent-a-design', 'pk-unsent-a-design other'])
  })
})

describe('a browser that stores nothing', () => {
  it('saves anyway', async () => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
    const { server, saver } = at()
    server.isOnline = false
    saver.save('Not stored')
    await saver.flush()
    expect(contentFound()).toBeUndefined()
    server.isOnline = true
    await saver.flush()
    expect(server.stored?.content).toBe('Not stored')
  })

  it('ignores an entry that cannot be read', () => {
    storage.setItem('pk-unsent-a-design', '{')
    expect(contentFound()).toBeUndefined()
  })
})
