import { redo } from '@portraitkit/core/editor/actions/redo.ts'
import { canUndo, undo } from '@portraitkit/core/editor/actions/undo.ts'
import { Redo2, Undo2 } from 'lucide-react'
import { useT } from '../locales/useT.ts'
import { Button } from '../ui/Button.tsx'
import { messages } from './messages.ts'
import { useEditor } from './useEditor.ts'

/** One step back, one step on: in the bar on a desktop, on the table's edge on a phone. */
export function UndoRedo() {
  const t = useT(messages)
  const { instance, act } = useEditor()
  return (
    <span className="pk-undo">
      <Button
        kind="icon"
        icon={Undo2}
        label={t('editor.undo')}
        disabled={!canUndo(instance)}
        onClick={() => act(undo, {})}
      />
      <Button
        kind="icon"
        icon={Redo2}
        label={t('editor.redo')}
        disabled={instance.history.future.length === 0}
        onClick={() => act(redo, {})}
      />
    </span>
  )
}
