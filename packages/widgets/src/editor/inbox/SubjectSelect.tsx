import { canMix, canTakeFrom } from '@portraitkit/core/jobs/subjectChange.ts'
import type { PictureSet } from '@portraitkit/core/picture-sets/contract.ts'
import { createPictureSets, type PictureSetsState } from '@portraitkit/core/picture-sets/state.ts'
import { useSnapshot } from 'valtio'
import { useT } from '../../locales/useT.ts'
import { useRoot } from '../../rootContext.ts'
import { Select } from '../../ui/controls/Select.tsx'
import { messages } from '../messages.ts'
import { useEditor } from '../useEditor.ts'

/** EDT-22: whose pictures are offered. Sets that the rules of subject change do not let in are there, but disabled. */
export function SubjectSelect() {
  const t = useT(messages)
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
      label={t('editor.picturesOf')}
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

/** The set whose pictures are offered: the one that the shop is about, where the rules let it in, else the design's own. */
export function useSelectedSet(state: PictureSetsState): PictureSet | undefined {
  const { rules } = useEditor()
  const firstSet = useFirstSet(state)
  const isForbidden = useMixingForbidden()
  const selected = state.sets.find(({ subject }) => subject.uuid === state.selected)
  const isIn =
    selected && canMix(isForbidden, firstSet, selected) && canTakeFrom(rules.subjectChange, firstSet, selected)
  return isIn ? selected : firstSet
}

/** PKG-5: pictures of two photographers do not meet. */
function useMixingForbidden(): boolean {
  return useRoot().settings.options.whiteLabelDisableMixPhotographers ?? false
}

/** The set that the design was begun with. */
function useFirstSet({ sets }: PictureSetsState): PictureSet | undefined {
  const { instance } = useEditor()
  return sets.find(({ subject }) => subject.uuid === instance.subject)
}
