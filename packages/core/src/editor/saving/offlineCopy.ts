import { isShopError } from '../../errors.ts'
import { times, toJson } from '../../natives.ts'
import type { Shop } from '../../shop.ts'
import { tryStorage } from '../../storage.ts'
import { canonicalJson } from '../../template/sceneHash.ts'
import type { OtherWindows } from './otherWindows.ts'
import { createSaver, type Saver } from './saver.ts'
import type { SaveStore } from './saveStore.ts'

/**
 * Changes that could not be saved before their page was closed, for example without a network. The browser stores them by the
 * design's uuid until they are saved, discarded, or somebody signs out there.
 */
export type OfflineCopy<Content> = {
  /** The version that it builds on. */
  version: number
  content: Content
}

const prefix = 'pk-unsent-'
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000
/** Identifies this window among others of its browser that may have the same design open. */
const tab = Math.random().toString(36).slice(2)

type CopyShop = Pick<Shop, 'storage' | 'now'>
type Entry<Content> = OfflineCopy<Content> & { tab: string; until: number }

/**
 * The latest changes are stored under the design's name; those of another window next to it, with that window's name. A save that
 * is only tried again changes nothing.
 */
function saveOfflineCopy<Content>(shop: CopyShop, uuid: string, unsent: OfflineCopy<Content>): void {
  const last = readEntry<Content>(shop, uuid)
  if (last && last.tab !== tab) {
    const own = readEntry<Content>(shop, `${uuid} ${tab}`)
    if (own && own.version === unsent.version && canonicalJson(own.content) === canonicalJson(unsent.content)) return
    put(shop, `${uuid} ${last.tab}`, last)
    drop(shop, `${uuid} ${tab}`)
  }
  put(shop, uuid, { ...unsent, tab, until: shop.now() + MAX_AGE_MS })
}

/** Where it cannot be stored, the changes last as long as the page. */
function put({ storage }: CopyShop, name: string, entry: Entry<unknown>): void {
  tryStorage(storage, 'device', (device) => device.setItem(prefix + name, toJson(entry)))
}

function readEntry<Content>(shop: CopyShop, name: string): Entry<Content> | undefined {
  const { storage, now } = shop
  // An unreadable entry is ignored.
  const entry = tryStorage(storage, 'device', (device) => JSON.parse(device.getItem(prefix + name) ?? 'null'))
  if (entry?.until > now()) return entry
  if (entry) drop(shop, name)
  return undefined
}

/** The latest unsaved changes of a design, which this window continues. */
export function findOfflineCopy<Content>(shop: CopyShop, uuid: string): OfflineCopy<Content> | undefined {
  const entry = readEntry<Content>(shop, uuid)
  if (entry) put(shop, uuid, { ...entry, tab })
  return entry
}

/** The names of other windows' entries for a design. */
function otherWindowsEntries(shop: CopyShop, uuid: string): string[] {
  return entryNames(shop).filter((name) => name.startsWith(`${uuid} `))
}

function entryNames({ storage }: CopyShop): string[] {
  const keys = tryStorage(storage, 'device', (device) => times(device.length, (index) => device.key(index) ?? '')) ?? []
  return keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
}

/** Deletes this window's entry for a design. */
function dropOfflineCopy(shop: CopyShop, uuid: string): void {
  drop(shop, readEntry(shop, uuid)?.tab === tab ? uuid : `${uuid} ${tab}`)
}

function drop({ storage }: CopyShop, name: string): void {
  tryStorage(storage, 'device', (device) => device.removeItem(prefix + name))
}

/** Deletes everything after a sign-out, so that the next visitor at this browser finds nothing. */
export function dropAllOfflineCopies(shop: CopyShop): void {
  for (const name of entryNames(shop)) drop(shop, name)
}

/** A saver together with the version that the next change builds on. */
export type OfflineSaver<Content, Saved> = Saver<Content, Saved> & {
  version(): number
  /**
   * Saves what was stored when its page was closed. Another window's entry is sent first, so that the customer is asked which
   * to keep.
   */
  resend(content: Content): void
}

/** Saves to a store, and keeps in the browser what the store could not accept. */
export function createOfflineSaver<Content, Saved extends { version: number; content: Content }>(
  shop: CopyShop,
  uuid: string,
  store: SaveStore<Content, Saved>,
  builtOn: number,
  others: OtherWindows,
): OfflineSaver<Content, Saved> {
  let version = builtOn
  let unsent: Content | undefined
  const keep = () => unsent && saveOfflineCopy(shop, uuid, { version, content: unsent })
  const forget = () => {
    unsent = undefined
    dropOfflineCopy(shop, uuid)
  }
  async function save(on: number, content: Content): Promise<Saved> {
    version = on
    const saved = await store.save(on, content).catch((error: unknown) => {
      const stored = findEqual<Content, Saved>(error, store, content)
      if (stored) return stored
      keep()
      throw error
    })
    version = saved.version
    if (unsent === content) forget()
    return saved
  }
  const saving = createSaver({ ...store, save }, builtOn, others)
  function saveNow(content: Content): void {
    unsent = content
    saving.save(content)
    if (saving.state.status === 'waiting') keep()
  }
  /** Saves another window's entry. If it cannot be saved now, it stays. */
  async function sendOther(name: string): Promise<void> {
    const left = readEntry<Content>(shop, name)
    if (left)
      await store.save(left.version, left.content).then(
        () => drop(shop, name),
        () => undefined,
      )
  }
  return {
    ...saving,
    version: () => version,
    save: saveNow,
    resend(content) {
      const names = otherWindowsEntries(shop, uuid)
      if (names.length === 0) return saveNow(content)
      void Promise.all(names.map(sendOther)).then(() => saveNow(content))
    },
    flush() {
      // The page may be closed before the server answers.
      keep()
      return saving.flush()
    },
    async resolve(whose) {
      if (whose === 'theirs') forget()
      await saving.resolve(whose)
    },
    async discard() {
      forget()
      await saving.discard()
    },
  }
}

/** What the store has, if it refused a save but has the same content, for example because only an earlier answer was lost. */
function findEqual<Content, Saved extends { version: number; content: Content }>(
  error: unknown,
  { changed }: SaveStore<Content, Saved>,
  content: Content,
): Saved | undefined {
  const stored = isShopError(error) && error.reason === changed ? (error.data as Saved | undefined) : undefined
  return stored && canonicalJson(stored.content) === canonicalJson(content) ? stored : undefined
}
