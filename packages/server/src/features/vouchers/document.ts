import { uuid } from '@portraitkit/core/schemas.ts'
import * as z from 'zod'
import { rule } from '../../platform/rules/rule.ts'
import { names, price } from '../products/document.ts'

/** A voucher as the provider writes it: a code that reduces the price of an order. */
export const voucherDocument = () =>
  z
    .strictObject({
      /** Customers type it in small or capital letters, with spaces or dashes. */
      code: z.string().regex(/^[A-Z0-9]{4,32}$/, 'A code consists of 4 to 32 capital letters and digits'),
      /** Shown to the customer next to the reduction. */
      names: names(),
      percent: z.int().min(1).max(100).optional(),
      amount: price().min(1).optional(),
      /** Products by uuid: it applies to these only. */
      products: z.array(uuid()).min(1).optional(),
      /** The minimum price of these products. */
      least: price().optional(),
      rule: rule().default({}),
      /** The maximum number of orders with it, by all customers together; unlimited by default. */
      stock: z.int().min(1).max(10_000).optional(),
      oncePerCustomer: z.boolean().default(true),
    })
    .refine(({ percent, amount }) => (percent === undefined) !== (amount === undefined), {
      path: ['percent'],
      error: 'A voucher must have either a percentage or an amount',
    })
export type VoucherDocument = z.infer<ReturnType<typeof voucherDocument>>

/** Normalises a code as somebody has typed it. */
export function normaliseVoucherCode(code: string): string {
  return code.toUpperCase().replace(/[^A-Z0-9]/g, '')
}
