import { randomBytes } from 'node:crypto'
import type { Stripe } from 'stripe'

/** Objects as Stripe answers them, complete: the library's own types define the fields. */

type Session = Stripe.Checkout.Session
const idOf = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

/** The part of a request that a session shows. */
export type SessionRequest = {
  mode: string
  line_items: Array<{ quantity: string; price_data: { currency: string; unit_amount: string } }>
  metadata?: Record<string, string>
  payment_intent_data?: { description?: string; metadata?: Record<string, string> }
  client_reference_id?: string
  customer_email?: string
  locale?: string
  success_url: string
  cancel_url?: string
  expires_at?: string
}

export function buildSession(request: SessionRequest, created: number, pageOf: (id: string) => string): Session {
  const id = idOf('cs_test')
  const [{ price_data }] = request.line_items as [SessionRequest['line_items'][number]]
  const total = request.line_items.reduce(
    (sum, line) => sum + Number(line.quantity) * Number(line.price_data.unit_amount),
    0,
  )
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: ['card'],
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: request.cancel_url ?? null,
    client_reference_id: request.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created,
    currency: price_data.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: null,
    customer_account: null,
    customer_creation: 'if_required',
    customer_details: null,
    customer_email: request.customer_email ?? null,
    discounts: [],
    expires_at: request.expires_at ? Number(request.expires_at) : created + 24 * 3600,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: request.locale ?? null,
    managed_payments: null,
    metadata: request.metadata ?? {},
    mode: 'payment',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: request.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: pageOf(id),
    wallet_options: null,
  }
}

/** The payment behind a session. Stripe creates it when somebody tries to pay. */
export function buildIntent(session: Session, request: SessionRequest, created: number): Stripe.PaymentIntent {
  return {
    id: idOf('pi'),
    object: 'payment_intent',
    allowed_payment_method_types: ['card'],
    amount: session.amount_total ?? 0,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: null,
    confirmation_method: 'automatic',
    created,
    currency: session.currency ?? '',
    customer: null,
    customer_account: null,
    description: request.payment_intent_data?.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: request.payment_intent_data?.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: null,
  }
}

/** An attempt to charge: successful, or declined by the bank. */
export function buildCharge(intent: Stripe.PaymentIntent, isPaid: boolean, created: number): Stripe.Charge {
  return {
    id: idOf('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: isPaid,
    created,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: isPaid ? null : 'card_declined',
    failure_message: isPaid ? null : 'Your card was declined.',
    fraud_details: null,
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: null,
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: null,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: isPaid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  }
}

export function buildRefund(charge: Stripe.Charge, amount: number, created: number): Stripe.Refund {
  return {
    id: idOf('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
}

export function buildEvent(type: string, object: unknown, created: number): Stripe.Event {
  return {
    id: idOf('evt'),
    object: 'event',
    api_version: '2026-10-28.endive',
    created,
    // The current state: later events do not change the webhook.
    data: { object: structuredClone(object) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  } as Stripe.Event
}
