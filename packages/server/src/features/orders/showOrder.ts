import type { OrderLine } from '@portraitkit/core/cart/contract.ts'
import type { Order } from '@portraitkit/core/orders/contract.ts'
import type { ShownScene } from '@portraitkit/core/template/scene.ts'
import { translateTo } from '../../platform/texts.ts'
import type { Fee } from '../cart/fee.ts'
import { catalogueDays, downloadsOf } from '../cart/lineKinds.ts'
import { showLine } from '../cart/showCart.ts'
import { feeLine, summaryLine } from '../cart/summaryLine.ts'
import type { Viewer } from '../cart/viewer.ts'
import { showOrderedScenes, showScenes } from '../template/scenes/showScene.ts'
import type { OrderContent, StoredOrder } from './collection.ts'
import { deliveryTypes } from './deliveryTypes.ts'
import { frozenScenes } from './frozenScenes.ts'
import { orderTexts } from './orderTexts.ts'
import { soldLines } from './unsoldLines.ts'
import { unsoldSentences } from './unsoldTexts.ts'

/** The line of the total (type 4) is not a product: its uuid is the same everywhere. */
const TOTAL = '00000000-0000-4000-8000-000000000004'

/** A voucher's reduction, fees, then the total: everything after the products in a summary (000 §3, types 2 to 4). */
export function summaryLines(fees: readonly Fee[], totalPrice: number, language: string): OrderLine[] {
  return [...fees.map(feeLine), summaryLine(TOTAL, 4, translateTo(language)(orderTexts.total), totalPrice)]
}

/** All lines of an order, products with their previews. */
export function orderLines(
  viewer: Viewer,
  { content, unsold }: Pick<StoredOrder, 'content' | 'unsold'>,
  previews: ReadonlyMap<string, ShownScene>,
): OrderLine[] {
  const { lines, fees, totalPrice, language } = content
  return [
    ...lines.map((line) => {
      const ordered = { ...showLine(viewer, line, previews), runs: line.runs, canChangeQuantity: false }
      return unsold?.lines.includes(line.uuid) ? withoutPictures(ordered) : ordered
    }),
    ...summaryLines(fees, totalPrice, language),
  ]
}

/** A line that was not sold: its files have no address. */
function withoutPictures(line: OrderLine): OrderLine {
  const { package: photoPackage } = line
  return {
    ...line,
    isOffered: false,
    digitalFiles: withoutAddresses(line.digitalFiles),
    ...(photoPackage && {
      package: {
        ...photoPackage,
        packageItems: photoPackage.packageItems.map((item) => ({
          ...item,
          digitalFiles: withoutAddresses(item.digitalFiles),
        })),
      },
    }),
  }
}

const withoutAddresses = <File extends { display: unknown }>(files: readonly File[]) =>
  files.map((file) => ({ ...file, display: {} }))

/** The previews of an order, from its frozen scenes. */
export async function frozenPreviews(
  { app, provider, customer }: Viewer,
  order: Pick<StoredOrder, '_id' | 'exchanges' | 'confirmTime' | 'unsold'>,
): Promise<Map<string, ShownScene>> {
  const scenes = await frozenScenes(app, provider.key, order)
  // Whoever has not bought it does not see the file that a picture had before it was replaced.
  const show = order.confirmTime ? showOrderedScenes : showScenes
  const previews = await show(app, provider, customer.uuid, [...scenes.values()])
  return new Map([...scenes.keys()].map((line, index) => [line, previews[index] as ShownScene]))
}

/** The delivery time in words. Downloads are available at once. */
export function deliveryTimeOf({ delivery, language }: Pick<OrderContent, 'delivery' | 'language'>): string {
  const t = translateTo(language)
  return deliveryTypes[delivery.type].isDelivered
    ? t(orderTexts.days, { days: delivery.days })
    : t(orderTexts.immediately)
}

/** What a page says about lines that are paid and were not sold. */
export function unsoldNotice(order: StoredOrder, language: string): Pick<Order, 'unsoldNotice'> {
  const sentences = unsoldSentences(order, language)
  return sentences.length > 0 ? { unsoldNotice: sentences.join(' ') } : {}
}

/** 000 §3 Order, in the reader's language. What was bought has the names of the day on which it was bought. */
export function showOrder(
  viewer: Viewer & { language: string },
  order: StoredOrder,
  previews: ReadonlyMap<string, ShownScene>,
): Order {
  const { content } = order
  const { delivery, payment } = content
  return {
    uuid: order._id,
    confirmTime: order.confirmTime?.toISOString() ?? null,
    currency: content.currency,
    orderLines: orderLines(viewer, order, previews),
    rebateCode: content.voucher?.code ?? null,
    payment: { isInvoice: payment.isInvoice, title: payment.title, state: order.paymentState },
    production: order.production,
    summary: { totalPrice: content.totalPrice },
    delivery: {
      type: delivery.type,
      name: delivery.name,
      address: delivery.address,
      deliveryTime: { string: deliveryTimeOf({ delivery, language: viewer.language }), afterDate: null },
      pickup: delivery.pickup ?? null,
      school: delivery.subject
        ? { name: delivery.subject.school, group: delivery.subject.group, subject: delivery.subject.name }
        : null,
    },
    contactEmail: content.contact.email,
    comment: content.comment,
    digitalConsent: content.digitalConsent
      ? { text: content.digitalConsent.text, accepted: content.digitalConsent.accepted.toISOString() }
      : null,
    containDigitalProducts: soldLines(order).some((line) => downloadsOf(line).length > 0),
    catalogueMaxDeliveryTime: catalogueDays(soldLines(order)),
    ...unsoldNotice(order, viewer.language),
  }
}
