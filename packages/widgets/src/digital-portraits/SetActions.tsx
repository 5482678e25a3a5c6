import { useLingui } from '@lingui/react'
import { buyablePictures } from '@portraitkit/core/digital-portraits/offer.ts'
import type { PictureSet } from '@portraitkit/core/picture-sets/contract.ts'
import { Download } from 'lucide-react'
import { Button } from '../ui/controls/Button.tsx'
import { FieldError } from '../ui/controls/FieldError.tsx'
import { messages } from './messages.ts'
import { SetOffer } from './SetOffer.tsx'
import { useDigitalPortraits, useDownload } from './useDigitalPortraits.ts'

/** The actions for a whole set: download its bought pictures, or buy it. */
export function SetActions({ set }: { set: PictureSet }) {
  const { _: t } = useLingui()
  const { state } = useDigitalPortraits()
  const download = useDownload()
  const { uuid } = set.subject
  const bought = set.pictures.filter((picture) => picture.bought)
  const problem = state.problems[uuid]
  // ACC-7: the set can be bought here whatever it contains, even if it is not offered elsewhere (DIG-4).
  if (bought.length < 2) return <SetOffer set={set} isOffered={!set.bought && buyablePictures(set).length > 0} />
  return (
    <div className="pk-stack">
      <div>
        <Button
          icon={Download}
          kind="primary"
          busy={state.busy[uuid] ?? false}
          onClick={() => void download({ pictureSet: uuid })}
        >
          {t(messages.downloadAll)}
        </Button>
      </div>
      {problem ? <FieldError>{problem}</FieldError> : null}
    </div>
  )
}
