import { createCart } from '../../cart/state.ts'
import { UnknownLine } from '../../cart/unknownLine.ts'
import { isShopError } from '../../errors.ts'
import { createPictureSets } from '../../picture-sets/state.ts'
import type { Shop } from '../../shop.ts'
import { type ChosenItem, type PackageContent, type PackageInstance, photoPackages } from '../contract.ts'
import { isSamePackage, mergeDesigns, packageContentOf, toChosenItem } from '../packageItems.ts'
import { findPackageDraft, openSavedLine, openSavedPackage, type PackageSaver } from './savedPackage.ts'

/** What the page edits: a new or saved package, or a line of the cart. */
export type PageOptions = { package: string } | { orderLine: string }

/** Everything fetched to open the page. */
export type OpenedPackage = {
  instance: PackageInstance
  /** Where it comes from. */
  origin: 'new' | 'saved' | 'draft' | 'line'
  /** It was started before and is not in the cart in this form. */
  isContinued: boolean
  /** It comes from before the login and is not saved yet. */
  isDraft: boolean
  saving: PackageSaver | null
  /** Whether to add it to the cart after the login. */
  add: boolean
}

/** Fetches a package with its items filled. Throws ShopError and UnknownLine. */
export async function openPackagePage(shop: Shop, options: PageOptions): Promise<OpenedPackage> {
  return 'orderLine' in options ? openLine(shop, options.orderLine) : openNew(shop, options.package)
}

/** The server's answer for the choices. */
export function fillPackage(
  shop: Pick<Shop, 'call'>,
  what: { package: string; subject: string | null; packageItems: ChosenItem[] },
): Promise<PackageInstance> {
  const { package: packageUuid, subject, packageItems } = what
  return shop.call(photoPackages.open, { packageUuid, subject: { uuid: subject }, packageItems })
}

/** A package as it currently is in the cart, whoever added it, and in its saved form. Undefined if there is none. */
export async function fetchCartPackage(shop: Shop, orderLine: string) {
  // Not the cart known here: another device may have changed the line.
  await shop.part(createCart).refresh()
  return findCartPackage(shop, orderLine)
}

/** Whether the cart has this package on that line, as far as this page knows. */
export function isInCart(shop: Shop, orderLine: string, instance: PackageInstance): boolean {
  const inCart = findCartPackage(shop, orderLine)
  return inCart !== undefined && isSamePackage(inCart.asSaved, packageContentOf(instance))
}

function findCartPackage(shop: Shop, orderLine: string) {
  const { cart } = shop.part(createCart).state
  const found = cart?.orderLines.find(({ uuid }) => uuid === orderLine)?.package
  if (!found) return undefined
  const subject = found.subject === null ? null : { uuid: found.subject }
  return { content: found, asSaved: packageContentOf({ ...found, subject }) }
}

async function openLine(shop: Shop, orderLine: string): Promise<OpenedPackage> {
  const [inCart] = await Promise.all([fetchCartPackage(shop, orderLine), shop.part(createPictureSets).load()])
  if (!inCart) throw new UnknownLine(`There is no package ${orderLine} in the cart`)
  const { content } = inCart
  const { content: saved, isUnsent, saving } = await openSavedLine(shop, orderLine)
  const draft = findPackageDraft(shop.memory, content.uuid, orderLine)
  // The saved version of a bought line is kept, so that other windows find it.
  const hasSavedChanges = saved !== undefined && !isSamePackage(saved, inCart.asSaved)
  const stored = draft?.content ?? (hasSavedChanges ? saved : undefined)
  const fill = (packageItems: ChosenItem[]) =>
    fillPackage(shop, { package: content.uuid, subject: content.subject, packageItems })
  const asInCart = () => fill(content.packageItems.map(toChosenItem))
  const line = { origin: 'line', saving } as const
  if (!stored) return { ...line, instance: await asInCart(), isContinued: false, isDraft: false, add: false }
  try {
    const instance = await fill(stored.packageItems)
    if (isUnsent) saving.resend(stored)
    return { ...line, instance, isContinued: true, isDraft: draft !== undefined, add: draft?.add ?? false }
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return { ...line, instance: await asInCart(), isContinued: false, isDraft: false, add: false }
  }
}

/** The saved content is no longer possible, for example with a set that is no longer shared: it starts again. */
function isUnavailable(error: unknown): boolean {
  return isShopError(error) && error.kind !== 'network' && error.status < 500
}

async function openNew(shop: Shop, uuid: string): Promise<OpenedPackage> {
  const sets = shop.part(createPictureSets)
  const { status, user } = await shop.session.ready()
  if (status === 'signed-in') await sets.load()
  const subject = status === 'signed-in' ? sets.state.selected : null
  const draft = findPackageDraft(shop.memory, uuid, null)
  const saved = user ? await openSavedPackage(shop, { customer: user.uuid, package: uuid, subject }) : undefined
  const saving = saved?.saving ?? null
  const content = draft?.content ?? saved?.content
  const fresh = { package: uuid, subject, packageItems: [] }
  const anew = async (): Promise<OpenedPackage> => {
    const instance = await fillPackage(shop, fresh)
    return { instance, origin: 'new', isContinued: false, isDraft: false, saving, add: false }
  }
  if (!content) return anew()
  try {
    const isSameSubject = content.subject === subject
    const instance = isSameSubject
      ? await fillPackage(shop, { ...fresh, packageItems: content.packageItems })
      : await fillAfterLogin(shop, fresh, content)
    if (saved?.isUnsent) saving?.resend(content)
    const add = isSameSubject && (draft?.add ?? false)
    const found = draft ? 'draft' : 'saved'
    return { instance, origin: found, isContinued: found === 'saved', isDraft: found === 'draft', saving, add }
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return anew()
  }
}

/**
 * Fills the work of a signed-out visitor with the pictures and names that are available now. Only texts that differ from what
 * was filled in then are the visitor's own: a template's sample name must not be printed as the child's.
 */
async function fillAfterLogin(
  shop: Shop,
  fresh: { package: string; subject: string | null; packageItems: ChosenItem[] },
  made: Pick<PackageContent, 'subject' | 'packageItems'>,
): Promise<PackageInstance> {
  const fillAnew = async (subject: string | null) => {
    const packageItems = made.packageItems.map(({ uuid, version, template }) => ({
      uuid,
      version,
      subject,
      ...(template ? { template } : {}),
    }))
    const filled = await fillPackage(shop, { ...fresh, subject, packageItems })
    return filled.packageItems.map(toChosenItem)
  }
  const [filledBefore, filled] = await Promise.all([fillAnew(made.subject), fillAnew(fresh.subject)])
  const packageItems = mergeDesigns({ filled, filledBefore, made: made.packageItems })
  return fillPackage(shop, { ...fresh, packageItems })
}
