/** An amount in the provider's currency, in integer minor units (cents, øre). */
export type Money = number

const fractionDigits = new Map<string, number>()

/** The number of decimal places of a currency, from the platform's own tables. */
export function minorDigits(currency: string): number {
  const known = fractionDigits.get(currency)
  if (known !== undefined) return known
  const digits =
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  fractionDigits.set(currency, digits)
  return digits
}

const writers = new Map<string, Intl.NumberFormat>()

/** Cached: a list formats hundreds of prices, and creating a formatter costs more than using it. */
function writerOf(language: string, currency: string): Intl.NumberFormat {
  const key = `${language} ${currency}`
  const writer = writers.get(key) ?? new Intl.NumberFormat(language, { style: 'currency', currency })
  writers.set(key, writer)
  return writer
}

/** Formats an amount in a language: `formatMoney(1999, 'USD', 'en')` is '$19.99'. */
export function formatMoney(amount: Money, currency: string, language: string): string {
  const digits = minorDigits(currency)
  return writerOf(language, currency).format(amount / 10 ** digits)
}
