import type { OrderLine } from '@portraitkit/core/cart/contract.ts'
import { DISCOUNT_TYPE } from '@portraitkit/core/products/specialProducts.ts'
import type { Fee } from './fee.ts'

/** Empty values for fields that most lines do not have. */
export const PLAIN = {
  type: 0,
  canChangeQuantity: false,
  minimumQuantity: 1,
  maximumQuantity: 1,
  subProductUuids: [],
  template: null,
  catalogue: null,
  package: null,
  isOffered: true,
  digitalFiles: [],
  sceneHash: null,
  preview: null,
} satisfies Partial<OrderLine>

/** A line that is not a product: a voucher's reduction, a fee or the total (000 §3, types 2 to 4). */
export function summaryLine(
  uuid: string,
  type: 2 | 3 | 4,
  description: string,
  price: number,
  product: OrderLine['product'] = null,
): OrderLine {
  return {
    ...PLAIN,
    uuid,
    type,
    product,
    quantity: 1,
    description,
    linePrice: price,
    actualLinePrice: price,
    rebate: null,
    subjects: [],
  }
}

/** A fee, or a voucher's reduction, as a line of a summary. */
export function feeLine({ uuid, kind, description, price }: Fee): OrderLine {
  if (kind !== 'voucher') return summaryLine(uuid, 3, description, price)
  return summaryLine(uuid, 2, description, price, { uuid, name: description, type: DISCOUNT_TYPE })
}
