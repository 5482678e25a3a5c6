import { UnknownLine } from '../../cart/unknownLine.ts'
import { isShopError } from '../../errors.ts'
import type { PictureSet } from '../../picture-sets/contract.ts'
import { createPictureSets } from '../../picture-sets/state.ts'
import { type Product, products } from '../../products/contract.ts'
import type { Shop } from '../../shop.ts'
import type { TemplateDefinition } from '../../template/definition.ts'
import type { DesignContent } from '../../template/design.ts'
import { designId } from '../../template/designId.ts'
import type { ShownScene } from '../../template/scene.ts'
import { editor } from '../contract.ts'
import type { EditorItem, EditorOptions } from '../design/editorOptions.ts'
import { fetchDefinition, fillOf } from '../design/fetchTemplate.ts'
import { fetchVisibleScene, findLeftOut } from '../drawing/fetchScene.ts'
import { type Autosave, createAutosave } from '../saving/autosave.ts'
import { fetchCartLine, isSame } from '../saving/cartLine.ts'
import { type Draft, findDraft } from '../saving/loginDraft.ts'
import { findOfflineCopy } from '../saving/offlineCopy.ts'
import { fillDesign } from './fillDesign.ts'

/** Everything fetched to open the editor. */
export type OpenedEditor = {
  definition: TemplateDefinition
  product: Product
  content: DesignContent
  shownScene: ShownScene
  /** Saves the design, or the changes of a line; null for signed-out visitors, and for an item, which is saved by its page. */
  autosave: Autosave | null
  /** Where the content comes from. */
  origin: 'new' | 'design' | 'draft' | 'line' | 'item'
  draft: Draft | undefined
  /** It was started before and neither bought nor discarded. */
  isContinued: boolean
  /** The pictures on it that the customer may not see now; their places are shown empty. */
  hiddenPictures: readonly string[]
  /** The line's quantity; 0 for a new card. */
  quantity: number
  /** The extras: subproducts by their uuids. */
  subProducts: readonly string[]
}

/** Fetches a template, the saved work on it or its initial content, and the scene. Throws ShopError and UnknownLine. */
export async function openEditor(shop: Shop, options: EditorOptions): Promise<OpenedEditor> {
  if ('orderLine' in options) return openLine(shop, options.orderLine)
  return 'item' in options ? openItem(shop, options.item) : openNew(shop, options)
}

/** An item of a package has no price of its own, and its quantity is one. */
const PACKAGE_ITEM_PRODUCT = {
  producttype: '',
  sortOrder: 0,
  formatSize: '',
  minorderpartquantity: 1,
  subproducts: [],
  productprices: [],
  campaignrequirement: '',
  campaign: null,
}

async function openItem(shop: Shop, item: EditorItem): Promise<OpenedEditor> {
  const { content } = item
  const { status } = await shop.session.ready()
  const [definition, shownScene] = await Promise.all([
    fetchDefinition(shop, content.template),
    item.shownScene ?? fetchVisibleScene(shop, content).then((seen) => seen.shownScene),
    status === 'signed-in' ? loadSets(shop) : null,
  ])
  const product = { ...PACKAGE_ITEM_PRODUCT, ...item.product }
  return {
    definition,
    product,
    content,
    shownScene,
    autosave: null,
    origin: 'item',
    draft: undefined,
    isContinued: false,
    hiddenPictures: findLeftOut(content, shownScene),
    quantity: 1,
    subProducts: [],
  }
}

async function openLine(shop: Shop, orderLine: string): Promise<OpenedEditor> {
  const [line] = await Promise.all([fetchCartLine(shop, orderLine), loadSets(shop)])
  if (!line) throw new UnknownLine(`There is no line ${orderLine} in the cart`)
  const { content: inCart } = line
  const draft = findDraft(shop.memory, { orderLine })
  const { design } = await shop.call(editor.getLineDesign, { uuid: orderLine })
  const unsent = findOfflineCopy<DesignContent>(shop, orderLine)
  const content = draft?.content ?? unsent?.content ?? design?.content ?? inCart
  const [definition, product, seen] = await Promise.all([
    fetchDefinition(shop, content.template),
    fetchProduct(shop, line.product.uuid, content.subject),
    fetchVisibleScene(shop, content),
  ])
  const autosave = createAutosave(shop, {
    uuid: orderLine,
    product: product.uuid,
    builtOn: unsent?.version ?? design?.version ?? 0,
    of: 'line',
  })
  if (unsent) autosave.resend(content)
  const { quantity, subProductUuids } = line
  const subProducts = draft?.subProducts ?? subProductUuids
  // The saved version of a bought line is kept, so that other windows find it.
  const isContinued = draft !== undefined || !isSame(content, inCart)
  return { definition, product, ...seen, autosave, origin: 'line', draft, isContinued, quantity, subProducts }
}

