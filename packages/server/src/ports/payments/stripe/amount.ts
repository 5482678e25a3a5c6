import { minorDigits } from '@portraitkit/core/money.ts'

/** How Stripe counts currencies with neither two digits nor the platform's own number of digits (docs.stripe.com/currencies). */
const ZERO_DIGITS = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ')
const THREE_DIGITS = 'BHD JOD KWD OMR TND'.split(' ')
/** Documented in two contradicting ways: a mistake would be a hundredfold charge. */
const AMBIGUOUS = ['UGX']

/** An amount that Stripe cannot charge as it is. */
export class AmountError extends Error {
  override name = 'AmountError'
}

function stripeDigits(currency: string): number {
  if (AMBIGUOUS.includes(currency)) throw new AmountError(`${currency} cannot be paid through Stripe here`)
  if (ZERO_DIGITS.includes(currency)) return 0
  return THREE_DIGITS.includes(currency) ? 3 : 2
}

/** Converts the shop's minor units to Stripe's. Throws AmountError if Stripe has no such amount, such as half of an ariary. */
export function toStripeAmount(amount: number, currency: string): number {
  const digits = stripeDigits(currency)
  const converted = scaleAmount(amount, digits - minorDigits(currency))
  // of three digits the last one must be 0
  if (!Number.isSafeInteger(converted) || (digits === 3 && converted % 10 !== 0)) {
    throw new AmountError(`Stripe cannot charge ${amount} minor units of ${currency}`)
  }
  return converted
}

/** Converts Stripe's minor units to the shop's; a fraction means a charge that the shop cannot have requested. */
export function fromStripeAmount(amount: number, currency: string): number {
  return scaleAmount(amount, minorDigits(currency) - stripeDigits(currency))
}

function scaleAmount(amount: number, digits: number): number {
  return digits < 0 ? amount / 10 ** -digits : amount * 10 ** digits
}
