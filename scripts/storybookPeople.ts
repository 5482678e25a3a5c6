import { randomUUID } from 'node:crypto'
import type { Names, Person } from '../.storybook/callKey.ts'
import { access } from '../packages/core/src/access/contract.ts'
import { carts } from '../packages/core/src/cart/contract.ts'
import { catalogues } from '../packages/core/src/catalogues/contract.ts'
import { checkout } from '../packages/core/src/checkout/contract.ts'
import { editor } from '../packages/core/src/editor/contract.ts'
import { openEditor } from '../packages/core/src/editor/opening/openEditor.ts'
import { inspections } from '../packages/core/src/inspection/contract.ts'
import { photoPackages } from '../packages/core/src/photo-packages/contract.ts'
import { toChosenItem } from '../packages/core/src/photo-packages/packageItems.ts'
import { openPackagePage } from '../packages/core/src/photo-packages/page/openPackage.ts'
import { pictureSets } from '../packages/core/src/picture-sets/contract.ts'
import { sharing } from '../packages/core/src/sharing/contract.ts'
import type { Shop } from '../packages/core/src/shop.ts'
import { type TemplateListItem, templates } from '../packages/core/src/template/contract.ts'
import { designId } from '../packages/core/src/template/designId.ts'
import { sceneHash } from '../packages/core/src/template/sceneHash.ts'
import { seedRetake } from '../packages/server/src/demo/retake.ts'
import { subjectsOfCode } from '../packages/server/src/features/access/codes.ts'
import { grantSubjects } from '../packages/server/src/features/access/grants.ts'
import { createCustomer } from '../packages/server/src/features/account/collection.ts'
import type { App } from '../packages/server/src/platform/app.ts'
import { listProviders } from '../packages/server/src/platform/provider/collection.ts'
import type { Provider } from '../packages/server/src/platform/provider/document.ts'
import { followRedirects } from '../packages/server/src/testing/buildCheckout.ts'
import { createSender, visitShop } from './storybookVisit.ts'

export type StorybookPerson = { email?: string; password?: string; names: Names }
export type FilledShop = { key: string; name: string; languages: string[]; people: Record<Person, StorybookPerson> }

const PASSWORD = 'portrait-demo'

/** The people of a country: the letters of a customer and of another one, and the requirements of an order. */
type LocalPerson = {
  name: string
  letters: readonly string[]
  next: string
  address: { address: string; address2: string; postalCode: string; city: string; state: string }
  mobile: string
  pid?: string
}
const LOCALS: Record<string, LocalPerson> = {
  brightside: {
    name: 'Jordan Carter',
    letters: ['CEDAR4', 'BIRCH9'],
    next: 'MAPLE7',
    address: { address: '27 Juniper Lane', address2: '', postalCode: '02139', city: 'Cambridge', state: 'MA' },
    mobile: '+16175550199',
  },
  nordlys: {
    name: 'Olav Solberg',
    letters: ['FJORD5'],
    next: 'BREEN8',
    address: { address: 'Storgata 8', address2: '', postalCode: '9008', city: 'Tromsø', state: '' },
    mobile: '+4740612345',
    pid: '17059010182',
  },
}

/**
 * In each shop of the demo world a customer with everything that a surface can show, one who has only registered, and a
 * visitor. `app` uses the same data as the server at the port.
 */
export async function fillShops(app: App, port: number): Promise<FilledShop[]> {
  const providers = (await listProviders(app)).filter(({ key }) => LOCALS[key])
  const shops: FilledShop[] = []
  for (const provider of providers) shops.push(await fillShop(app, port, provider, LOCALS[provider.key] as LocalPerson))
  return shops
}

async function fillShop(app: App, port: number, provider: Provider, local: LocalPerson): Promise<FilledShop> {
  const { key, name, defaultLanguage } = provider
  const spoken = provider.languages.map(({ long }) => long)
  const languages = [defaultLanguage, ...spoken.filter((one) => one !== defaultLanguage)]
  const { mobile, address } = local
  const signedUp = { mobile, acceptMail: true, language: defaultLanguage, password: PASSWORD }
  const customer = { email: `customer@${key}.example`, password: PASSWORD }
  const newcomer = { email: `newcomer@${key}.example`, password: PASSWORD }
  const made = await createCustomer(app, provider, {
    ...signedUp,
    ...customer,
    name: local.name,
    address,
    addressProved: app.clock(),
  })
  if (!made) throw new Error(`${customer.email} has an account already`)
  await createCustomer(app, provider, { ...signedUp, ...newcomer })
  const sets = await Promise.all(local.letters.map((code) => subjectsOfCode(app, provider, code)))
  await grantSubjects(app, provider, made._id, sets.flat())
  const visitor = { port, provider: key, language: defaultLanguage }
  const { order, href } = await visitShop({ ...visitor, ...customer }, (shop) => buyCard(shop, local, provider))
  const send = createSender(port, key)
  // by invoice: nothing is left to do there
  await followRedirects({ fetch: (sent) => send(typeof sent === 'string' ? { path: sent } : sent) }, href)
  await seedRetake(app, provider, order)
  const found = { order, ...(await visitShop({ ...visitor, ...customer }, goShopping)) }
  const letter = await visitShop(visitor, (shop) => openCode(shop, local.next))
  const { product, template, package: offered, subject } = found
  const goods = { product, template, package: offered, subject, order, page: 'about' }
  const people = {
    customer: { ...customer, names: { ...found, ...goods, ...letter } },
    newcomer: { ...newcomer, names: goods },
    visitor: { names: { ...goods, ...letter } },
  }
  return { key, name, languages, people }
}

