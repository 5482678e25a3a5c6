import { useLingui } from '@lingui/react'
import { formatDay } from '@portraitkit/core/jobs/dates.ts'
import type { PictureSet } from '@portraitkit/core/picture-sets/contract.ts'
import { messages as dayMessages } from '../jobs/messages.ts'
import { useRoot } from '../rootContext.ts'
import { messages } from './messages.ts'

/** Why a set has no pictures: they are not in the shop yet, there are none, or they were deleted with their job. */
export function PicturesNotReady({ job }: Pick<PictureSet, 'job'>) {
  const { _: t } = useLingui()
  const { language } = useRoot()
  const { hasBeenInWebShop, requireFineTunedPictures, isDeleted, deletion } = job
  if (isDeleted && deletion) {
    return <p className="pk-lead">{t(dayMessages.deleted, { date: formatDay(deletion, language) })}</p>
  }
  return <p className="pk-lead">{t(hasBeenInWebShop || requireFineTunedPictures ? messages.notYet : messages.none)}</p>
}
