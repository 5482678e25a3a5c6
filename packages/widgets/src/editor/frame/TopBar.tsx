import { useLingui } from '@lingui/react'
import { type EditorScreen, imageOf } from '@portraitkit/core/editor/design/instance.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import { X } from 'lucide-react'
import { useRoot } from '../../rootContext.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { messages } from '../messages.ts'
import { type EditorValue, useEditor } from '../useEditor.ts'
import { UndoRedo } from './UndoRedo.tsx'

/** The screens that change something; the others only have forward and back. */
const screensWithDone: readonly EditorScreen[] = ['image', 'text', 'year', 'templates']

/** Whether the bar shows Done. A text tool has its own. */
export function hasDone({ instance, isInTool }: Pick<EditorValue, 'instance' | 'isInTool'>): boolean {
  return screensWithDone.includes(instance.menu) && !isInTool
}

/** The title, with back on the left, the next step on the right, and undo and redo between them. */
export function TopBar() {
  const { _: t } = useLingui()
  const value = useEditor()
  const { instance, state, layout, isInTool, leave, done, cancel } = value
  const isMain = instance.menu === 'main'
  const isDoneHere = hasDone(value)
  const isEmpty = instance.menu === 'image' && !imageOf(instance.content, instance.currentResource ?? '')
  return (
    <header className="pk-editor-top">
      <span className="pk-editor-top-start">
        {isMain ? (
          <Button kind="icon" icon={X} label={t(messages.close)} onClick={leave} />
        ) : isInTool ? null : (
          <Button kind="quiet" onClick={cancel}>
            {t(messages.cancel)}
          </Button>
        )}
      </span>
      <Title />
      <span className="pk-editor-top-end">
        {layout === 'desktop' || !isDoneHere ? <UndoRedo /> : null}
        {isDoneHere ? (
          <Button kind="primary" disabled={isEmpty || state.changing !== null} onClick={done}>
            {t(messages.done)}
          </Button>
        ) : null}
      </span>
    </header>
  )
}

function Title() {
  const { _: t } = useLingui()
  const { language } = useRoot()
  const { instance, state, slot, nameOf, updateLabel } = useEditor()
  const titles: Partial<Record<typeof instance.menu, string>> = {
    'select-image': t(messages.chooseImage),
    'select-text': t(messages.chooseText),
    year: t(messages.year),
    templates: t(messages.templates),
    buy: state.origin === 'line' ? (updateLabel ?? t(messages.updateCart)) : t(messages.selectQuantity),
  }
  const title = slot ? nameOf(slot) : (titles[instance.menu] ?? inLanguage(instance.definition.names, language))
  return (
    <h1 className="pk-editor-title" tabIndex={-1} data-title="">
      {title}
    </h1>
  )
}
