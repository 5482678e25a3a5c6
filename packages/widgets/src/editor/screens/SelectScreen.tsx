import { useLingui } from '@lingui/react'
import { numberedSlots } from '@portraitkit/core/editor/design/instance.ts'
import { openSlot } from '@portraitkit/core/editor/design/screens.ts'
import { useRoot } from '../../rootContext.ts'
import { messages } from '../messages.ts'
import { useEditor } from '../useEditor.ts'

/** 001 §2.4: numbered buttons for each editable slot. The card shows the same numbers. */
export function SelectScreen({ kind }: { kind: 'image' | 'text' }) {
  const { _: t } = useLingui()
  const { language } = useRoot()
  const { editor, instance, nameOf } = useEditor()
  const slots = numberedSlots(instance.definition, instance.currentPart, language, kind)
  return (
    <div className="pk-tools" data-screen="select">
      <h2 className="pk-tools-heading">{t(kind === 'image' ? messages.chooseImage : messages.chooseText)}</h2>
      <ul className="pk-numbers">
        {slots.map((slot, index) => (
          <li key={slot.fullId}>
            <button
              type="button"
              className="pk-number"
              aria-label={nameOf(slot)}
              data-autofocus={index === 0 ? '' : undefined}
              onClick={() => editor.move((before) => openSlot(before, slot.fullId))}
            >
              <span className="pk-slot-number" data-number={index + 1} />
              <span>{slot.name || t(kind === 'image' ? messages.picture : messages.text)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
