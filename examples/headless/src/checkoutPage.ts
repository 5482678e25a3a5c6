import { canBuy, snapshot, visibleProblem } from '@portraitkit/core'
import { html, type TemplateResult } from 'lit-html'
import { live } from 'lit-html/directives/live.js'
import { alert, back, field, form, type Page, waiting } from './parts.ts'
import { checkout, money, orders } from './shop.ts'

/** Who gets the files, how to pay, and the consents. */
export function checkoutPage(): Page {
  const state = snapshot(checkout)
  const title = 'Your order'
  if (state.status === 'loading') return { title, content: waiting() }
  if (state.status !== 'ready' || !state.cart)
    return { title, content: [alert(state.problem?.message ?? 'Nothing is in it.'), back()] }
  const isFaulty = visibleProblem(state, 'contactInfo.name') ?? visibleProblem(state, 'contactInfo.emailAddress')
  const fault = isFaulty && 'Please enter a name and an email address.'
  const error = alert(fault ?? (state.createTransactionError || state.problem?.message))
  return { title, content: [table(state.cart), step(state), error, back()] }
}

function step(state: ReturnType<typeof snapshot<typeof checkout.state>>): TemplateResult {
  const { currentStep, contactInfo, paymentOptions, paymentOption } = state
  if (currentStep === 'select-delivery-option') {
    const { name, emailAddress: email } = contactInfo
    const nameField = field('Name', { name: 'name', value: name, autocomplete: 'name' })
    const emailField = field('Email address', { name: 'email', value: email, type: 'email', autocomplete: 'email' })
    return form(confirmContact, 'name email', 'Continue', [nameField, emailField])
  }
  if (currentStep === 'select-payment-option') {
    const options = paymentOptions.map(({ uuid, title }) => {
      const choose = () => checkout.choosePayment(uuid)
      // also where a choice that failed is taken back
      const isChosen = live(uuid === paymentOption)
      return html`<label><input type="radio" name="payment" .checked=${isChosen} @change=${choose} />${title}</label>`
    })
    const choice = html`<fieldset><legend>Payment</legend>${options}</fieldset>`
    return form(checkout.confirmPayment, '', 'Continue', choice)
  }
  const consents = [consent('I accept the terms of purchase', state.termsAccepted, checkout.acceptTerms)]
  const { digitalConsent, digitalConsentGiven } = state
  if (digitalConsent) consents.push(consent(digitalConsent, digitalConsentGiven, checkout.giveDigitalConsent))
  return html`<fieldset>${consents}<button @click=${buy} ?disabled=${!canBuy(state)}>Buy now</button></fieldset>`
}

function confirmContact(name: string, email: string): Promise<void> {
  checkout.setField('contactInfo.name', name)
  checkout.setField('contactInfo.emailAddress', email)
  return checkout.confirmDelivery()
}

function consent(text: string, checked: boolean, accept: (accepted: boolean) => void): TemplateResult {
  const change = (event: Event) => accept((event.target as HTMLInputElement).checked)
  return html`<label><input type="checkbox" .checked=${checked} @change=${change} />${text}</label>`
}

/** Orders, and leaves for the payment, which returns to the receipt. */
async function buy(): Promise<void> {
  const [here] = location.href.split('#')
  const how = { client: 'desktop', returnTo: `${here}#receipt/{orderUuid}`, backTo: `${here}#checkout` } as const
  const bought = await checkout.buy(how)
  if (bought) location.assign(bought.alreadyPaid ? `#receipt/${bought.orderUuid}` : bought.paymentHref)
}

export function receiptPage(order: string): Page {
  const { value, error } = snapshot(orders).receipts[order] ?? {}
  if (!value) return { title: 'Your receipt', content: error ? alert(error) : waiting() }
  return { title: 'Thank you for your order', content: [table(value), back()] }
}

type Order = { orderLines: readonly { description: string; actualLinePrice: number }[] }

/** The lines as the shop has them: delivery, fees and the total are lines, too. */
function table({ orderLines }: Order): TemplateResult {
  const rows = orderLines.map(
    ({ description, actualLinePrice }) => html`<tr><td>${description}</td><td>${money(actualLinePrice)}</td></tr>`,
  )
  return html`<table>${rows}</table>`
}
