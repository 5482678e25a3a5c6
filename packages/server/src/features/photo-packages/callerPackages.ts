import type { CallContext } from '../../platform/feature.ts'
import { factsOf } from '../../platform/rules/facts.ts'
import type { DeliveredSet } from '../jobs/collection.ts'
import { unavailableReason } from './availability.ts'
import { offeredPackages } from './offeredPackages.ts'
import { availabilityQueryOf } from './openPackage.ts'

/** The packages and links that the caller qualifies for. */
export function offeredPackagesFor({
  app,
  provider,
  customer,
  language,
}: CallContext): ReturnType<typeof offeredPackages> {
  return offeredPackages(app, provider, language, () => factsOf(app, provider, customer?.uuid))
}

/** Returns a function that says whether any package offered to the caller is available for a picture set. */
export async function createPackageCheck(call: CallContext): Promise<(set: DeliveredSet) => boolean> {
  const [offered, query] = await Promise.all([offeredPackagesFor(call), availabilityQueryOf(call)])
  const full = offered.filter((each) => 'items' in each && !each.document.disabled)
  return (set) =>
    full.some((each) => 'items' in each && each.items.every((item) => unavailableReason(item, set, query) === null))
}
