import type { App } from '../../platform/app.ts'
import { openGateway, ProviderError, saveGatewayText, savePaymentOptions } from '../../platform/provider/collection.ts'
import type { Provider } from '../../platform/provider/document.ts'
import { type Gateway, gatewayFault } from '../../ports/payments/gateway.ts'
import { gateways } from '../../ports/payments/index.ts'

/** A key that a gateway needs: its name, and what is wrong with it; never its value. */
export type GatewayKey = { field: string; about: string; isSet: boolean; problem: string | undefined }

/** The keys that a gateway needs from a provider. */
export function gatewayKeys(app: App, provider: Provider, gateway: Gateway): GatewayKey[] {
  const config = openGateway(app, provider, gateway.name)
  const problems = gateway.problems?.(config) ?? {}
  return Object.entries(gateway.fields ?? {}).map(([field, about]) => ({
    field,
    about,
    isSet: config[field] !== undefined,
    problem: problems[field],
  }))
}

/** Stores a key of a gateway, sealed and trimmed. Returns what is wrong with it, and changes nothing in that case. */
export async function setGatewayKey(
  app: App,
  provider: Provider,
  gateway: Gateway,
  { field, text }: { field: string; text: string },
): Promise<string | null> {
  const key = text.trim()
  const problem = gateway.problems?.({ ...openGateway(app, provider, gateway.name), [field]: key })[field]
  if (problem || key === '') return problem ?? 'is empty'
  await saveGatewayText(app, provider, gateway.name, field, key)
  return null
}

/** Replaces a provider's payment methods. Throws ProviderError, whose message names the field. */
export async function replacePaymentOptions(app: App, provider: Provider, paymentOptions: unknown): Promise<void> {
  for (const [index, option] of Array.isArray(paymentOptions) ? paymentOptions.entries() : []) {
    const gateway = gateways.find(({ name }) => name === option?.gateway)
    const fault = gateway ? gatewayFault(app, provider, gateway) : 'there is no such gateway'
    if (fault) throw new ProviderError(`paymentOptions.${index}.gateway: ${fault}`)
  }
  await savePaymentOptions(app, provider, paymentOptions)
}
