import { randomUUID } from 'node:crypto'
import type { CallName } from '@portraitkit/core/contract.ts'
import { endpoints } from '@portraitkit/core/contract.ts'
import type { AnyEndpoint } from '@portraitkit/core/endpoint.ts'
import { DIGITAL_PORTRAIT_PRODUCT } from '@portraitkit/core/products/specialProducts.ts'
import { categories } from '../../features/browsing/collection.ts'
import { savePage } from '../../features/content/collection.ts'
import { inspectionPackages } from '../../features/inspection/collection.ts'
import type { Subject } from '../../features/jobs/collection.ts'
import { offerInspection } from '../../features/jobs/offerInspection.ts'
import type { DeliveredPicture } from '../../features/jobs/picture.ts'
import { saveProduct } from '../../features/products/collection.ts'
import { applyRange } from '../../features/range/applyRange.ts'
import { grantRights } from '../../features/rights/collection.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { buildBackgrounds } from '../buildBackgrounds.ts'
import { buildBuyer } from '../buildBuyer.ts'
import { twoGateways } from '../buildCheckout.ts'
import { buildPackage } from '../buildPackage.ts'
import type { BuiltPictureSet } from '../buildPictureSet.ts'
import { buildProvider } from '../buildProvider.ts'
import { buildUpload } from '../buildUpload.ts'
import { givePictures } from '../givePictures.ts'
import type { TestClient } from '../testClient.ts'
import type { TestServer } from '../testServer.ts'

const DAY_MS = 24 * 60 * 60_000

/** A provider with everything that a call may need. */
export const busyShop = (): Partial<Provider> => {
  const { options } = buildProvider()
  const address = { address1: '12 Maple Street', address2: '', postalCode: '02139', city: 'Cambridge', state: 'MA' }
  return {
    ...twoGateways(),
    privacyPolicy: { en: 'We keep no secrets.' },
    options: { ...options, allowOwnPhotos: true, useAddressAutocompleteService: true },
    addressService: { name: 'list', config: {}, addresses: [address] },
  }
}

/** One call, ready to be sent: everything that it refers to is stored. */
export type ReadyCall =
  | { client: TestClient; input?: object }
  | { send: () => Promise<{ status: number; body: unknown }> }
/** Prepares a call, by its name. */
export type CallsByName = Readonly<Record<CallName, () => Promise<ReadyCall>>>

/** A child with nine pictures; a cart with three cards; a package, a catalogue, a bought picture, an upload and an offered inspection. */
export type Family = Awaited<ReturnType<typeof buildFamily>>

type FamilyChild = Subject & { pictures: DeliveredPicture[] }

export async function buildFamily(server: TestServer) {
  const { app, provider } = server
  await categories.replace(app, provider.key, [
    { internalName: 'cards', titles: { en: 'Cards' } },
    { internalName: 'mugs', titles: { en: 'Mugs' } },
  ])
  await savePage(app, provider.key, { id: 'hello', modules: { en: [{ id: '1', type: 'Title', text: 'Hello' }] } })
  await applyRange(
    app,
    provider.key,
    { vouchers: [{ code: 'SPRING', names: { en: 'Spring' }, amount: 100 }] },
    noPicture,
  )
  await inspectionPackages.replace(app, provider.key, [paper])
  await buildBackgrounds(app, provider, { wall: '#336699' })
  const buyer = await buildBuyer(server, { isAddressProved: true })
  const child = await withNinePictures(server, buyer.set)
  const file = { ...buyer.template.product, uuid: DIGITAL_PORTRAIT_PRODUCT, type: 0, producttype: 'digital' }
  await saveProduct(app, provider.key, file)
  const { document, catalogue } = await buildPackage(app, provider, [buyer.set.job.uuid])
  const until = new Date(app.clock().getTime() + 5 * DAY_MS)
  await offerInspection(app, provider.key, buyer.set.job.uuid, { package: paper.key, until })
  const bought = child.pictures[3]?.uuid ?? ''
  await grantRights(app, provider, { customer: buyer.customer._id, targets: [bought], order: randomUUID() })
  await buildUpload(buyer.client, provider)
  for (const name of ['Emma', 'Emma and Noah', 'Grandmother']) await buyer.add({ name })
  return { server, buyer, child, bought, photoPackage: document.uuid, catalogue: catalogue.uuid }
}

const noPicture = async () => null
const paper = {
  key: 'paper',
  names: { en: 'The pictures on paper' },
  descriptions: { en: 'Six prints. Keep them and pay, or send them back.' },
  price: 4900,
  daysToReturn: 14,
}

async function withNinePictures(
  { app }: TestServer,
  { subject, pictures: own }: BuiltPictureSet,
): Promise<FamilyChild> {
  const more = Array.from({ length: 6 }, (_each, index) => ({
    ...own.first,
    uuid: randomUUID(),
    fileName: `more-${index}.jpg`,
  }))
  const pictures = [own.first, own.favourite, ...more]
  await givePictures(app, subject, pictures)
  return { ...subject, pictures }
}

/** The call of the contract with this name. */
export function endpointNamed(name: string): AnyEndpoint {
  const found = endpoints.find((endpoint) => endpoint.name === name)
  if (!found) throw new Error(`There is no call ${name}`)
  return found
}
