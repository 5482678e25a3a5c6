import { useLingui } from '@lingui/react'
import { type BackgroundsState, createBackgrounds } from '@portraitkit/core/backgrounds/state.ts'
import { TRANSPARENT } from '@portraitkit/core/digital-portraits/contract.ts'
import type { Picture as PictureOfSet } from '@portraitkit/core/picture-sets/contract.ts'
import { createPictureSets } from '@portraitkit/core/picture-sets/state.ts'
import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot } from '../rootContext.ts'
import { Button } from '../ui/controls/Button.tsx'
import { FieldError } from '../ui/controls/FieldError.tsx'
import { Spinner } from '../ui/controls/Spinner.tsx'
import { Picture } from '../ui/pictures/Picture.tsx'
import { usePictureRefresh } from '../ui/pictures/usePictureRefresh.ts'
import { Dialog } from '../ui/windows/Dialog.tsx'
import { messages } from './messages.ts'
import { useDigitalPortraits, useDownload } from './useDigitalPortraits.ts'

type Choice = { id: string; name: string; note?: string; addresses: Readonly<Record<string, string>> }
type ChooserProps = { open: boolean; picture: PictureOfSet; name: string; onClose: () => void }

/** ACC-8: the background with which a green-screen picture is downloaded: the default one, none, or another one. */
export function BackgroundChooser({ open, picture, name, onClose }: ChooserProps) {
  const { _: t } = useLingui()
  const { part, state } = useDigitalPortraits()
  const download = useDownload()
  const [selected, setSelected] = useState('')
  const problem = state.problems[picture.uuid]
  const start = async () => {
    await download({ file: picture.uuid }, selected || undefined)
    if (!part.state.problems[picture.uuid]) onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="full"
      title={t(messages.background)}
      description={t(messages.backgroundLead)}
      closeLabel={t(messages.close)}
      foot={
        <Button kind="primary" icon={Download} busy={state.busy[picture.uuid] ?? false} onClick={() => void start()}>
          {t(messages.download)}
        </Button>
      }
    >
      {problem ? <FieldError>{problem}</FieldError> : null}
      {open ? <Choices picture={picture} name={name} selected={selected} onChoose={setSelected} /> : null}
    </Dialog>
  )
}

type ChoicesProps = {
  picture: PictureOfSet
  name: string
  selected: string
  onChoose: (id: string) => void
}

function Choices({ picture, name, selected, onChoose }: ChoicesProps) {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const backgrounds = shop.part(createBackgrounds)
  const state = useSnapshot(backgrounds.state) as BackgroundsState
  const sets = shop.part(createPictureSets)
  const renew = usePictureRefresh(
    async () => void (await Promise.all([sets.refresh(), backgrounds.refresh(picture.uuid)])),
  )
  const found = state.byPicture[picture.uuid]
  useEffect(() => {
    if (!found) void backgrounds.load(picture.uuid)
  }, [backgrounds, picture.uuid, found])
  if (!found || found.status === 'loading') return <Spinner label={t(messages.loading)} />
  if (found.status === 'failed') {
    return (
      <div role="alert" className="pk-stack">
        <p>{t(messages.backgroundsFailed)}</p>
        <div>
          <Button onClick={() => void backgrounds.refresh(picture.uuid)}>{t(messages.again)}</Button>
        </div>
      </div>
    )
  }
  const standard = found.backgrounds.find((each) => each.default)
  const choices: Choice[] = [
    {
      id: '',
      name: t(messages.default),
      note: standard?.name ?? t(messages.white),
      addresses: picture.plain,
    },
    {
      id: TRANSPARENT,
      name: t(messages.transparent),
      note: t(messages.transparentNote),
      addresses: picture.cutOut ?? {},
    },
    ...found.backgrounds
      .filter((each) => each !== standard)
      .map(({ uuid, name: called, plain }) => ({ id: uuid, name: called, addresses: plain })),
  ]
  return (
    <fieldset className="pk-backdrops">
      <legend className="pk-unseen">{name}</legend>
      {choices.map((choice) => (
        <label key={choice.id} className="pk-backdrop">
          <input
            type="radio"
            name={`background-${picture.uuid}`}
            checked={choice.id === selected}
            onChange={() => onChoose(choice.id)}
          />
          <Backdrop
            picture={picture}
            addresses={choice.addresses}
            isNothing={choice.id === TRANSPARENT}
            onExpired={renew}
          />
          <span className="pk-backdrop-name">
            {choice.name}
            {choice.note ? <span className="pk-soft pk-small">{choice.note}</span> : null}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

type BackdropProps = {
  picture: PictureOfSet
  addresses: Choice['addresses']
  isNothing: boolean
  onExpired: () => Promise<void>
}

/** The picture on the background; no background is shown as the usual chequered squares. */
function Backdrop({ picture, addresses, isNothing, onExpired }: BackdropProps) {
  const { _: t } = useLingui()
  return (
    <span className={isNothing ? 'pk-backdrop-none' : undefined} aria-hidden="true">
      <Picture
        alt=""
        width={picture.width}
        height={picture.height}
        addresses={addresses}
        sizes="(min-width: 640px) 260px, 45vw"
        failedLabel={t(messages.pictureFailed)}
        onExpired={async () => void (await onExpired())}
      />
    </span>
  )
}
