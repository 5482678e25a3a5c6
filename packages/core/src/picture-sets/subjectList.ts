import { subscribe } from 'valtio/vanilla'
import { isShopError } from '../errors.ts'
import type { Shop } from '../shop.ts'
import { createPictureSets } from './state.ts'

/** What a list of the shop has in common that is made for the chosen picture set. */
export type SubjectList = {
  /** Fetches the list anew. An answer that was overtaken is dropped. */
  fetch(): Promise<void>
  /** Fetches it where it is not here, and is done when it is, with whatever overtakes it on the way. */
  load(): Promise<void>
  /** Whether what is here, or on its way, is for whoever is here now. */
  isCurrent(): boolean
  /** Whom it would be for: the language, the picture set and the customer. */
  key(): string
}

type SubjectListHost = {
  /** Whether anybody looks at it: only then another set, customer or language is followed. */
  isWatched(): boolean
  onStart(): void
  /**
   * Fetches it for the subject of the chosen set, which takes a while to be known. Answers what shows it; nothing is shown where it is
   * not the latest any more. Throws ShopError.
   */
  fetchFor(subject: Promise<string | null>, isLatest: () => boolean): Promise<() => void>
  onFailure(message: string): void
}

/** Follows the chosen picture set, the customer and the language: other pictures, other offers, other words. */
export function createSubjectList(shop: Shop, source: SubjectListHost): SubjectList {
  const { state: sets } = shop.part(createPictureSets)
  let last = 0
  /** Whom it is for; undefined while that is not known. */
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
    // What is found out on the way changes the sets, which is no reason to begin again.
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

/** Knows who is signed in and whose pictures the shop is about. */
export async function currentSubject(shop: Shop): Promise<string | null> {
  const sets = shop.part(createPictureSets)
  const { status } = await shop.session.ready()
  if (status !== 'signed-in') return null
  await sets.load()
  return sets.state.selected
}
