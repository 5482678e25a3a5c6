import type { App } from '../../../platform/app.ts'
import type { Provider } from '../../../platform/provider/document.ts'
import { customersOf } from '../collection.ts'

/** Records that somebody returned a secret that only an email to this address contained, if it is still the customer's address. */
export async function recordAddressProof(
  app: App,
  provider: Provider,
  { customer, email }: { customer: string; email: string },
): Promise<void> {
  const unproved = { _id: customer, email, addressProved: { $exists: false } }
  await customersOf(app, provider).updateOne(unproved, { $set: { addressProved: app.clock() } })
}
