import type { Stripe } from 'stripe'
import { html } from '../../platform/html.ts'

/** The payment page, as plain as possible: a button that pays, one whose card is declined, and one to go back. */
export function pageOf(session: Stripe.Checkout.Session, note: string): string {
  const { id, status, amount_total, currency, customer_email, cancel_url } = session
  const form = html`<form method="post" action="/c/pay/${id}/pay"><button>Pay</button></form>
<form method="post" action="/c/pay/${id}/decline"><button>Pay with a card that is declined</button></form>
<form method="post" action="/c/pay/${id}/later"><button>Pay by a bank that takes its time</button></form>
<p><a href="${cancel_url ?? '#'}">Back</a></p>`
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Checkout</title><link rel="icon" href="data:,"></head><body><main>
<h1>${amount_total} ${currency}</h1>
<p>${customer_email ?? ''}</p>
<p role="alert">${note}</p>
${status === 'open' ? form : html`<p>This page is ${status ?? ''}.</p>`}
</main></body></html>`.safe
}
