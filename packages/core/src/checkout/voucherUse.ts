import { ref } from 'valtio/vanilla'
import { isOver } from './checkoutCall.ts'
import type { CheckoutHost } from './checkoutHost.ts'
import { checkout } from './contract.ts'
import { afterRunningCall } from './runningCall.ts'
import { isVoucherProblem } from './transaction.ts'

/** Applies a voucher code. Problems of the code are shown below it; all others above the page. */
export async function applyVoucher({ call, state, latest, startAnew }: CheckoutHost, code: string): Promise<boolean> {
  // a double click is one press
  if (state.loading === 'voucher') return false
  if (state.loading) await afterRunningCall(state)
  const { checkoutUuid, deliveryOption, paymentOption } = state
  if (!checkoutUuid || !deliveryOption || state.loading) return false
  Object.assign(state, { loading: 'voucher', voucherError: '', problem: null })
  const choice = { checkoutUuid, deliveryOptionUuid: deliveryOption }
  const input = { ...choice, ...(paymentOption && { paymentOptionUuid: paymentOption }), code }
  const used = latest(
    () => call(checkout.useVoucher, input),
    async ({ reason, message }) => {
      const isOfCode = isVoucherProblem(reason) || reason === 'throttle.wait'
      if (isOfCode) state.voucherError = message
      else state.problem = { during: 'useVoucherCode', message }
      if (isOver(reason)) await startAnew()
    },
  )
  const answer = await used.finally(() => {
    if (state.loading === 'voucher') state.loading = null
  })
  if (answer) state.cart = ref(answer.cart)
  return answer !== undefined
}
