import { useLingui } from '@lingui/react'
import type { Picture as PictureOfSet, PictureSet } from '@portraitkit/core/picture-sets/contract.ts'
import { createPictureSets } from '@portraitkit/core/picture-sets/state.ts'
import { useRoot } from '../rootContext.ts'
import { Picture } from '../ui/pictures/Picture.tsx'
import { messages } from './messages.ts'

type SetPictureProps = {
  set: PictureSet
  picture: PictureOfSet
  number: number
  sizes: string
  loading?: 'lazy' | 'eager'
}

/** One picture of a set in a gallery. */
export function SetPicture({ set, picture, number, sizes, loading = 'lazy' }: SetPictureProps) {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const sets = shop.part(createPictureSets)
  const fresh = async () => {
    await sets.refresh()
    const again = sets.state.sets.find(({ subject }) => subject.uuid === set.subject.uuid)
    return again?.pictures.find(({ uuid }) => uuid === picture.uuid)?.display
  }
  const text = picture.pictureType === 'GP' ? messages.groupPicture : messages.picture
  return (
    <Picture
      alt={t(text, {
        number,
        name: picture.pictureType === 'GP' ? set.subject.group || set.job.name : set.subject.name,
      })}
      width={picture.width}
      height={picture.height}
      addresses={picture.display}
      placeholder={picture.placeholder}
      sizes={sizes}
      loading={loading}
      onExpired={fresh}
      failedLabel={t(messages.pictureFailed)}
    />
  )
}
