import type { Names } from '../.storybook/callKey.ts'
import { profile } from '../packages/core/src/account/profile/profileContract.ts'
import { backgrounds } from '../packages/core/src/backgrounds/contract.ts'
import { createCategories } from '../packages/core/src/browsing/categories.ts'
import { browsing } from '../packages/core/src/browsing/contract.ts'
import { carts } from '../packages/core/src/cart/contract.ts'
import { catalogues } from '../packages/core/src/catalogues/contract.ts'
import { checkout } from '../packages/core/src/checkout/contract.ts'
import { content } from '../packages/core/src/content/contract.ts'
import { openEditor } from '../packages/core/src/editor/opening/openEditor.ts'
import { createUnfinishedWork } from '../packages/core/src/editor/opening/unfinishedDesign.ts'
import { inspections } from '../packages/core/src/inspection/contract.ts'
import { orders } from '../packages/core/src/orders/contract.ts'
import { photoPackages } from '../packages/core/src/photo-packages/contract.ts'
import { openPackagePage } from '../packages/core/src/photo-packages/page/openPackage.ts'
import { pictureSets } from '../packages/core/src/picture-sets/contract.ts'
import { createPictureSets } from '../packages/core/src/picture-sets/state.ts'
import { products } from '../packages/core/src/products/contract.ts'
import { createProviderSettings } from '../packages/core/src/provider/state.ts'
import { reminders } from '../packages/core/src/reminders/contract.ts'
import { retakes } from '../packages/core/src/retakes/contract.ts'
import { sharing } from '../packages/core/src/sharing/contract.ts'
import type { Shop } from '../packages/core/src/shop.ts'
import { type TemplateListItem, templates } from '../packages/core/src/template/contract.ts'
import { uploads } from '../packages/core/src/uploads/contract.ts'

/**
 * Makes every call that the surfaces make when they are opened: through the shop's own states if one call follows from another,
 * otherwise call by call. Returns names in this language.
 */
export async function walk(shop: Shop, names: Names): Promise<Names> {
  await shop.part(createProviderSettings).load()
  const { user } = await shop.session.ready()
  const sets = shop.part(createPictureSets)
  if (user) await sets.load()
  const subject = sets.state.selected
  const cards = await browse(shop, subject)
  const card = cards.find(({ uuid }) => uuid === names.template)
  await openEditor(shop, { product: names.product ?? '', template: names.template ?? '' })
  const { instance } = await openPackagePage(shop, { package: names.package ?? '' })
  await shop.part(createUnfinishedWork).load()
  await shop.call(content.page, { id: names.page ?? '' })
  await shop.call(content.privacyPolicy, {})
  if (user) await lookAtOwn(shop, names)
  else await callSignedOut(shop, names)
  const subjectName = sets.state.sets[0]?.subject.name ?? ''
  return { card: card?.name ?? '', cardProduct: card?.product.name ?? '', packageName: instance.name, subjectName }
}

/** The lists of the shop's products, each with the scenes of everything in it. */
async function browse(shop: Shop, subject: string | null): Promise<TemplateListItem[]> {
  const ofSubject = subject ? { subject: subject } : {}
  await shop.part(createCategories).load()
  for (const input of [{}, ofSubject]) {
    await shop.call(products.priceList, input)
    await shop.call(photoPackages.list, input)
  }
  await shop.call(templates.cardCategories, {})
  const promoted = await shop.call(browsing.promoted, ofSubject)
  const cards = await shop.call(templates.list, { type: 'cards' })
  const others = [
    await shop.call(templates.list, { type: 'calendars' }),
    await shop.call(templates.list, { type: 'photogifts' }),
  ]
  const listed = [...promoted.map(({ templateData }) => templateData), ...cards, ...others.flat()]
  const scenes = listed.map(({ uuid, version }) => ({
    template: { uuid, version },
    subject,
    language: shop.locale.language,
  }))
  for (let at = 0; at < scenes.length; at += 12)
    await shop.call(templates.scenes, { scenes: scenes.slice(at, at + 12) })
  return cards
}

/** A visitor is refused by the calls that are only for customers: that is an answer too. */
async function callSignedOut(shop: Shop, { order = '', subject = '' }: Names): Promise<void> {
  await Promise.allSettled([
    shop.call(pictureSets.list, {}),
    shop.call(pictureSets.get, { subjectUuid: subject }),
    shop.call(carts.get, {}),
    shop.call(checkout.create, {}),
    shop.call(catalogues.list, {}),
    shop.call(profile.data, {}),
    shop.call(profile.devices, {}),
    shop.call(reminders.list, {}),
    shop.call(retakes.list, {}),
    shop.call(sharing.list, {}),
    shop.call(orders.list, {}),
    shop.call(orders.get, { orderUuid: order }),
  ])
}

async function lookAtOwn(shop: Shop, names: Names): Promise<void> {
  const { cart } = await shop.call(carts.get, {})
  if (cart.orderLines.length > 0) await shop.call(checkout.create, {})
  await shop.call(catalogues.list, {})
  await shop.call(profile.data, {})
  await shop.call(profile.devices, {})
  await shop.call(reminders.list, {})
  await shop.call(retakes.list, {})
  await shop.call(sharing.list, {})
  await shop.call(uploads.recent, {})
  for (const { uuid } of await shop.call(orders.list, {})) {
    await shop.call(orders.details, { uuid })
    await shop.call(orders.get, { orderUuid: uuid })
  }
  for (const { subject, job } of shop.part(createPictureSets).state.sets) {
    await shop.call(inspections.get, { subjectUuid: subject.uuid })
    await shop.call(backgrounds.ofJob, { jobUuid: job.uuid })
  }
  if (names.line) await openEditor(shop, { orderLine: names.line })
  if (names.packageLine) await openPackagePage(shop, { orderLine: names.packageLine })
}
