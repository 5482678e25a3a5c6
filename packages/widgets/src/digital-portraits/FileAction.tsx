import { useLingui } from '@lingui/react'
import type { Picture, PictureSet } from '@portraitkit/core/picture-sets/contract.ts'
import { Check, Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/controls/Button.tsx'
import { FieldError } from '../ui/controls/FieldError.tsx'
import { Icon } from '../ui/controls/Icon.tsx'
import { BackgroundChooser } from './BackgroundChooser.tsx'
import { messages } from './messages.ts'
import { Price } from './Price.tsx'
import { useDigitalPortraits, useDownload } from './useDigitalPortraits.ts'

export type FileActionProps = { set: PictureSet; picture: Picture; name: string }

/** The action for one picture: downloads it if it was bought, otherwise adds it to the cart or removes it (DIG-3, ACC-7). */
export function FileAction({ set, picture, name }: FileActionProps) {
  const { _: t } = useLingui()
  const { part, state } = useDigitalPortraits()
  const { uuid, bought, inCart } = picture
  const problem = state.problems[uuid]
  const isSold = state.prices.file !== null && !set.job.isArchived && !set.job.isClosed
  return (
    <div className="pk-file-action">
      {bought ? (
        <DownloadFile picture={picture} name={name} />
      ) : set.inCart ? (
        <span className="pk-file-state">
          <Icon of={Check} />
          {t(messages.setInCart)}
        </span>
      ) : isSold ? (
        <Button
          width="full"
          aria-pressed={inCart}
          {...(inCart ? { icon: Check } : {})}
          busy={state.busy[uuid] ?? false}
          onClick={() => void part.toggle({ file: uuid }, !inCart)}
        >
          <span>
            {t(inCart ? messages.fileInCart : messages.buyFile)}
            <span className="pk-unseen">: {name},</span>
          </span>{' '}
          <Price of="file" />
        </Button>
      ) : null}
      {problem ? <FieldError>{problem}</FieldError> : null}
    </div>
  )
}

/** ACC-8: for a green-screen picture the background is chosen first. */
function DownloadFile({ picture, name }: Omit<FileActionProps, 'set'>) {
  const { _: t } = useLingui()
  const { state } = useDigitalPortraits()
  const download = useDownload()
  const [choosing, setChoosing] = useState(false)
  const start = () => (picture.greenscreen ? setChoosing(true) : void download({ file: picture.uuid }))
  return (
    <>
      <Button
        width="full"
        icon={Download}
        busy={state.busy[picture.uuid] ?? false}
        label={t(messages.downloadOf, { picture: name })}
        onClick={start}
      >
        {t(messages.download)}
      </Button>
      {picture.greenscreen ? (
        <BackgroundChooser open={choosing} picture={picture} name={name} onClose={() => setChoosing(false)} />
      ) : null}
    </>
  )
}
