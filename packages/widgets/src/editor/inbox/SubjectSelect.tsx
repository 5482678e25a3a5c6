import { useLingui } from '@lingui/react'
import { canMix, canTakeFrom } from '@portraitkit/core/jobs/subjectChange.ts'
import type { PictureSet } from '@portraitkit/core/picture-sets/contract.ts'
import { createPictureSets, type PictureSetsState } from '@portraitkit/core/picture-sets/state.ts'
import { useSnapshot } from 'valtio'
import { useRoot } from '../../rootContext.ts'
import { Select } from '../../ui/controls/Select.tsx'
import { messages } from '../messages.ts'
import { useEditor } from '../useEditor.ts'

/** EDT-22: selects whose pictures are offered. Sets that the rules of subject change exclude are listed, but disabled. */
export function SubjectSelect() {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const { rules } = useEditor()
  const sets = shop.part(createPictureSets)
  const state = useSnapshot(sets.state) as PictureSetsState
  const firstSet = useFirstSet(state)
  const offered = useSelectedSet(state)
  const isForbidden = useMixingForbidden()
  const listed = state.sets.filter((set) => canMix(isForbidden, firstSet, set))
  if (listed.length < 2) return null
  return (
    <Select
      label={t(messages.picturesOf)}
      value={offered?.subject.uuid ?? ''}
      onValue={(subject) => sets.choose(subject)}
      options={listed.map((set) => ({
        value: set.subject.uuid,
        label: [set.subject.name, set.subject.group, set.year].filter(Boolean).join(' · '),
        disabled: !canTakeFrom(rules.subjectChange, firstSet, set),
      }))}
    />
  )
}

/** The set whose pictures are offered: the shop's selected set if the rules allow it, otherwise the design's own. */
export function useSelectedSet(state: PictureSetsState): PictureSet | undefined {
  const { rules } = useEditor()
  const firstSet = useFirstSet(state)
  const isForbidden = useMixingForbidden()
  const selected = state.sets.find(({ subject }) => subject.uuid === state.selected)
  const isIn =
    selected && canMix(isForbidden, firstSet, selected) && canTakeFrom(rules.subjectChange, firstSet, selected)
  return isIn ? selected : firstSet
}

/** PKG-5: whether pictures of two photographers must not be combined. */
function useMixingForbidden(): boolean {
  return useRoot().settings.options.whiteLabelDisableMixPhotographers ?? false
}

/** The set with which the design was started. */
function useFirstSet({ sets }: PictureSetsState): PictureSet | undefined {
  const { instance } = useEditor()
  return sets.find(({ subject }) => subject.uuid === instance.subject)
}
