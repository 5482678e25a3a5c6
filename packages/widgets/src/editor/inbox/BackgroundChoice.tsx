import { useLingui } from '@lingui/react'
import type { PictureBackground } from '@portraitkit/core/backgrounds/contract.ts'
import { type BackgroundsState, createBackgrounds } from '@portraitkit/core/backgrounds/state.ts'
import { setBackground } from '@portraitkit/core/editor/actions/setBackground.ts'
import { imageOf, type Slot } from '@portraitkit/core/editor/design/instance.ts'
import type { ImageValue } from '@portraitkit/core/editor/design/picture.ts'
import { thumbnailOf } from '@portraitkit/core/uploads/limits.ts'
import { Check } from 'lucide-react'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot } from '../../rootContext.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Spinner } from '../../ui/controls/Spinner.tsx'
import { Picture } from '../../ui/pictures/Picture.tsx'
import { messages } from '../messages.ts'
import { useEditor } from '../useEditor.ts'

/** The backgrounds for a green-screen picture: each is shown with the picture in front of it. */
export function BackgroundChoice({ slot }: { slot: Slot & { kind: 'image' } }) {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const { instance } = useEditor()
  const backgrounds = shop.part(createBackgrounds)
  const state = useSnapshot(backgrounds.state) as BackgroundsState
  const image = imageOf(instance.content, slot.fullId)
  const uuid = image?.uuid
  const found = uuid === undefined ? undefined : state.byPicture[uuid]
  useEffect(() => {
    // also after a change of language, in which the backgrounds are named
    if (uuid !== undefined && !found) void backgrounds.load(uuid)
  }, [backgrounds, uuid, found])
  if (!image || !found || found.status === 'loading') return <Spinner label={t(messages.backgroundsLoading)} />
  if (found.status === 'failed') {
    return (
      <div className="pk-inbox-empty" role="alert">
        <p>{t(messages.backgroundsFailed)}</p>
        <Button onClick={() => void backgrounds.refresh(image.uuid)}>{t(messages.again)}</Button>
      </div>
    )
  }
  if (found.backgrounds.length === 0) return <p className="pk-soft">{t(messages.backgroundsNone)}</p>
  return (
    <ul className="pk-inbox-pictures" data-source="backgrounds">
      {found.backgrounds.map((background) => (
        <li key={background.uuid}>
          <BackgroundTile slot={slot} image={image} background={background} />
        </li>
      ))}
    </ul>
  )
}

type TileProps = { slot: Slot; image: ImageValue; background: PictureBackground }

function BackgroundTile({ slot, image, background }: TileProps) {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const { act } = useEditor()
  const { uuid, name, plain } = background
  const isChosen = image.background === uuid
  const fresh = async () => {
    const backgrounds = shop.part(createBackgrounds)
    await backgrounds.refresh(image.uuid)
    const again = backgrounds.state.byPicture[image.uuid]?.backgrounds.find((each) => each.uuid === uuid)
    return again && thumbnailOf(again.plain)
  }
  return (
    <button
      type="button"
      className="pk-background"
      aria-pressed={isChosen}
      aria-label={t(messages.background, { name })}
      onClick={() => act(setBackground, { fullId: slot.fullId, background: uuid })}
    >
      <span className="pk-inbox-picture" style={{ aspectRatio: `${image.width} / ${image.height}` }} aria-hidden="true">
        <Picture
          alt=""
          width={image.width}
          height={image.height}
          addresses={thumbnailOf(plain)}
          sizes="160px"
          onExpired={fresh}
          failedLabel={t(messages.pictureFailed)}
        />
        {isChosen ? (
          <span className="pk-inbox-chosen">
            <Icon of={Check} size={18} />
          </span>
        ) : null}
      </span>
      <span className="pk-background-name">{name}</span>
    </button>
  )
}
