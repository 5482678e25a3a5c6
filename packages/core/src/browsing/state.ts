import { proxy, ref, subscribe } from 'valtio/vanilla'
import { isShopError } from '../errors.ts'
import { onLanguage } from '../onLanguage.ts'
import { createPictureSets } from '../picture-sets/state.ts'
import type { Shop } from '../shop.ts'
import { type TemplateListItem, templates } from '../template/contract.ts'
import type { ShownScene } from '../template/scene.ts'
import { sortTemplates } from '../template/sorting.ts'

/** The cards of the shop, each with a picture of the chosen set in it: `shop.part(createCardList)`. */
export type CardListState = {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  error: string
  cards: readonly TemplateListItem[]
  /** By template; missing while it is on its way. */
  scenes: Record<string, ShownScene>
}

export type CardList = {
  readonly state: CardListState
  /** Fetches the cards, all or of one category; what is there already is not fetched again. */
  load(category?: string): Promise<void>
  /** Fetches everything again, after a failure or when pictures do not come any more. */
  refresh(): Promise<void>
}

/** So many scenes are asked for at once: the first ones come while the others are still being laid out. */
const atOnce = 6

export function createCardList(shop: Shop): CardList {
  const state = proxy<CardListState>({ status: 'idle', error: '', cards: [], scenes: {} })
  const sets = shop.part(createPictureSets)
  let asked = 0
  let current: { key: string; category: string | undefined } | undefined

  async function fetchAll(category: string | undefined): Promise<void> {
    const order = ++asked
    Object.assign(state, { status: 'loading', error: '', scenes: {} })
    try {
      const [list, subject] = await Promise.all([fetchList(category), chosenSubject()])
      if (order !== asked) return
      const cards = sortTemplates('CARDS', list)
      current = { key: keyOf(category), category }
      Object.assign(state, { status: 'ready', cards: ref(cards) })
      await fetchScenes(cards, subject, order)
    } catch (error) {
      if (order !== asked) return
      current = undefined
      if (!isShopError(error)) throw error
      Object.assign(state, { status: 'failed', error: error.message })
    }
  }

  function fetchList(category: string | undefined): Promise<TemplateListItem[]> {
    return category
      ? shop.call(templates.listByCategory, { type: 'cards', category })
      : shop.call(templates.list, { type: 'cards' })
  }

  /** Whose pictures stand in the cards; nobody's for a visitor. */
  async function chosenSubject(): Promise<string | null> {
    const { status } = await shop.session.ready()
    if (status !== 'signed-in') return null
    await sets.load()
    return sets.state.chosen
  }

  async function fetchScenes(cards: readonly TemplateListItem[], subject: string | null, order: number): Promise<void> {
    for (let start = 0; start < cards.length; start += atOnce) {
      const some = cards.slice(start, start + atOnce)
      const { scenes } = await shop.call(templates.scenes, {
        scenes: some.map(({ uuid, version }) => ({
          template: { uuid, version },
          subject,
          language: shop.locale.language,
        })),
      })
      if (order !== asked) return
      for (const [index, { uuid }] of some.entries()) if (scenes[index]) state.scenes[uuid] = ref(scenes[index])
    }
  }

  function keyOf(category: string | undefined): string {
    return JSON.stringify([category, shop.locale.language, sets.state.chosen, shop.session.state.user?.uuid])
  }

  /** Another set, another language, another customer: other cards. */
  function follow(): void {
    if (current && current.key !== keyOf(current.category)) void fetchAll(current.category)
  }
  subscribe(sets.state, follow)
  subscribe(shop.locale, follow)
  onLanguage(shop, () => {
    state.error = ''
  })
  subscribe(shop.session.state, follow)

  return {
    state,
    async load(category) {
      if (current?.key !== keyOf(category) || state.status === 'failed') await fetchAll(category)
    },
    async refresh() {
      if (sets.state.status === 'ready') await sets.refresh()
      await fetchAll(current?.category)
    },
  }
}
