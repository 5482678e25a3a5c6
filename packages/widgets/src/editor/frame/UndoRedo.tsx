import { useLingui } from '@lingui/react'
import { redo } from '@portraitkit/core/editor/actions/redo.ts'
import { canUndo, undo } from '@portraitkit/core/editor/actions/undo.ts'
import { type LucideIcon, Redo2, Undo2 } from 'lucide-react'
import { Icon } from '../../ui/controls/Icon.tsx'
import { messages } from '../messages.ts'
import { useEditor } from '../useEditor.ts'

/** Undo and redo: in the bar, or at the edge of the canvas where a phone's bar has no room. */
export function UndoRedo() {
  const { _: t } = useLingui()
  const { instance, act } = useEditor()
  return (
    <span className="pk-undo">
      <StepButton icon={Undo2} label={t(messages.undo)} canStep={canUndo(instance)} onStep={() => act(undo, {})} />
      <StepButton
        icon={Redo2}
        label={t(messages.redo)}
        canStep={instance.history.future.length > 0}
        onStep={() => act(redo, {})}
      />
    </span>
  )
}

type StepProps = { icon: LucideIcon; label: string; canStep: boolean; onStep: () => void }

/** Never `disabled`, not even after the last step: that would drop the focus, and with it the editor's keys. */
function StepButton({ icon, label, canStep, onStep }: StepProps) {
  return (
    <button
      type="button"
      className="pk-button"
      data-kind="icon"
      aria-label={label}
      aria-disabled={!canStep}
      onClick={() => canStep && onStep()}
    >
      <Icon of={icon} />
    </button>
  )
}
