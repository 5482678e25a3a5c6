import { canMix, canTakeFrom } from '../../jobs/subjectChange.ts'
import { isOrderable } from '../../picture-sets/availability.ts'
import type { PictureSet } from '../../picture-sets/contract.ts'
import type { PackageInstance } from '../contract.ts'

/** A picture set that is listed, and whether its pictures may come into the package. */
export type SelectableSet = { set: PictureSet; allowed: boolean }

/**
 * PKG-5: the sets that are listed for a package. Another photographer's are left out where the provider mixes none; those that
 * the mode of subject change keeps out are there, but disabled.
 */
export function selectableSets(
  { subject, allowSubjectChange }: Pick<PackageInstance, 'subject' | 'allowSubjectChange'>,
  sets: readonly PictureSet[],
  isMixingForbidden: boolean,
): SelectableSet[] {
  const packageSet = sets.find((set) => set.subject.uuid === subject?.uuid)
  return sets
    .filter((set) => isOrderable(set) && canMix(isMixingForbidden, packageSet, set))
    .map((set) => ({ set, allowed: canTakeFrom(allowSubjectChange, packageSet, set) }))
}
