import { useLingui } from '@lingui/react'
import type { Picture, PictureSet } from '@portraitkit/core/picture-sets/contract.ts'
import { SetPicture } from '../picture-sets/SetPicture.tsx'
import { FileAction } from './FileAction.tsx'
import { messages } from './messages.ts'

/** Pictures of a set, uncropped, each with its action. They are numbered as in the set. */
export function FileGrid({ set, pictures }: { set: PictureSet; pictures: readonly Picture[] }) {
  const { _: t } = useLingui()
  return (
    <ul className="pk-files">
      {pictures.map((picture) => {
        const number = set.pictures.indexOf(picture) + 1
        const isGroup = picture.pictureType === 'GP'
        const name = t(isGroup ? messages.group : messages.picture, {
          number,
          name: isGroup ? set.subject.group || set.job.name : set.subject.name,
        })
        return (
          <li key={picture.uuid} className="pk-file" data-wide={picture.width > picture.height || undefined}>
            <SetPicture
              set={set}
              picture={picture}
              number={number}
              sizes={isGroup ? '(min-width: 640px) 580px, 92vw' : '(min-width: 640px) 280px, 45vw'}
              loading={number <= 4 ? 'eager' : 'lazy'}
            />
            <FileAction set={set} picture={picture} name={name} />
          </li>
        )
      })}
    </ul>
  )
}
