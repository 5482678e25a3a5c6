import type { Gateway } from './gateway.ts'
import { invoice, nothingToPay } from './immediate.ts'
import { sandbox } from './sandbox.ts'
import { stripe } from './stripe.ts'

/** Every gateway that a provider's payment options may name. */
export const gateways: readonly Gateway[] = [invoice, sandbox, stripe]

/** The gateway of an order that costs nothing, whatever its customer selected. No payment option names it. */
export const NOTHING_TO_PAY = nothingToPay.name

/** The gateway with that name. Throws if a provider's document names an unknown one. */
export function gatewayNamed(name: string): Gateway {
  const found = [...gateways, nothingToPay].find((gateway) => gateway.name === name)
  if (!found) throw new Error(`There is no gateway ${JSON.stringify(name)}: payments/index.ts lists them`)
  return found
}
