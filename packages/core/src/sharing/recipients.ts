import { isEmail } from '../account/email.ts'
import { isShareable } from '../picture-sets/availability.ts'
import type { PictureSet } from '../picture-sets/contract.ts'

/** Pure rules of sharing (001 §5). */

/** The typed addresses, one or several per field: invalid and empty ones are dropped, each counts once. */
export function recipientsOf(input: readonly string[]): string[] {
  const addresses = input.flatMap(addressesIn).filter(isEmail)
  return [...new Set(addresses.map((address) => address.toLowerCase()))]
}

/** Whether a field contains something that is not an address. */
export function isUnreadable(input: string): boolean {
  return addressesIn(input).some((address) => !isEmail(address))
}

function addressesIn(input: string): string[] {
  return input.split(/[\s,;]+/).filter(Boolean)
}

/** Only sets of jobs that are not archived can be shared, only if they have pictures, and only by those who have their code. */
export function shareableSets<S extends Pick<PictureSet, 'job' | 'pictures' | 'isShared'>>(sets: readonly S[]): S[] {
  return sets.filter(isShareable)
}
