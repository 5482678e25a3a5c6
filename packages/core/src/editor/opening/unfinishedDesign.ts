import { proxy, ref } from 'valtio/vanilla'
import { isShopError } from '../../errors.ts'
import { onCustomerChange } from '../../onCustomerChange.ts'
import { photoPackages } from '../../photo-packages/contract.ts'
import { createPictureSets } from '../../picture-sets/state.ts'
import type { Route } from '../../routes.ts'
import { inLanguage } from '../../schemas.ts'
import type { Shop } from '../../shop.ts'
import { templates } from '../../template/contract.ts'
import type { ShownScene } from '../../template/scene.ts'
import { editor } from '../contract.ts'
import { editorRoute } from '../design/editorRoute.ts'
import { fetchScene, fetchVisibleScene } from '../drawing/fetchScene.ts'
import { latestDraft } from '../saving/loginDraft.ts'
import { dropAllOfflineCopies } from '../saving/offlineCopy.ts'

/** The latest unfinished card or package: `shop.part(createUnfinishedWork)`. */
export type UnfinishedWorkState = {
  card: {
    name: string
    /** Whose pictures are on it; empty if nobody's. */
    subject: string
    /** Null for a package. */
    shownScene: ShownScene | null
    route: Route
  } | null
}

export type UnfinishedWork = {
  readonly state: UnfinishedWorkState
  /** Looks for an unfinished design again on every call, because it may have been bought since. */
  load(): Promise<void>
  /** Selects its picture set in the shop, so that the editor finds it again. */
  choose(): void
}

type Card = NonNullable<UnfinishedWorkState['card']>
/** A card with its picture set. */
type FoundCard = { card: Card; set: string | null }

export function createUnfinishedWork(shop: Shop): UnfinishedWork {
  const state = proxy<UnfinishedWorkState>({ card: null })
  const sets = shop.part(createPictureSets)
  let set: string | null = null
  let requests = 0

  async function find(): Promise<FoundCard | undefined> {
    const { status } = await shop.session.ready()
    // Another visitor must not see what a customer could not save.
    if (status !== 'signed-in') dropAllOfflineCopies(shop)
    // A signed-out visitor's work stays in this tab until it is opened again, even if a customer has registered since.
    return (await findInTab(shop)) ?? (status === 'signed-in' ? ofCustomer() : undefined)
  }

  async function ofCustomer(): Promise<FoundCard | undefined> {
    const [designs, packages] = await Promise.all([
      shop.call(editor.unfinished, {}),
      shop.call(photoPackages.unfinished, {}),
      sets.load(),
    ])
    const setOf = (uuid: string | null) => sets.state.sets.find((one) => one.subject.uuid === uuid)
    const [latest] = packages.filter((one) => one.subject === null || setOf(one.subject))
    for (const { product, name, type, openedWith, content, changed } of designs) {
      if (latest && latest.changed > changed) break
      const owned = setOf(content.subject)
      // Of a set that is no longer shared with this customer.
      if (content.subject !== null && !owned) continue
      const route = editorRoute(type, product, openedWith)
      const { shownScene } = await fetchVisibleScene(shop, content)
      const card = { name, subject: owned?.subject.name ?? '', shownScene: ref(shownScene), route: ref(route) }
      return { card, set: content.subject }
    }
    if (!latest) return undefined
    const route: Route = { name: 'products.packages.create', params: { packageUuid: latest.package } }
    const subject = setOf(latest.subject)?.subject.name ?? ''
    return { card: { name: latest.name, subject, shownScene: null, route: ref(route) }, set: latest.subject }
  }

  onCustomerChange(shop, () => {
    requests += 1
    state.card = null
  })
  shop.events.on('pk-logout', () => dropAllOfflineCopies(shop))

  return {
    state,
    async load() {
      const mine = ++requests
      state.card = null
      // It is only an offer: if it cannot be fetched, nothing is shown.
      const found = await find().catch((error: unknown) => {
        if (!isShopError(error)) throw error
        return undefined
      })
      if (mine !== requests) return
      state.card = found?.card ?? null
      set = found?.set ?? null
    },
    choose() {
      if (set) sets.choose(set)
    },
  }
}

/** The work of a signed-out visitor, stored in this tab. */
async function findInTab(shop: Shop): Promise<FoundCard | undefined> {
  const draft = latestDraft(shop.memory)
  if (!draft) return undefined
  const { product, template, content } = draft
  const known = await Promise.all([
    shop.call(templates.byUuid, { uuid: content.template.uuid }),
    fetchScene(shop, content),
  ]).catch((error: unknown) => {
    // There may be another one to continue.
    if (!isShopError(error)) throw error
  })
  if (!known) return undefined
  const [{ names, type }, shownScene] = known
  const route = editorRoute(type, product, template)
  const name = inLanguage(names, shop.locale.language)
  return { card: { name, subject: '', shownScene: ref(shownScene), route: ref(route) }, set: content.subject }
}
