import { useLingui } from '@lingui/react'
import type { AutosaveState } from '@portraitkit/core/editor/saving/saveStore.ts'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { Button } from '../../ui/controls/Button.tsx'
import { useLazyPart } from '../../ui/loading/useLazyPart.ts'
import { Dialog } from '../../ui/windows/Dialog.tsx'
import { useOnOpenChange } from '../../ui/windows/useOnOpenChange.ts'
import { messages } from '../messages.ts'
import { useEditor } from '../useEditor.ts'

const fetchSides = async () => (await import('./ConflictVersions.tsx')).ConflictVersions

/** Asks which card to keep when another window has saved a different one. Never interrupts work on a picture or a text. */
export function ConflictQuestion() {
  const { editor } = useEditor()
  const { saving } = editor.state
  return saving ? <Question state={saving} /> : null
}

function Question({ state }: { state: AutosaveState }) {
  const { _: t } = useLingui()
  const { editor, instance, onWindowChange: onWindow } = useEditor()
  const { status, isRepeatedConflict } = useSnapshot(state)
  const [isPutOff, setPutOff] = useState(false)
  const isConflict = status === 'conflict'
  const isAsking = isConflict && !isPutOff && (instance.menu === 'main' || instance.menu === 'buy')
  useOnOpenChange(isAsking, onWindow)
  // Closing it without an answer loses nothing: it is asked again at the next step.
  useEffect(() => setPutOff(false), [isConflict, instance.menu, instance.content, editor.state.buying])
  // Without the previews the question can still be answered.
  const Sides = useLazyPart(fetchSides, { isNeeded: isConflict, onFailure: () => undefined })
  return (
    <Dialog
      open={isAsking}
      onClose={() => setPutOff(true)}
      title={t(messages.conflict)}
      closeLabel={t(messages.close)}
      foot={
        <>
          <Button onClick={() => void editor.resolve('theirs')}>{t(messages.keepTheirs)}</Button>
          <Button kind="primary" onClick={() => void editor.resolve('mine')}>
            {t(messages.keepMine)}
          </Button>
        </>
      }
    >
      {isRepeatedConflict ? <p>{t(messages.conflictAgain)}</p> : null}
      <p>{t(messages.conflictText)}</p>
      {Sides ? <Sides /> : null}
    </Dialog>
  )
}
