import { ref } from 'valtio/vanilla'
import { touchFields } from './changeFields.ts'
import { sendCheckoutCall } from './checkoutCall.ts'
import type { CheckoutHost } from './checkoutHost.ts'
import { checkout, type PaymentOption } from './contract.ts'
import { serverProblemsOf } from './form.ts'
import { chosenPayment, needsServerCheck } from './paymentOption.ts'
import { paymentProblems } from './requiredFields.ts'
import { afterRunningCall } from './runningCall.ts'
import { clearPayment } from './startCheckout.ts'
import { paymentDataOf } from './transaction.ts'

/** The step in which a payment method is selected. */
export type PaymentStep = {
  /** Fetches the payment methods for the selected delivery and continues to them. Returns whether they are there. */
  load(): Promise<boolean>
  choose(uuid: string): Promise<void>
  /** Continues to the summary if the payment form is complete and the server accepts it. */
  confirm(): Promise<void>
}

export function createPaymentStep(host: CheckoutHost): PaymentStep {
  const { call, state, latest } = host

  /** The server checks phone numbers and personal ids before the summary rather than after it. */
  async function isAccepted(option: PaymentOption): Promise<boolean> {
    Object.assign(state, { loading: 'payment-data', problem: null })
    const paymentOptionData = paymentDataOf(state, option)
    const input = { checkoutUuid: state.checkoutUuid ?? '', paymentOptionUuid: option.uuid, paymentOptionData }
    const checked = latest(
      () => call(checkout.checkPayment, input),
      (error) => {
        state.serverProblems = serverProblemsOf(error)
        touchFields(state, state.serverProblems)
        const { reason, message } = error
        if (reason !== 'input.invalid') state.problem = { during: 'setPaymentOption', message }
      },
    )
    const answer = await checked.finally(() => {
      if (state.loading === 'payment-data') state.loading = null
    })
    return answer !== undefined
  }

  return {
    async load() {
      const { checkoutUuid, deliveryOption } = state
      if (!checkoutUuid || !deliveryOption) return false
      clearPayment(state)
      state.loading = 'payment-options'
      const input = { checkoutUuid, deliveryOptionUuid: deliveryOption }
      const answer = await sendCheckoutCall(host, 'fetchPaymentOptions', () => call(checkout.paymentOptions, input))
      if (state.loading === 'payment-options') state.loading = null
      if (!answer) return false
      state.paymentOptions = answer.paymentOptions
      state.cart = ref(answer.cart)
      state.currentStep = 'select-payment-option'
      return true
    },
    async choose(uuid) {
      const { checkoutUuid, deliveryOption } = state
      if (!checkoutUuid || !deliveryOption) return
      state.paymentOption = uuid
      state.currentStep = 'select-payment-option'
      state.loading = 'cart'
      const input = { checkoutUuid, deliveryOptionUuid: deliveryOption, paymentOptionUuid: uuid }
      const answer = await sendCheckoutCall(host, 'setPaymentOption', () => call(checkout.choosePayment, input))
      if (state.loading === 'cart') state.loading = null
      if (answer) state.cart = ref(answer.cart)
      else if (state.problem) state.paymentOption = null
    },
    async confirm() {
      if (state.loading && !(await afterRunningCall(state))) return
      const option = chosenPayment(state)
      if (!option || !touchFields(state, paymentProblems(option, state))) return
      if (!needsServerCheck(option) || (await isAccepted(option))) state.currentStep = 'confirm-order'
    },
  }
}
