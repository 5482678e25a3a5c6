import { proxy } from 'valtio/vanilla'
import { isShopError } from '../errors.ts'
import { onCustomerChange } from '../onCustomerChange.ts'
import { onLanguageChange } from '../onLanguageChange.ts'
import type { Shop } from '../shop.ts'
import { isOrderable } from './availability.ts'
import { type Picture, type PictureSet, pictureSets } from './contract.ts'

/**
 * The customer's picture sets and the one selected in the shop: `shop.part(createPictureSets)`. The selection follows the
 * customer from surface to surface and survives a page load.
 */
export type PictureSetsState = {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  error: string | null
  sets: PictureSet[]
  /** uuid of the selected set's subject; null if no set can be ordered from. */
  selected: string | null
}

export type PictureSets = {
  readonly state: PictureSetsState
  /** Loads once; surfaces call it when they are mounted. */
  load(): Promise<void>
  /** Loads again, after a new code, a changed cart, an expired address. */
  refresh(): Promise<void>
  choose(subjectUuid: string): void
}

export function createPictureSets(shop: Shop): PictureSets {
  const state = proxy<PictureSetsState>({ status: 'idle', error: null, sets: [], selected: null })
  let request = 0
  let loading: Promise<void> | undefined

  async function fetchSets(): Promise<void> {
    const mine = ++request
    if (state.status !== 'ready') state.status = 'loading'
    try {
      const answer = await shop.call(pictureSets.list, {})
      if (mine !== request) return
      Object.assign(state, {
        status: 'ready',
        error: null,
        sets: answer.pictureSets,
        selected: choiceAmong(answer.pictureSets),
      })
    } catch (error) {
      if (mine !== request) return
      loading = undefined
      if (!isShopError(error)) throw error
      // The sets fetched before stay visible: they are requested again on the next occasion.
      if (state.status !== 'ready') Object.assign(state, { status: 'failed', error: error.message })
    }
  }

  function choiceAmong(sets: PictureSet[]): string | null {
    const remembered = shop.memory.read().subject
    const offered = sets.filter(isOrderable)
    const set = offered.find(({ subject }) => subject.uuid === remembered) ?? offered[0]
    return set?.subject.uuid ?? null
  }

  function forget(): void {
    request += 1
    loading = undefined
    Object.assign(state, { status: 'idle', error: null, sets: [], selected: null })
  }
  onLanguageChange(shop, () => {
    state.error = null
  })
  onCustomerChange(shop, forget)
  shop.events.on('pk-code-added', () => {
    const isNeeded = loading !== undefined
    forget()
    if (isNeeded) void self.load()
  })

  const self: PictureSets = {
    state,
    load: () => (loading ??= fetchSets()),
    refresh: () => (loading = fetchSets()),
    choose(subjectUuid) {
      state.selected = subjectUuid
      shop.memory.write({ subject: subjectUuid })
    },
  }
  return self
}

/**
 * The picture that represents the set: the one with the keyword `favorite`, otherwise the first portrait, otherwise the first.
 */
export function coverOf(pictures: readonly Picture[]): Picture | undefined {
  return (
    pictures.find((picture) => picture.keywords.includes('favorite')) ??
    pictures.find((picture) => picture.pictureType === 'IP') ??
    pictures[0]
  )
}
