import { createPictureSets, type PictureSetsState } from '@portraitkit/core/picture-sets/state.ts'
import { useSnapshot } from 'valtio'
import { ClosedNotice, JobDays } from '../../jobs/JobDays.tsx'
import { useRoot } from '../../rootContext.ts'
import { useEditor } from '../useEditor.ts'

/** Until when the design can be ordered, or why it no longer can: the server accepts no orders for a closed job. */
export function OrderDeadline() {
  const { shop } = useRoot()
  const { instance } = useEditor()
  const { sets } = useSnapshot(shop.part(createPictureSets).state) as PictureSetsState
  const set = sets.find(({ subject }) => subject.uuid === instance.subject)
  if (!set) return null
  const { job, subject } = set
  if (!job.isClosed) return <JobDays of={job} only={['orderBy', 'freeDeliveryUntil']} />
  return <ClosedNotice name={subject.name} day={job.isArchived || job.isDeleted ? undefined : job.orderBy} />
}
