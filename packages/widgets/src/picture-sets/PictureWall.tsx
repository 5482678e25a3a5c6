import { useLingui } from '@lingui/react'
import type { Picture as PictureOfSet, PictureSet } from '@portraitkit/core/picture-sets/contract.ts'
import type { CSSProperties } from 'react'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { messages } from './messages.ts'
import { PicturesNotReady } from './PicturesNotReady.tsx'
import { SetPicture } from './SetPicture.tsx'

/** All pictures of a set, uncropped. */
export function PictureWall({ set }: { set: PictureSet }) {
  if (set.pictures.length === 0) return <PicturesNotReady job={set.job} />
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
  const { _: t } = useLingui()
  return (
    <ul className="pk-wall" aria-busy="true" aria-label={t(messages.loading)}>
      {[0.8, 0.8, 1.25, 0.8, 0.8].map((share, index) => (
        <li key={index} style={{ '--pk-wall-share': share } as CSSProperties}>
          <Skeleton ratio={String(share)} />
        </li>
      ))}
    </ul>
  )
}

const shareOf = ({ width, height }: PictureOfSet) => ({ '--pk-wall-share': width / height }) as CSSProperties
