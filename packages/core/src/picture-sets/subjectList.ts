import { subscribe } from 'valtio/vanilla'
import { isShopError } from '../errors.ts'
import type { Shop } from '../shop.ts'
import { createPictureSets } from './state.ts'

/** The common behaviour of the shop's lists that depend on the selected picture set. */
export type SubjectList = {
  /** Fetches the list again. An outdated answer is dropped. */
  fetch(): Promise<void>
  /** Fetches it if it is missing; resolves when it is there, including any newer requests. */
  load(): Promise<void>
  /** Whether the list, or the running request, is for the current key. */
  isCurrent(): boolean
  /** What it depends on: the language, the picture set and the customer. */
  key(): string
}

type SubjectListHost = {
  /** Whether anybody is watching: only then changes of set, customer or language are followed. */
  isWatched(): boolean
  onStart(): void
  /**
   * Fetches it for the subject of the selected set, which takes a while to be known. Returns a function that shows it; it is
   * not called if it is no longer the latest. Throws ShopError.
   */
  fetchFor(subject: Promise<string | null>, isLatest: () => boolean): Promise<() => void>
  onFailure(message: string): void
}

/** Follows the selected picture set, the customer and the language. */
export function createSubjectList(shop: Shop, source: SubjectListHost): SubjectList {
  const { state: sets } = shop.part(createPictureSets)
  let last = 0
  /** The key of the current list; undefined while it is not known. */
  let current: string | undefined
  let running: Promise<void> | undefined

  const keyOf = () => JSON.stringify([shop.locale.language, sets.selected, shop.session.state.user?.uuid])

  function fetch(): Promise<void> {
    const mine = fetchOnce().finally(() => {
      if (running === mine) running = undefined
    })
    running = mine
    return mine
  }

  async function fetchOnce(): Promise<void> {
    const order = ++last
    const isLatest = () => order === last
    // Loading the session and the sets changes the key, but must not start again.
    current = undefined
    source.onStart()
    const subject = currentSubject(shop).then((found) => {
      if (isLatest()) current = keyOf()
      return found
    })
    try {
      const show = await source.fetchFor(subject, isLatest)
      if (isLatest()) show()
    } catch (error) {
      if (!isLatest()) return
      current = undefined
      if (!isShopError(error)) throw error
      source.onFailure(error.message)
    }
  }

  function follow(): void {
    if (source.isWatched() && current !== undefined && current !== keyOf()) void fetch()
  }
  for (const followed of [sets, shop.locale, shop.session.state]) subscribe(followed, follow)

  const isCurrent = () => current === keyOf()
  return {
    fetch,
    async load() {
      if (!running && !isCurrent()) void fetch()
      while (running) await running
    },
    isCurrent,
    key: keyOf,
  }
}

/** Resolves once the session and the selected set are known. */
export async function currentSubject(shop: Shop): Promise<string | null> {
  const sets = shop.part(createPictureSets)
  const { status } = await shop.session.ready()
  if (status !== 'signed-in') return null
  await sets.load()
  return sets.state.selected
}