/** Puts one of everything into the cart, leaves a card unfinished, and returns the uuids. */
async function goShopping(shop: Shop) {
  const [first, second] = await shop.call(templates.list, { type: 'cards' })
  if (!first || !second) throw new Error('There are no two cards')
  const subject = await addCard(shop, first)
  await saveUnfinishedDesign(shop, second, subject)
  const [book] = await shop.call(catalogues.list, {})
  if (book) {
    const choice = { uuid: book.uuid, subject: book.subject.uuid, quantity: 1 }
    await shop.call(carts.addCatalogues, { requestId: randomUUID(), catalogues: [choice] })
  }
  const { packages } = await shop.call(photoPackages.list, { subject })
  const offered = packages.find(({ type }) => type === 'package')
  if (!offered) throw new Error('There is no package')
  const packageLine = await addPackage(shop, offered.uuid)
  const { cart } = await shop.call(carts.get, {})
  const line = cart.orderLines.find(({ template }) => template)?.uuid ?? ''
  const inspected = await askForPrints(shop)
  const recipient = await shareWithGrandmother(shop, subject)
  const { product, uuid: template } = first
  return { product: product.uuid, template, subject, line, package: offered.uuid, packageLine, inspected, recipient }
}

async function shareWithGrandmother(shop: Shop, subject: string): Promise<string> {
  const recipient = 'grandmother@example.com'
  const { error } = await shop.call(sharing.share, { 'email[]': [recipient], 'subjects[]': [subject] })
  if (error) throw new Error(error)
  return recipient
}

/** A card by post and by invoice. Returns the order's uuid and the address of its payment. */
async function buyCard(
  shop: Shop,
  { name, address, mobile, pid = '' }: LocalPerson,
  provider: Provider,
): Promise<{ order: string; href: string }> {
  const [card] = await shop.call(templates.list, { type: 'cards' })
  if (!card) throw new Error('There is no card')
  await addCard(shop, card)
  const { checkoutUuid, deliveryOptions } = await shop.call(checkout.create, {})
  const deliveryOptionUuid = deliveryOptions.find(({ type }) => type === 'postage')?.deliveryOptions[0]?.uuid ?? ''
  const ways = {
    checkoutUuid,
    deliveryOptionUuid,
    paymentOptionUuid: provider.paymentOptions.find(({ gateway }) => gateway === 'invoice')?.uuid ?? '',
  }
  const { cart } = await shop.call(checkout.choosePayment, ways)
  const { order, paymentHref } = await shop.call(checkout.transaction, {
    ...ways,
    deliveryOptionData: { deliveryAddress: { name, ...address } },
    paymentOptionData: { mobilePhone: mobile, pid },
    client: 'mobile',
    comment: '',
    termsAccepted: true,
    totalPrice: cart.summary.totalPrice,
  })
  return { order: order.uuid, href: paymentHref }
}

/** Orders the pictures for inspection on paper. Returns their subjects. */
async function askForPrints(shop: Shop): Promise<string> {
  let name = ''
  for (const { subject } of (await shop.call(pictureSets.list, {})).pictureSets) {
    const { offer } = await shop.call(inspections.get, { subjectUuid: subject.uuid })
    if (!offer) continue
    await shop.call(inspections.agree, { subjectUuid: subject.uuid, terms: offer.terms })
    name = subject.name
  }
  return name
}

async function addCard(shop: Shop, { uuid, product }: TemplateListItem): Promise<string> {
  const { content, shownScene } = await openEditor(shop, { product: product.uuid, template: uuid })
  const { template, subject, resources, year } = content
  if (!subject) throw new Error('The card belongs to nobody')
  const templateData = { userResources: resources, year: year ?? null }
  const line = { product: { uuid: product.uuid }, quantity: 10, template, subject, templateData }
  const lines = [{ ...line, sceneHash: await sceneHash(shownScene.scene) }]
  await shop.call(carts.addLines, { requestId: randomUUID(), lines })
  return subject
}

async function saveUnfinishedDesign(shop: Shop, { uuid, product }: TemplateListItem, subject: string): Promise<void> {
  const { content } = await openEditor(shop, { product: product.uuid, template: uuid })
  const customer = shop.session.state.user?.uuid ?? ''
  const id = await designId({ customer, product: product.uuid, template: uuid, subject })
  await shop.call(editor.saveDesign, { uuid: id, version: 0, product: product.uuid, content })
}

async function addPackage(shop: Shop, uuid: string): Promise<string> {
  const { instance } = await openPackagePage(shop, { package: uuid })
  const packageItems = instance.packageItems.map(toChosenItem)
  const subject = instance.subject?.uuid ?? null
  const content = { requestId: randomUUID(), package: { uuid }, subject, packageItems }
  const { cart } = await shop.call(carts.addPackage, content)
  return cart.orderLines.find((line) => line.package)?.uuid ?? ''
}

/** The subjects behind a code on a letter, for a visitor. */
async function openCode(shop: Shop, code: string): Promise<Record<string, string>> {
  const { data } = await shop.call(access.verifySubjectCode, { code })
  return { code, flow: JSON.stringify({ token: data?.flow, code, subjects: data?.subjects ?? [] }) }
}
