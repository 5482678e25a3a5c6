import type { FormValue, ParamError } from './buildStripeSpec.ts'

/** Stripe's rules beyond its types: those that depend on another parameter, on the time, or on the content of a text. */
export function findRuleProblem(sent: FormValue, now: number): ParamError | null {
  const params = sent as Params
  return (
    requireParameters(params, params.mode === 'payment' && (params.ui_mode ?? 'hosted_page') === 'hosted_page') ??
    checkLines(params.line_items ?? []) ??
    checkTexts(params) ??
    checkExpiry(params, now)
  )
}

type Line = {
  price?: string
  price_data?: {
    currency: string
    product?: string
    product_data?: object
    unit_amount?: string
    unit_amount_decimal?: string
  }
  quantity?: string
}
type Params = {
  mode?: string
  ui_mode?: string
  line_items?: Line[]
  success_url?: string
  cancel_url?: string
  expires_at?: string
  customer_email?: string
  client_reference_id?: string
  metadata?: Record<string, string>
  payment_intent_data?: { metadata?: Record<string, string>; description?: string }
}

/** The minimum amounts, in Stripe's minor units. */
const MIN_AMOUNTS: Record<string, number> = {
  usd: 50,
  eur: 50,
  gbp: 30,
  nok: 300,
  sek: 300,
  dkk: 250,
  jpy: 50,
  huf: 17500,
}

const missing = (param: string): ParamError => ({
  message: `Missing required param: ${param}.`,
  param,
  code: 'parameter_missing',
})

function requireParameters({ mode, line_items, success_url }: Params, isHosted: boolean): ParamError | null {
  // Of Stripe's modes, only single payments on Stripe's own page are imitated.
  if (!isHosted) return { message: `Invalid mode: ${mode ?? ''}`, param: 'mode' }
  if (!line_items || line_items.length === 0) return missing('line_items')
  return success_url === undefined ? missing('success_url') : null
}

function checkLines(lines: Line[]): ParamError | null {
  if (lines.length > 100) return { message: 'At most 100 line items', param: 'line_items' }
  for (const [index, line] of lines.entries()) {
    const problem = checkLine(line, `line_items[${index}]`)
    if (problem) return problem
  }
  const total = lines.reduce((sum, line) => sum + Number(line.quantity) * Number(line.price_data?.unit_amount), 0)
  const currency = lines[0]?.price_data?.currency ?? ''
  const minimum = MIN_AMOUNTS[currency] ?? 1
  if (total !== 0 && total < minimum) {
    return {
      message: `The total must be at least ${minimum} ${currency}`,
      param: 'line_items',
      code: 'amount_too_small',
    }
  }
  return null
}

function checkLine({ price, price_data: data, quantity }: Line, at: string): ParamError | null {
  if (quantity === undefined) return missing(`${at}[quantity]`)
  if ((price === undefined) === (data === undefined)) return missing(`${at}[price_data]`)
  if (!data) return { message: 'This server keeps no prices', param: `${at}[price]` }
  if (!/^[a-z]{3}$/.test(data.currency)) {
    return { message: `Invalid currency: ${data.currency}`, param: `${at}[price_data][currency]` }
  }
  if ((data.product === undefined) === (data.product_data === undefined))
    return missing(`${at}[price_data][product_data]`)
  if ((data.unit_amount === undefined) === (data.unit_amount_decimal === undefined)) {
    return missing(`${at}[price_data][unit_amount]`)
  }
  const amount = Number(data.unit_amount)
  const isAmount = amount >= 0 && amount <= 99_999_999
  return isAmount ? null : { message: `Invalid amount: ${amount}`, param: `${at}[price_data][unit_amount]` }
}

function checkTexts(params: Params): ParamError | null {
  for (const param of ['success_url', 'cancel_url'] as const) {
    const address = params[param]
    if (address === undefined) continue
    if (!/^https?:$/.test(URL.parse(address)?.protocol ?? '') || address.length > 5000) {
      return { message: 'Not a valid URL', param, code: 'url_invalid' }
    }
  }
  const { customer_email: email, client_reference_id: reference } = params
  if (email !== undefined && !/^[\x21-\x7e]+@[a-z\d.-]+\.[a-z]{2,}$/i.test(email)) {
    return { message: `Invalid email address: ${email}`, param: 'customer_email', code: 'email_invalid' }
  }
  if (reference !== undefined && !/^[\w-]{1,200}$/.test(reference)) {
    return { message: 'Invalid client_reference_id', param: 'client_reference_id' }
  }
  return (
    checkMetadata(params.metadata, 'metadata') ??
    checkMetadata(params.payment_intent_data?.metadata, 'payment_intent_data[metadata]')
  )
}

function checkMetadata(metadata: Record<string, string> = {}, param: string): ParamError | null {
  const entries = Object.entries(metadata)
  const isFine = entries.length <= 50 && entries.every(([key, value]) => key.length <= 40 && value.length <= 500)
  return isFine ? null : { message: 'Metadata is too much', param }
}

const MINUTE = 60
function checkExpiry({ expires_at }: Params, now: number): ParamError | null {
  if (expires_at === undefined) return null
  const rest = Number(expires_at) - now
  if (rest >= 30 * MINUTE && rest <= 24 * 60 * MINUTE) return null
  const message = 'The `expires_at` timestamp must be between 30 minutes and 24 hours after the session is created.'
  return { message, param: 'expires_at' }
}
