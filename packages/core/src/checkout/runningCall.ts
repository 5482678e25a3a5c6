import { subscribe } from 'valtio/vanilla'
import type { CheckoutState } from './form.ts'

/**
 * Waits for the answer to the running call, so that a press in the meantime counts. Returns whether the current step is still the
 * same one.
 */
export async function afterRunningCall(state: CheckoutState): Promise<boolean> {
  const { currentStep } = state
  while (state.loading !== null) await nextChange(state)
  return state.currentStep === currentStep
}

function nextChange(state: CheckoutState): Promise<void> {
  return new Promise((resolve) => {
    const stop = subscribe(state, () => {
      stop()
      resolve()
    })
  })
}
