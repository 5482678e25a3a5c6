import { formatDay } from '@portraitkit/core/jobs/dates.ts'
import type { PictureSet } from '@portraitkit/core/picture-sets/contract.ts'
import { messages as dayMessages } from '../jobs/messages.ts'
import { useT } from '../locales/useT.ts'
import { useRoot } from '../rootContext.ts'
import { messages } from './messages.ts'

/** Why a set has no pictures: they are not in the shop yet, there are none, or they were deleted with their job. */
export function PicturesNotReady({ job }: Pick<PictureSet, 'job'>) {
  const t = useT(messages)
  const days = useT(dayMessages)
  const { language } = useRoot()
  const { hasBeenInWebShop, requireFineTunedPictures, isDeleted, deletion } = job
  if (isDeleted && deletion) {
    return <p className="pk-lead">{days('jobs.deleted', { date: formatDay(deletion, language) })}</p>
  }
  return (
    <p className="pk-lead">
      {t(hasBeenInWebShop || requireFineTunedPictures ? 'picture-sets.notYet' : 'picture-sets.none')}
    </p>
  )
}
