import { canMix, canTakeFrom } from '../../jobs/subjectChange.ts'
import { isOrderable } from '../../picture-sets/availability.ts'
import type { PictureSet } from '../../picture-sets/contract.ts'
import type { PackageInstance } from '../contract.ts'

/** A listed picture set, and whether its pictures are allowed in the package. */
export type SelectableSet = { set: PictureSet; allowed: boolean }

/**
 * PKG-5: the sets listed for a package. If the provider mixes no photographers, those of others are left out; sets that the
 * mode of subject change excludes are listed, but disabled.
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
