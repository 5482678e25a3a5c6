import { proxy, ref } from 'valtio/vanilla'
import { onLanguageChange } from '../onLanguageChange.ts'
import { createPictureSets } from '../picture-sets/state.ts'
import { createSubjectList } from '../picture-sets/subjectList.ts'
import type { Shop } from '../shop.ts'
import { browsing, type Category } from './contract.ts'

/** What the shop sells, by category: `shop.part(createCategories)`. */
export type CategoriesState = {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  error: string
  categories: readonly Category[]
}

/** A set that has nothing for a category, and another set that has. */
export type OtherSet = { current: string; other: { uuid: string; name: string } }

export type Categories = {
  readonly state: CategoriesState
  /** Loads once for each language, customer and selected set; resolves when the categories are there. */
  load(): Promise<void>
  /** 001 §2.1: the set to switch to before a category is opened; undefined if the selected one will do. */
  otherSetFor(category: Category): OtherSet | undefined
}

export function createCategories(shop: Shop): Categories {
  const state = proxy<CategoriesState>({ status: 'idle', error: '', categories: [] })
  const sets = shop.part(createPictureSets)
  const list = createSubjectList(shop, {
    isWatched: () => true,
    onStart() {
      if (state.status !== 'ready') Object.assign(state, { status: 'loading', error: '' })
    },
    async fetchFor(subject) {
      const subjectUuid = await subject
      const { categories } = await shop.call(browsing.categories, {
        lang: shop.locale.language,
        ...(subjectUuid ? { subject: subjectUuid } : {}),
      })
      return () => Object.assign(state, { status: 'ready', error: '', categories: ref(categories) })
    },
    onFailure: (error) => Object.assign(state, { status: 'failed', error }),
  })
  onLanguageChange(shop, () => {
    state.error = ''
  })

  return {
    state,
    load: list.load,
    otherSetFor({ firstQualifiedSubject: other }) {
      const current = sets.state.sets.find(({ subject }) => subject.uuid === sets.state.selected)?.subject
      return current && other && other.uuid !== current.uuid ? { current: current.name, other } : undefined
    },
  }
}