async function openNew(shop: Shop, target: { product: string; template: string }): Promise<OpenedEditor> {
  const finding = ignoreUntilAwaited(fetchDefinition(shop, { uuid: target.template }))
  const { status, user } = await shop.session.ready()
  const set = status === 'signed-in' ? await loadSets(shop) : null
  const subject = set?.subject.uuid ?? null
  const draft = findDraft(shop.memory, target)
  // Most cards are new: the initial content is requested before it is known that nothing was saved.
  const filling = draft ? undefined : ignoreUntilAwaited(fillOf(shop, target.template, subject))
  const [newest, product, saved] = await Promise.all([
    finding,
    fetchProduct(shop, target.product, subject),
    findSavedDesign(shop, target, user?.uuid, subject, draft),
  ])
  const stored = draft?.content ?? saved.content
  // The customer may have switched to another template: that one is opened again.
  const isNewest = !stored || (stored.template.uuid === newest.uuid && stored.template.version === newest.version)
  const definition = isNewest ? newest : await fetchDefinition(shop, stored.template)
  const content =
    stored && (stored.subject !== null || !subject)
      ? stored
      : fillDesign(definition, await (isNewest && filling ? filling : fillOf(shop, definition.uuid, subject)), {
          subject,
          previous: stored,
        })
  const seen = await fetchVisibleScene(shop, content)
  const origin = draft ? 'draft' : saved.content ? 'design' : 'new'
  const subProducts = draft?.subProducts ?? []
  const { autosave } = saved
  const isContinued = origin === 'design'
  return { definition, product, ...seen, autosave, origin: origin, draft, isContinued, quantity: 0, subProducts }
}

/** Loads the customer's sets. Returns the selected one. */
async function loadSets(shop: Shop): Promise<PictureSet | null> {
  const sets = shop.part(createPictureSets)
  await sets.load()
  return (sets.state.sets.find(({ subject }) => subject.uuid === sets.state.selected) as PictureSet | undefined) ?? null
}

async function findSavedDesign(
  shop: Shop,
  { product, template }: { product: string; template: string },
  customer: string | undefined,
  subject: string | null,
  draft: Draft | undefined,
): Promise<{ autosave: Autosave | null; content: DesignContent | undefined }> {
  if (!customer) return { autosave: null, content: undefined }
  const [uuid, items] = await Promise.all([
    designId({ customer, product, template, subject }),
    shop.call(editor.ownTemplates, { productUuid: product }),
  ])
  // A design belongs to this template if it was started with it or was switched to it; the address then names the new one.
  const ofTemplate = items.filter((item) => item.design === uuid || item.template.uuid === template)
  const ofSubject = ofTemplate.find((item) => item.design === uuid || item.subject.uuid === subject)
  // While no picture set is shared, the latest one is opened. A design started then continues with the set that is shared later.
  const own = subject ? (ofSubject ?? ofTemplate.find((item) => item.subject.uuid === null)) : ofTemplate[0]
  const design = own?.design ?? uuid
  const unsent = findOfflineCopy<DesignContent>(shop, design)
  // If the account has another version by now, the customer is asked which to keep.
  const builtOn = unsent?.version ?? (draft ? draft.builtOn : own?.version) ?? 0
  const autosave = createAutosave(shop, { uuid: design, product, builtOn })
  if (unsent) {
    autosave.resend(unsent.content)
    return { autosave, content: unsent.content }
  }
  if (!own) return { autosave, content: undefined }
  const year = own.year === null ? {} : { year: own.year }
  const content = {
    template: { uuid: own.template.uuid, version: own.template.version },
    subject: own.subject.uuid,
    resources: own.userResources,
    ...year,
  }
  return { autosave, content }
}

/** For a promise created early: its rejection is reported only when it is awaited. */
function ignoreUntilAwaited<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}

async function fetchProduct(shop: Shop, uuid: string, subject: string | null): Promise<Product> {
  const list = await shop.call(products.priceList, subject ? { subject } : {})
  const product = list.products.find((one) => one.uuid === uuid)
  if (!product) throw new UnknownProduct(`There is no product ${uuid} in the price list`)
  return product
}

/** The product in the address is not sold. */
export class UnknownProduct extends Error {
  override name = 'UnknownProduct'
}

/** The text for the visitor, or undefined if it is an error of the server. */
export function errorText(error: unknown): string | undefined {
  return isShopError(error) ? error.message : undefined
}
