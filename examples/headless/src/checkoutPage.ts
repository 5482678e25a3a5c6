import { canBuy, snapshot, visibleProblem } from '@portraitkit/core'
import { alert, field, form, html, waiting } from './html.ts'
import { checkout, money, orders } from './shop.ts'

/** Who gets the files, how to pay, and the consents. */
export function checkoutPage(): HTMLElement[] {
  const state = snapshot(checkout)
  const title = html('h1', {}, 'Your order')
  const back = html('p', {}, html('a', { href: '#' }, 'Back to the pictures'))
  if (state.status === 'loading') return [title, waiting()]
  if (state.status !== 'ready' || !state.cart)
    return [title, alert(state.problem?.message ?? 'Nothing is in it.'), back]
  const isFaulty = visibleProblem(state, 'contactInfo.name') ?? visibleProblem(state, 'contactInfo.emailAddress')
  const fault = isFaulty && 'Please enter a name and an email address.'
  const error = alert(fault ?? (state.createTransactionError || state.problem?.message))
  return [title, table(state.cart), step(state), error, back]
}

function step(state: ReturnType<typeof snapshot<typeof checkout.state>>): HTMLElement {
  const { currentStep, contactInfo, paymentOptions, paymentOption } = state
  if (currentStep === 'select-delivery-option') {
    const { name, emailAddress: email } = contactInfo
    const nameField = field('Name', { name: 'name', value: name, autocomplete: 'name' })
    const emailField = field('Email address', { name: 'email', value: email, type: 'email', autocomplete: 'email' })
    return form(confirmContact, 'name email', 'Continue', nameField, emailField)
  }
  if (currentStep === 'select-payment-option') {
    const options = paymentOptions.map(({ uuid, title }) => {
      const change = () => checkout.choosePayment(uuid)
      return html(
        'label',
        {},
        html('input', { type: 'radio', name: 'payment', checked: uuid === paymentOption, change }),
        title,
      )
    })
    const choice = html('fieldset', {}, html('legend', {}, 'Payment'), ...options)
    return form(checkout.confirmPayment, '', 'Continue', choice)
  }
  const consents = [consent('I accept the terms of purchase', state.termsAccepted, checkout.acceptTerms)]
  const { digitalConsent, digitalConsentGiven } = state
  if (digitalConsent) consents.push(consent(digitalConsent, digitalConsentGiven, checkout.giveDigitalConsent))
  return html('fieldset', {}, ...consents, html('button', { click: buy, disabled: !canBuy(state) }, 'Buy now'))
}

function confirmContact(name: string, email: string): Promise<void> {
  checkout.setField('contactInfo.name', name)
  checkout.setField('contactInfo.emailAddress', email)
  return checkout.confirmDelivery()
}

function consent(text: string, checked: boolean, accept: (accepted: boolean) => void): HTMLElement {
  const change = (event: Event) => accept((event.target as HTMLInputElement).checked)
  return html('label', {}, html('input', { type: 'checkbox', checked, change }), text)
}

/** Orders, and leaves for the payment, which returns to the receipt. */
async function buy(): Promise<void> {
  const [here] = location.href.split('#')
  const how = { client: 'desktop', returnTo: `${here}#receipt/{orderUuid}`, backTo: `${here}#checkout` } as const
  const bought = await checkout.buy(how)
  if (bought) location.assign(bought.alreadyPaid ? `#receipt/${bought.orderUuid}` : bought.paymentHref)
}

export function receiptPage(order: string): HTMLElement[] {
  const { value, error } = snapshot(orders).receipts[order] ?? {}
  if (!value) return [html('h1', {}, 'Your receipt'), error ? alert(error) : waiting()]
  const back = html('p', {}, html('a', { href: '#' }, 'Back to the pictures'))
  return [html('h1', {}, 'Thank you for your order'), table(value), back]
}

type Order = { orderLines: readonly { description: string; actualLinePrice: number }[] }

/** The lines as the shop has them: delivery, fees and the total are lines, too. */
function table({ orderLines }: Order): HTMLElement {
  const rows = orderLines.map(({ description, actualLinePrice }) =>
    html('tr', {}, html('td', {}, description), html('td', {}, money(actualLinePrice))),
  )
  return html('table', {}, ...rows)
}
