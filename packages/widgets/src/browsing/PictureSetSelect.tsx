import { useLingui } from '@lingui/react'
import { isOrderable } from '@portraitkit/core/picture-sets/availability.ts'
import { createPictureSets, type PictureSetsState } from '@portraitkit/core/picture-sets/state.ts'
import { useSnapshot } from 'valtio'
import { JobDays } from '../jobs/JobDays.tsx'
import { useRoot } from '../rootContext.ts'
import { Select } from '../ui/controls/Select.tsx'
import { messages } from './messages.ts'

/** Selects whose pictures the shop shows, if a customer has several sets. The choice is remembered. */
export function PictureSetSelect({ days: withDays = true }: { days?: boolean }) {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const sets = shop.part(createPictureSets)
  const state = useSnapshot(sets.state) as PictureSetsState
  const offered = state.sets.filter(isOrderable)
  const selected = offered.find(({ subject }) => subject.uuid === state.selected)
  const days = selected && withDays ? <JobDays of={selected.job} only={['orderBy', 'freeDeliveryUntil']} /> : null
  if (offered.length < 2) return days
  return (
    <div className="pk-set-select">
      <Select
        label={t(messages.set)}
        value={state.selected ?? ''}
        onValue={(subject) => sets.choose(subject)}
        options={offered.map(({ subject, year }) => ({
          value: subject.uuid,
          label: [subject.name, subject.group, year].filter(Boolean).join(' · '),
        }))}
      />
      {days}
    </div>
  )
}
