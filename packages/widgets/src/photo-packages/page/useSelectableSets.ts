import type { PackageInstance } from '@portraitkit/core/photo-packages/contract.ts'
import { type SelectableSet, selectableSets } from '@portraitkit/core/photo-packages/page/selectableSets.ts'
import { createPictureSets, type PictureSetsState } from '@portraitkit/core/picture-sets/state.ts'
import { useSnapshot } from 'valtio'
import { useRoot } from '../../rootContext.ts'

/** PKG-5: the customer's sets as listed for a package, and which of them are allowed. */
export function useSelectableSets(instance: PackageInstance): SelectableSet[] {
  const { shop, settings } = useRoot()
  const { sets } = useSnapshot(shop.part(createPictureSets).state) as PictureSetsState
  return selectableSets(instance, sets, settings.options.whiteLabelDisableMixPhotographers ?? false)
}

/** A set as an option of a list. */
export function optionOf({ set, allowed }: SelectableSet): { value: string; label: string; disabled: boolean } {
  const { subject, year } = set
  const label = [subject.name, subject.group, year].filter(Boolean).join(' · ')
  return { value: subject.uuid, label, disabled: !allowed }
}
