import { proxy, ref } from 'valtio/vanilla'
import { onLanguageChange } from '../onLanguageChange.ts'
import { createPictureSets } from '../picture-sets/state.ts'
import { createSubjectList } from '../picture-sets/subjectList.ts'
import { inLanguage } from '../schemas.ts'
import type { Shop } from '../shop.ts'
import { type TemplateListItem, templates } from '../template/contract.ts'
import type { ShownScene } from '../template/scene.ts'
import { tryCall } from '../tryCall.ts'
import { createCategories } from './categories.ts'
import type { ListType } from './categoryRoutes.ts'
import { browsing } from './contract.ts'
import { createSceneQueue } from './sceneQueue.ts'

/** The maximum number of templates on a page until the customer asks for more: full rows of two, three and four. */
const PAGE = 240

/** The maximum number of templates in a row. */
const FIRST_ROW = 4

/** One of the category buttons above the cards. */
export type CategoryButton = { internalName: string; title: string }

/** The templates of a type, all or of one category, each with a picture of the selected set. */
export type TemplateListState = {
  status: 'idle' | 'loading' | 'ready' | 'failed'
  error: string
  templates: readonly TemplateListItem[]
  /** For cards, sorted by title. */
  categories: readonly CategoryButton[]
  /** For a category of photo gifts; empty if it has none. */
  title: string
  /** By template; missing while it is loading. */
  scenes: Record<string, ShownScene>
  /** The number of visible templates; kept while the customer is away from the list. */
  limit: number
}

export type TemplateList = {
  readonly state: TemplateListState
  /**
   * Fetches the templates, unless they are there already, and follows the selected set, the language and the customer until it
   * is closed. Returns a function that closes it.
   */
  open(): () => void
  /** Fetches the scene of a template that is about to become visible. */
  show(template: string): void
  /** Shows one more page of them. */
  more(): void
  /** Fetches everything again, after a failure or when pictures no longer load. */
  refresh(): Promise<void>
}

/** The lists of a page, shared by every surface that shows them: `shop.part(createTemplateLists)`. */
export type TemplateLists = {
  of(type: ListType, category?: string): TemplateList
}

export function createTemplateLists(shop: Shop): TemplateLists {
  const lists = new Map<string, TemplateList>()
  return {
    of(type, category) {
      const key = `${type} ${category ?? ''}`
      const list = lists.get(key) ?? createTemplateList(shop, type, category)
      lists.set(key, list)
      return list
    },
  }
}

function createTemplateList(shop: Shop, type: ListType, category: string | undefined): TemplateList {
  const state = proxy<TemplateListState>({
    status: 'idle',
    error: '',
    templates: [],
    categories: [],
    title: '',
    scenes: {},
    limit: PAGE,
  })
  const sets = shop.part(createPictureSets)
  const queue = createSceneQueue(shop, state, {
    listed: () => state.templates,
    onFailure: (error) => Object.assign(state, { status: 'failed', error }),
  })
  let open = 0

  const list = createSubjectList(shop, {
    isWatched: () => open > 0,
    onStart() {
      queue.clear()
      Object.assign(state, { status: 'loading', error: '', scenes: {} })
    },
    async fetchFor(subject, isLatest) {
      // all templates of a type need no set: they are fetched while the session is still being checked
      const found = category
        ? subject.then((subjectUuid) => fetchCategory(shop, type, category, subjectUuid))
        : shop.call(templates.list, { type })
      const [listed, title, categories] = await Promise.all([
        Promise.all([found, subject]).then(([all]) => {
          if (isLatest()) expectFirst(all)
          return all
        }),
        type === 'photogifts' && category ? fetchTitle(shop, category) : '',
        type === 'cards' ? fetchButtons(shop) : [],
      ])
      return () => {
        // The scenes of the first row may have failed already.
        const status = state.status === 'failed' ? 'failed' : 'ready'
        Object.assign(state, { status, templates: ref(listed), title, categories: ref(categories) })
      }
    },
    onFailure: (error) => Object.assign(state, { status: 'failed', error }),
  })

  /** The first row is laid out while the names of the categories are loading. */
  function expectFirst(found: TemplateListItem[]): void {
    state.templates = ref(found)
    for (const { uuid } of found.slice(0, FIRST_ROW)) queue.show(uuid)
  }
  onLanguageChange(shop, () => {
    state.error = ''
  })

  return {
    state,
    open() {
      open += 1
      if (!list.isCurrent() || state.status === 'failed') void list.fetch()
      return () => {
        open -= 1
      }
    },
    show: queue.show,
    more() {
      state.limit += PAGE
    },
    async refresh() {
      if (sets.state.status === 'ready') await sets.refresh()
      await list.fetch()
    },
  }
}

function fetchCategory(
  { call }: Shop,
  type: ListType,
  category: string,
  subject: string | null,
): Promise<TemplateListItem[]> {
  if (!subject) return call(templates.listByCategory, { type, category })
  return call(templates.listForSubject, { type, category, subjectUuid: subject })
}

/** 001 §2.2: "a missing category route is only logged". The list itself says that it is empty. */
async function fetchTitle(shop: Shop, category: string): Promise<string> {
  const found = await tryCall(
    () => shop.call(browsing.photogiftCategory, { category }),
    () => console.warn(`Portraitkit: there is no category of photo gifts "${category}"`),
  )
  return found ? inLanguage(found.names, shop.locale.language) : ''
}

/** The categories with cards, with the shop's names for them. */
async function fetchButtons(shop: Shop): Promise<CategoryButton[]> {
  const overview = shop.part(createCategories)
  const [{ categories }] = await Promise.all([shop.call(templates.cardCategories, {}), overview.load()])
  const named = overview.state.categories.find(({ internalName }) => internalName === 'cards')?.subCategories ?? []
  const titled = categories.map((internalName) => ({
    internalName,
    title: named.find((one) => one.internalName === internalName)?.title ?? defaultTitle(internalName),
  }))
  return titled.sort((one, other) => one.title.localeCompare(other.title, shop.locale.language))
}

/** The title of a category that the shop has not named: 'thank-you' is 'Thank you'. */
function defaultTitle(internalName: string): string {
  const words = internalName.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
