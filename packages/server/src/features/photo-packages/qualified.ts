import type { CallContext } from '../../platform/feature.ts'
import { factsOf } from '../../platform/rules/facts.ts'
import type { DeliveredSet } from '../jobs/collection.ts'
import { whyNot } from './disabled.ts'
import { offeredPackages } from './offered.ts'
import { askedOf } from './open.ts'

/** The packages and links that the caller qualifies for. */
export function offeredTo({ app, provider, customer, language }: CallContext): ReturnType<typeof offeredPackages> {
  return offeredPackages(app, provider, language, () => factsOf(app, provider, customer?.uuid))
}

/** Returns a function that says whether any package offered to the caller is available for a picture set. */
export async function packagesFor(call: CallContext): Promise<(set: DeliveredSet) => boolean> {
  const [offered, asked] = await Promise.all([offeredTo(call), askedOf(call)])
  const full = offered.filter((each) => 'items' in each && !each.document.disabled)
  return (set) => full.some((each) => 'items' in each && each.items.every((item) => whyNot(item, set, asked) === null))
}
