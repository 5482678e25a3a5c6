import { formatMoney } from '@portraitkit/core/money.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import { voucherBase, voucherDiscount } from '@portraitkit/core/vouchers/discount.ts'
import { type VoucherFailure, voucherFailures } from '@portraitkit/core/vouchers/failures.ts'
import type { App } from '../../platform/app.ts'
import { Failure } from '../../platform/failure.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { type Facts, isRuleMet } from '../../platform/rules/rule.ts'
import { translateTo } from '../../platform/texts.ts'
import { vouchers } from './collection.ts'
import type { VoucherDocument } from './document.ts'
import { voucherAvailability } from './uses.ts'

/** A voucher that reduces the price of a cart. */
export type AppliedVoucher = { voucher: VoucherDocument; name: string; discount: number }

type Lines = Parameters<typeof voucherDiscount>[0]
type VoucherContext = {
  app: App
  provider: Provider
  customer: string
  language: string
  lines: Lines
  facts: () => Promise<Facts>
}

/** Applies a code to these lines; throws a failure with the reason if it does not reduce their price. */
export async function applyVoucher(code: string, context: VoucherContext): Promise<AppliedVoucher | Failure> {
  const { app, provider, customer, language, lines, facts } = context
  const voucher = await vouchers.find(app, provider.key, code)
  if (!voucher) return refusal('voucher.unknown')
  if (!isRuleMet(voucher.rule, await facts())) return refusal('voucher.not_now')
  const free = await voucherAvailability(app, provider.key, voucher, customer)
  if (free !== 'free') return refusal(free === 'used' ? 'voucher.used' : 'voucher.used_up')
  const base = voucherBase(lines, voucher)
  if (base === 0) return refusal('voucher.other_products')
  if (voucher.least !== undefined && base < voucher.least) {
    return refusal('voucher.least', { price: formatMoney(voucher.least, provider.currency, language) })
  }
  return { voucher, name: inLanguage(voucher.names, language), discount: voucherDiscount(lines, voucher) }
}

const refusal = (reason: VoucherFailure, words: Record<string, string> = {}) => new Failure(reason, { words })

/** Whether a customer may use any voucher now, according to its rule. */
export async function hasOpenVouchers(app: App, provider: string, facts: () => Promise<Facts>): Promise<boolean> {
  const all = await vouchers.list(app, provider)
  if (all.length === 0) return false
  const known = await facts()
  return all.some(({ rule }) => isRuleMet(rule, known))
}

/** Why a voucher does not apply, in the customer's language. */
export function voucherProblem({ reason, words }: Failure, language: string): string {
  return translateTo(language)(voucherFailures[reason as VoucherFailure].text, words)
}
