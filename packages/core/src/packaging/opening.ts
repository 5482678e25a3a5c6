import { createCart } from '../cart/state.ts'
import { UnknownLine } from '../editor/opening.ts'
import { isShopError } from '../errors.ts'
import { type ChosenItem, type PackageInstance, photoPackages } from '../photo-packages/contract.ts'
import { createPictureSets } from '../picture-sets/state.ts'
import type { Shop } from '../shop.ts'
import { chosenItemOf, withMade } from './chosen.ts'
import { keptPackage, type PackageSaving, packageDraftOf } from './keeping.ts'

/** What the page makes: a package anew or as it was kept, or a line of the cart. */
export type PageOptions = { package: string } | { orderLine: string }

/** All that was fetched to begin with. */
export type OpenedPackage = {
  instance: PackageInstance
  /** Where it comes from. */
  found: 'new' | 'saved' | 'draft' | 'line'
  saving: PackageSaving | null
  /** The login was on the way into the cart. */
  add: boolean
}

/** Fetches a package with its items filled. Throws ShopError and UnknownLine. */
export async function openPackagePage(shop: Shop, options: PageOptions): Promise<OpenedPackage> {
  return 'orderLine' in options ? openLine(shop, options.orderLine) : openNew(shop, options.package)
}

/** The server's answer for what was chosen. */
export function fillPackage(
  shop: Pick<Shop, 'call'>,
  what: { package: string; subject: string | null; packageItems: ChosenItem[] },
): Promise<PackageInstance> {
  const { package: packageUuid, subject, packageItems } = what
  return shop.call(photoPackages.open, { packageUuid, subject: { uuid: subject }, packageItems })
}

async function openLine(shop: Shop, orderLine: string): Promise<OpenedPackage> {
  const cart = shop.part(createCart)
  await Promise.all([cart.load(), shop.part(createPictureSets).load()])
  const content = cart.state.cart?.orderLines.find(({ uuid }) => uuid === orderLine)?.package
  if (!content) throw new UnknownLine(`There is no package ${orderLine} in the cart`)
  const packageItems = content.packageItems.map(chosenItemOf)
  const instance = await fillPackage(shop, { package: content.uuid, subject: content.subject, packageItems })
  return { instance, found: 'line', saving: null, add: false }
}

async function openNew(shop: Shop, uuid: string): Promise<OpenedPackage> {
  const sets = shop.part(createPictureSets)
  const { status, user } = await shop.session.ready()
  if (status === 'signed-in') await sets.load()
  const subject = status === 'signed-in' ? sets.state.chosen : null
  const draft = packageDraftOf(shop.memory, uuid)
  const kept = user ? await keptPackage(shop, { customer: user.uuid, package: uuid, subject }) : undefined
  const { saving = null, saved = null } = kept ?? {}
  const content = draft?.content ?? saved?.content
  const fresh = { package: uuid, subject, packageItems: [] }
  if (!content) return { instance: await fillPackage(shop, fresh), found: 'new', saving, add: false }
  try {
    const isBegunHere = content.subject === subject
    const instance = isBegunHere
      ? await fillPackage(shop, { ...fresh, packageItems: content.packageItems })
      : await afterLogin(shop, fresh, content.packageItems)
    return { instance, found: draft ? 'draft' : 'saved', saving, add: isBegunHere && (draft?.add ?? false) }
  } catch (error) {
    // What was kept can no longer be made, such as with a set that is not shared any more: it begins anew.
    if (!isShopError(error) || error.kind === 'network' || error.status >= 500) throw error
    return { instance: await fillPackage(shop, fresh), found: 'new', saving, add: false }
  }
}

/** What somebody made signed out gets the pictures that are there now. */
async function afterLogin(
  shop: Shop,
  fresh: { package: string; subject: string | null; packageItems: ChosenItem[] },
  made: ChosenItem[],
): Promise<PackageInstance> {
  const unfilled = made.map(({ uuid, version, template }) => ({
    uuid,
    version,
    subject: fresh.subject,
    ...(template ? { template } : {}),
  }))
  const filled = await fillPackage(shop, { ...fresh, packageItems: unfilled })
  const packageItems = withMade(filled.packageItems.map(chosenItemOf), made)
  return fillPackage(shop, { ...fresh, packageItems })
}
