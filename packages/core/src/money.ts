/** An amount in the provider's currency, in integer minor units (cents, øre). */
export type Money = number

const fractionDigits = new Map<string, number>()

/** How many digits a currency has after its decimal sign, from the platform's own tables. */
export function minorDigits(currency: string): number {
  const known = fractionDigits.get(currency)
  if (known !== undefined) return known
  const digits =
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  fractionDigits.set(currency, digits)
  return digits
}

const writers = new Map<string, Intl.NumberFormat>()

/** Made once: a list writes hundreds of prices, and making one costs more than writing with it. */
function writerOf(language: string, currency: string): Intl.NumberFormat {
  const key = `${language} ${currency}`
  const writer = writers.get(key) ?? new Intl.NumberFormat(language, { style: 'currency', currency })
  writers.set(key, writer)
  return writer
}

/** Writes an amount as the language writes it: `formatMoney(1999, 'USD', 'en')` is '$19.99'. */
export function formatMoney(amount: Money, currency: string, language: string): string {
  const digits = minorDigits(currency)
  return writerOf(language, currency).format(amount / 10 ** digits)
}
