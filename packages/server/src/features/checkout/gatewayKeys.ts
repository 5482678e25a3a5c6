import type { App } from '../../platform/app.ts'
import { openGateway, ProviderError, saveGatewayText, savePaymentOptions } from '../../platform/provider/collection.ts'
import type { Provider } from '../../platform/provider/document.ts'
import type { Gateway } from '../../ports/payments/gateway.ts'
import { gateways } from '../../ports/payments/index.ts'

/** A key that a gateway needs: what it is, and what is wrong with it; never what stands in it. */
export type GatewayKey = { field: string; about: string; isSet: boolean; problem: string | undefined }

/** The keys that a gateway needs of a provider. */
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

/** Keeps a key of a gateway, sealed, without the blanks around it. Answers what is wrong with it; nothing is changed then. */
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

/** Makes the ways to pay of a provider these. Throws ProviderError, whose message names the field. */
export async function offerPayments(app: App, provider: Provider, paymentOptions: unknown): Promise<void> {
  const unknown = Array.isArray(paymentOptions)
    ? paymentOptions.findIndex((option) => !gateways.some(({ name }) => name === option?.gateway))
    : -1
  if (unknown >= 0) throw new ProviderError(`paymentOptions.${unknown}.gateway: there is no such gateway`)
  await savePaymentOptions(app, provider, paymentOptions)
}
