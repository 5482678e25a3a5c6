import { useLingui } from '@lingui/react'
import { isPartComplete } from '@portraitkit/core/editor/design/instance.ts'
import { openPart } from '@portraitkit/core/editor/design/screens.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import { Circle, CircleCheck } from 'lucide-react'
import { moveAmongTabs } from '../../modalFocus.ts'
import { useRoot } from '../../rootContext.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { messages } from '../messages.ts'
import { useEditor } from '../useEditor.ts'

/**
 * The pages of the card, each with a check mark when all its pictures are set, otherwise an empty circle. Hidden for a single
 * page.
 */
export function PartTabs() {
  const { _: t } = useLingui()
  const { language } = useRoot()
  const { editor, instance } = useEditor()
  const { parts } = instance.definition
  if (parts.length < 2) return null
  return (
    <div className="pk-parts" role="tablist" aria-label={t(messages.parts)}>
      {parts.map((part) => {
        const isCurrent = part.id === instance.currentPart
        const isDone = isPartComplete(instance, part.id)
        const name = inLanguage(part.descriptions, language)
        const open = () => editor.move((before) => openPart(before, part.id))
        return (
          <button
            key={part.id}
            type="button"
            role="tab"
            className="pk-part"
            aria-selected={isCurrent}
            aria-label={t(isDone ? messages.partComplete : messages.partIncomplete, { name })}
            tabIndex={isCurrent ? 0 : -1}
            onClick={open}
            onFocus={open}
            onKeyDown={moveAmongTabs}
          >
            <Icon of={isDone ? CircleCheck : Circle} size={18} />
            <span>{name}</span>
          </button>
        )
      })}
    </div>
  )
}
