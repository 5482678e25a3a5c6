import type { AutosaveState } from '@portraitkit/core/editor/saving/saveStore.ts'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../../locales/useT.ts'
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
  const t = useT(messages)
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
      title={t('editor.conflict')}
      closeLabel={t('editor.close')}
      foot={
        <>
          <Button onClick={() => void editor.resolve('theirs')}>{t('editor.keepTheirs')}</Button>
          <Button kind="primary" onClick={() => void editor.resolve('mine')}>
            {t('editor.keepMine')}
          </Button>
        </>
      }
    >
      {isRepeatedConflict ? <p>{t('editor.conflictAgain')}</p> : null}
      <p>{t('editor.conflictText')}</p>
      {Sides ? <Sides /> : null}
    </Dialog>
  )
}
