import type { OtherWindows } from './otherWindows.ts'
import { createSaving, type Saving, type Store } from './saver.ts'

/**
 * What could not be saved before its page was closed, as without a network. The browser keeps it by its design's uuid until it is
 * saved, given up, or somebody signs out there.
 */
export type Unsent<Content> = {
  /** The version that it builds on. */
  version: number
  content: Content
}

const prefix = 'pk-unsent-'
const longest = 30 * 24 * 60 * 60 * 1000
/** This window, beside others of its browser that may have the same design open. */
const tab = Math.random().toString(36).slice(2)

type Held<Content> = Unsent<Content> & { tab: string; until: number }

/** Under the design's name lies what was changed last. What another window had there lies beside it, by that window's name. */
function keepUnsent<Content>(uuid: string, unsent: Unsent<Content>): void {
  const last = heldAt(uuid)
  if (last && last.tab !== tab) {
    put(`${uuid} ${last.tab}`, last)
    drop(`${uuid} ${tab}`)
  }
  put(uuid, { ...unsent, tab, until: Date.now() + longest })
}

function put(name: string, held: Held<unknown>): void {
  try {
    globalThis.localStorage?.setItem(prefix + name, JSON.stringify(held))
  } catch {
    // Storage can be full or forbidden: it is saved as long as the page lives.
  }
}

function heldAt<Content>(name: string): Held<Content> | undefined {
  try {
    const held = JSON.parse(globalThis.localStorage?.getItem(prefix + name) ?? 'null')
    if (held?.until > Date.now()) return held
    drop(name)
  } catch {
    // What cannot be read is nothing to go on with.
  }
  return undefined
}

/** What was changed last of a design and not saved, which this window goes on with. */
export function unsentOf<Content>(uuid: string): Unsent<Content> | undefined {
  const held = heldAt<Content>(uuid)
  if (held) put(uuid, { ...held, tab })
  return held
}

/** The names of what other windows have left of a design. */
function namesOfOthers(uuid: string): string[] {
  return keptNames().filter((name) => name.startsWith(`${uuid} `))
}

function keptNames(): string[] {
  try {
    const keys = Object.keys(globalThis.localStorage ?? {})
    return keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
  } catch {
    return []
  }
}

/** What this window has kept of a design. */
function dropUnsent(uuid: string): void {
  drop(heldAt(uuid)?.tab === tab ? uuid : `${uuid} ${tab}`)
}

function drop(name: string): void {
  try {
    globalThis.localStorage?.removeItem(prefix + name)
  } catch {
    // Nothing is kept where storage is forbidden.
  }
}

/** Somebody has signed out: the next one at this browser finds nothing of it. */
export function dropAllUnsent(): void {
  for (const name of keptNames()) drop(name)
}

/** Saving that can tell the version which the next change builds on. */
export type VersionedSaving<Content, Saved> = Saving<Content, Saved> & {
  version(): number
  /**
   * Saves what was kept when its page was closed. What another window has left goes before it, so that it is asked which of the two
   * is kept.
   */
  resend(content: Content): void
}

/** Saves to a store, and keeps in the browser what the store could not take. */
export function savingOrKeeping<Content, Saved extends { version: number; content: Content }>(
  uuid: string,
  store: Store<Content, Saved>,
  builtOn: number,
  others: OtherWindows,
): VersionedSaving<Content, Saved> {
  let version = builtOn
  let unsent: Content | undefined
  const keep = () => unsent && keepUnsent(uuid, { version, content: unsent })
  const forget = () => {
    unsent = undefined
    dropUnsent(uuid)
  }
  async function save(on: number, content: Content): Promise<Saved> {
    version = on
    const saved = await store.save(on, content).catch((error: unknown) => {
      keep()
      throw error
    })
    version = saved.version
    if (unsent === content) forget()
    return saved
  }
  const saving = createSaving({ ...store, save }, builtOn, others)
  function saveNow(content: Content): void {
    unsent = content
    saving.save(content)
    if (saving.state.status === 'waiting') keep()
  }
  /** Saves what another window has left. What cannot be saved now stays where it is. */
  async function sendFirst(name: string): Promise<void> {
    const left = heldAt<Content>(name)
    if (left)
      await store.save(left.version, left.content).then(
        () => drop(name),
        () => undefined,
      )
  }
  return {
    ...saving,
    version: () => version,
    save: saveNow,
    resend(content) {
      const names = namesOfOthers(uuid)
      if (names.length === 0) return saveNow(content)
      void Promise.all(names.map(sendFirst)).then(() => saveNow(content))
    },
    flush() {
      // The page may be gone before the server answers.
      keep()
      return saving.flush()
    },
    async keep(whose) {
      if (whose === 'theirs') forget()
      await saving.keep(whose)
    },
    async discard() {
      forget()
      await saving.discard()
    },
  }
}
