import { Failure } from '../../platform/failure.ts'
import type { CallContext } from '../../platform/feature.ts'
import { type Limited, throttled } from '../../platform/http/throttle.ts'
import { factsOf } from '../../platform/rules/facts.ts'
import { setVoucher } from '../cart/collection.ts'
import type { PricedCart } from '../cart/priceCart.ts'
import { applyVoucher } from '../vouchers/applyVoucher.ts'
import { normaliseVoucherCode } from '../vouchers/document.ts'

const HOUR_MS = 60 * 60_000
/** How many unknown codes a customer may try in an hour: too few to find one by guessing. */
export const VOUCHER_TRIES = 20
const tries = { kind: 'voucher', limit: VOUCHER_TRIES, windowMs: HOUR_MS }

type Call = CallContext<'customer'>

/** Applies a code to the customer's cart, or removes the current one if the code is empty. Throws if the code reduces nothing. */
export async function tryVoucher(input: string, { lines }: PricedCart, call: Call): Promise<void> {
  const { app, provider, customer, language } = call
  const code = normaliseVoucherCode(input)
  if (input === '') return await setVoucher(app, provider.key, customer.uuid, null)
  const limits: Limited[] = [{ limit: tries, who: customer.uuid }]
  const pieces = lines.map(({ product, quantity }) => ({ product: product.uuid, quantity }))
  const facts = () => factsOf(app, provider, customer.uuid, pieces)
  const applied = await throttled(call, limits, async () => {
    const answer = await applyVoucher(code, { app, provider, customer: customer.uuid, language, lines, facts })
    return { failed: answer instanceof Failure && answer.reason === 'voucher.unknown', answer }
  })
  if (applied instanceof Failure) throw applied
  await setVoucher(app, provider.key, customer.uuid, code)
}
