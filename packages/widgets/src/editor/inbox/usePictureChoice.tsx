import { useLingui } from '@lingui/react'
import { choosePicture } from '@portraitkit/core/editor/actions/choosePicture.ts'
import { fillStrings } from '@portraitkit/core/editor/actions/fillStrings.ts'
import { replacePictures } from '@portraitkit/core/editor/actions/replacePictures.ts'
import { imageOf, type Slot } from '@portraitkit/core/editor/design/instance.ts'
import { asksToReplaceAll } from '@portraitkit/core/editor/design/replaceAllRule.ts'
import type { FillPicture } from '@portraitkit/core/template/fillResources.ts'
import type { Refusal } from '@portraitkit/core/template/imageRules.ts'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/windows/Dialog.tsx'
import { messages } from '../messages.ts'
import { useEditor } from '../useEditor.ts'

/** A selectable picture, of a set or uploaded. */
export type SelectablePicture = FillPicture & { readonly groupPicture?: boolean }

type Choice = {
  /** Handles a press on a picture: refuses it, asks whether to use it for all places, or places it. */
  choose: (picture: SelectablePicture, refusal: Refusal | null) => void
  /** The dialogs of these questions, to be rendered next to the pictures. */
  questions: ReactNode
}

/** Choosing a picture for a slot, whatever its source. */
export function usePictureChoice(slot: Slot): Choice {
  const { editor, instance, say } = useEditor()
  const [isRefused, setRefused] = useState(false)
  const [pending, setPending] = useState<SelectablePicture>()
  const { fullId } = slot
  const take = async (picture: SelectablePicture, where: 'here' | 'everywhere') => {
    setPending(undefined)
    const done = editor.choose(fullId, picture, where)
    say(where === 'here' ? choosePicture.name : replacePictures.name, fullId)
    if (await done) say(fillStrings.name, fullId)
  }
  return {
    choose(picture, refusal) {
      const isOther = imageOf(instance.content, fullId)?.uuid !== picture.uuid
      if (refusal) setRefused(true)
      else if (isOther && asksToReplaceAll(instance.definition)) setPending(picture)
      else void take(picture, 'here')
    },
    questions: (
      <>
        <RefusedDialog open={isRefused} onClose={() => setRefused(false)} />
        <ReplaceAllDialog picture={pending} onCancel={() => setPending(undefined)} onChoose={take} />
      </>
    ),
  }
}

function RefusedDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { _: t } = useLingui()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(messages.notAllowedTitle)}
      closeLabel={t(messages.close)}
      foot={
        <Button kind="primary" onClick={onClose}>
          {t(messages.ok)}
        </Button>
      }
    >
      <p>{t(messages.notAllowedText)}</p>
    </Dialog>
  )
}

type ReplaceAllProps = {
  picture: SelectablePicture | undefined
  onCancel: () => void
  onChoose: (picture: SelectablePicture, where: 'here' | 'everywhere') => void
}

/** EDT-10: No replaces only this picture, Yes all of them; closing the question changes nothing. */
function ReplaceAllDialog({ picture, onCancel, onChoose }: ReplaceAllProps) {
  const { _: t } = useLingui()
  return (
    <Dialog
      open={picture !== undefined}
      onClose={onCancel}
      title={t(messages.replaceAll)}
      closeLabel={t(messages.close)}
      foot={
        <>
          <Button onClick={() => picture && onChoose(picture, 'here')}>{t(messages.no)}</Button>
          <Button kind="primary" data-autofocus="" onClick={() => picture && onChoose(picture, 'everywhere')}>
            {t(messages.yes)}
          </Button>
        </>
      }
    >
      <p>{t(messages.replaceAllText)}</p>
    </Dialog>
  )
}
