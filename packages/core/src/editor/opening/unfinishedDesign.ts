import { proxy, ref } from 'valtio/vanilla'
import { isShopError } from '../../errors.ts'
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
import { waitingDraft } from '../saving/draft.ts'
import { dropAllOfflineCopies } from '../saving/offlineCopy.ts'

/** The card or the package that was begun last and waits to be finished: `shop.part(createUnfinished)`. */
export type UnfinishedWorkState = {
  card: {
    name: string
    /** Whose pictures are on it; empty for nobody's. */
    subject: string
    /** Null for a package. */
    shownScene: ShownScene | null
    route: Route
  } | null
}

export type UnfinishedWork = {
  readonly state: UnfinishedWorkState
  /** Looks for one, anew each time: it may have been bought meanwhile. */
  load(): Promise<void>
  /** Makes its picture set the one that the shop is about, so that the editor finds it again. */
  choose(): void
}

type Card = NonNullable<UnfinishedWorkState['card']>

export function createUnfinishedWork(shop: Shop): UnfinishedWork {
  const state = proxy<UnfinishedWorkState>({ card: null })
  const sets = shop.part(createPictureSets)
  let subject: string | null = null
  let requests = 0

  async function find(): Promise<Card | undefined> {
    const { status } = await shop.session.ready()
    // What a customer could not save is not for whoever comes next.
    if (status !== 'signed-in') dropAllOfflineCopies()
    // What was made signed out is in this tab until it is opened again, also where somebody has registered since.
    return (await ofTab()) ?? (status === 'signed-in' ? ofCustomer() : undefined)
  }

  async function ofCustomer(): Promise<Card | undefined> {
    const [designs, packages] = await Promise.all([
      shop.call(editor.unfinished, {}),
      shop.call(photoPackages.unfinished, {}),
      sets.load(),
    ])
    const setOf = (uuid: string | null) => sets.state.sets.find((one) => one.subject.uuid === uuid)
    const [latest] = packages.filter((one) => one.subject === null || setOf(one.subject))
    for (const { product, name, type, openedWith, content, changed } of designs) {
      if (latest && latest.changed > changed) break
      const set = setOf(content.subject)
      // Of a set that is not shared with this customer any more.
      if (content.subject !== null && !set) continue
      subject = content.subject
      const route = editorRoute(type, product, openedWith)
      const { shownScene } = await fetchVisibleScene(shop, content)
      return { name, subject: set?.subject.name ?? '', shownScene: ref(shownScene), route: ref(route) }
    }
    if (!latest) return undefined
    subject = latest.subject
    const route: Route = { name: 'products.packages.create', params: { packageUuid: latest.package } }
    return { name: latest.name, subject: setOf(subject)?.subject.name ?? '', shownScene: null, route: ref(route) }
  }

  async function ofTab(): Promise<Card | undefined> {
    const draft = waitingDraft(shop.memory)
    if (!draft) return undefined
    const { product, template, content } = draft
    const known = await Promise.all([
      shop.call(templates.byUuid, { uuid: content.template.uuid }),
      fetchScene(shop, content),
    ]).catch((error: unknown) => {
      // Another one may be there to go on with.
      if (!isShopError(error)) throw error
    })
    if (!known) return undefined
    const [{ names, type }, scene] = known
    subject = content.subject
    const route = editorRoute(type, product, template)
    return { name: inLanguage(names, shop.locale.language), subject: '', shownScene: ref(scene), route: ref(route) }
  }

  function forget(): void {
    requests += 1
    state.card = null
    dropAllOfflineCopies()
  }
  shop.events.on('pk-logout', forget)

  return {
    state,
    async load() {
      const mine = ++requests
      state.card = null
      // It is an offer: where it cannot be had, nobody misses it.
      const card = await find().catch((error: unknown) => {
        if (!isShopError(error)) throw error
        return undefined
      })
      if (mine === requests) state.card = card ?? null
    },
    choose() {
      if (subject) sets.choose(subject)
    },
  }
}
