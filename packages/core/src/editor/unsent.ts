import type { DesignContent } from '../template/design.ts'

/**
 * What could not be saved before its page was closed, as without a network. The browser keeps it by its design until it is saved,
 * given up, or somebody signs out there.
 */
export type Unsent = {
  /** The version that it builds on. */
  version: number
  content: DesignContent
}

const prefix = 'pk-unsent-'
const longest = 30 * 24 * 60 * 60 * 1000

export function keepUnsent(design: string, { version, content }: Unsent): void {
  try {
    globalThis.localStorage?.setItem(prefix + design, JSON.stringify({ version, content, until: Date.now() + longest }))
  } catch {
    // Storage can be full or forbidden: it is saved as long as the page lives.
  }
}

export function unsentOf(design: string): Unsent | undefined {
  try {
    const held = JSON.parse(globalThis.localStorage?.getItem(prefix + design) ?? 'null')
    if (held?.until > Date.now()) return held
    dropUnsent(design)
  } catch {
    // What cannot be read is nothing to go on with.
  }
  return undefined
}

export function dropUnsent(design: string): void {
  try {
    globalThis.localStorage?.removeItem(prefix + design)
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
