import { randomUUID } from 'node:crypto'
import { type ProviderCollection, providerCollection } from '../../../platform/db/providerCollection.ts'
import type { CallContext } from '../../../platform/feature.ts'

/** An act of an operator on behalf of a customer. Its input belongs to the customer and is not stored. */
export type OperatorAct = {
  _id: string
  provider: string
  operator: string
  /** The customer's uuid. */
  customer: string
  /** Name of the call, such as `cart.addLines`; `account.simulate` for the start of the session. */
  call: string
  time: Date
}

export function operatorActsOf(app: CallContext['app'], provider: string): ProviderCollection<OperatorAct> {
  return providerCollection<OperatorAct>(app, 'operatorActs', provider)
}

/** An operator's name as the security log contains it: it distinguishes operators and reveals none. */
export function operatorFingerprint({ secrets }: Pick<CallContext['app'], 'secrets'>, operator: string): string {
  return secrets.sign('operator in the security log', operator).slice(0, 16)
}

/** Records a call that an operator makes as a customer. */
export async function recordAct(
  { app, provider, customer, now }: Pick<CallContext<'public'>, 'app' | 'provider' | 'customer' | 'now'>,
  call: string,
): Promise<void> {
  if (!customer?.isSimulated) return
  await operatorActsOf(app, provider.key).insertOne({
    _id: randomUUID(),
    operator: customer.operator ?? '',
    customer: customer.uuid,
    call,
    time: now,
  })
}
