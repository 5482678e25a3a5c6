import { formatDay } from '@portraitkit/core/jobs/dates.ts'
import type { Picture as PictureOfSet, PictureSet } from '@portraitkit/core/picture-sets/contract.ts'
import type { CSSProperties } from 'react'
import { messages as dayMessages } from '../jobs/messages.ts'
import { useT } from '../locales/useT.ts'
import { useRoot } from '../rootContext.ts'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { messages } from './messages.ts'
import { SetPicture } from './SetPicture.tsx'

/** All pictures of a set, uncropped. */
export function PictureWall({ set }: { set: PictureSet }) {
  const t = useT(messages)
  const days = useT(dayMessages)
  const { language } = useRoot()
  if (set.pictures.length === 0) {
    const { hasBeenInWebShop, requireFineTunedPictures, isDeleted, deletion } = set.job
    if (isDeleted && deletion) {
      return <p className="pk-lead">{days('jobs.deleted', { date: formatDay(deletion, language) })}</p>
    }
    return (
      <p className="pk-lead">
        {t(hasBeenInWebShop || requireFineTunedPictures ? 'picture-sets.notYet' : 'picture-sets.none')}
      </p>
    )
  }
  return (
    <ul className="pk-wall">
      {set.pictures.map((picture, index) => (
        <li key={picture.uuid} style={shareOf(picture)}>
          <SetPicture
            set={set}
            picture={picture}
            number={index + 1}
            sizes="(min-width: 640px) 380px, 60vw"
            loading={index < 4 ? 'eager' : 'lazy'}
          />
        </li>
      ))}
    </ul>
  )
}

/** The placeholder of the wall. */
export function WallSkeleton() {
  const t = useT(messages)
  return (
    <ul className="pk-wall" aria-busy="true" aria-label={t('picture-sets.loading')}>
      {[0.8, 0.8, 1.25, 0.8, 0.8].map((share, index) => (
        <li key={index} style={{ '--pk-wall-share': share } as CSSProperties}>
          <Skeleton ratio={String(share)} />
        </li>
      ))}
    </ul>
  )
}

const shareOf = ({ width, height }: PictureOfSet) => ({ '--pk-wall-share': width / height }) as CSSProperties
