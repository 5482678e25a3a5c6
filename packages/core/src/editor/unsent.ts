import type { OtherWindows } from './otherWindows.ts'
import { createSaving, type Saving, type Store } from './saving.ts'

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

function keepUnsent<Content>(uuid: string, { version, content }: Unsent<Content>): void {
  try {
    globalThis.localStorage?.setItem(prefix + uuid, JSON.stringify({ version, content, until: Date.now() + longest }))
  } catch {
    // Storage can be full or forbidden: it is saved as long as the page lives.
  }
}

export function unsentOf<Content>(uuid: string): Unsent<Content> | undefined {
  try {
    const held = JSON.parse(globalThis.localStorage?.getItem(prefix + uuid) ?? 'null')
    if (held?.until > Date.now()) return held
    dropUnsent(uuid)
  } catch {
    // What cannot be read is nothing to go on with.
  }
  return undefined
}

function dropUnsent(uuid: string): void {
  try {
    globalThis.localStorage?.removeItem(prefix + uuid)
  } catch {
    // Nothing is kept where storage is forbidden.
  }
}

/** Somebody has signed out: the next one at this browser finds nothing of it. */
export function dropAllUnsent(): void {
  try {
    const kept = Object.keys(globalThis.localStorage ?? {}).filter((key) => key.startsWith(prefix))
    for (const key of kept) dropUnsent(key.slice(prefix.length))
  } catch {
    // Nothing is kept where storage is forbidden.
  }
}

/** Saving that can tell the version which the next change builds on. */
export type VersionedSaving<Content, Saved> = Saving<Content, Saved> & { version(): number }

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
  return {
    ...saving,
    version: () => version,
    save(content) {
      unsent = content
      saving.save(content)
      if (saving.state.status === 'waiting') keep()
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
