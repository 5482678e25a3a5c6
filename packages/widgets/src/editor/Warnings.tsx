import { slotOf } from '@portraitkit/core/editor/instance.ts'
import { type Warning, warningsOf } from '@portraitkit/core/editor/warnings.ts'
import { TriangleAlert } from 'lucide-react'
import { useT } from '../locales/useT.ts'
import { useRoot } from '../root.tsx'
import { Icon } from '../ui/Icon.tsx'
import { messages } from './messages.ts'
import { useEditor } from './useEditor.ts'

/** What a printer would say: about the slot that is edited, else about the page that is seen. */
export function Warnings() {
  const t = useT(messages)
  const { language } = useRoot()
  const { instance, shown, nameOf } = useEditor()
  const all = warningsOf(shown.scene, instance.currentPart)
  const warnings = instance.currentResource ? all.filter(({ fullId }) => fullId === instance.currentResource) : all
  const say = (warning: Warning) => {
    const slot = slotOf(instance.definition, warning.fullId, language)
    const name = slot ? nameOf(slot) : ''
    if (warning.kind === 'resolution') return t('editor.warnResolution', { slot: name, dpi: warning.dpi })
    if (warning.kind === 'overflow') return t('editor.warnOverflow', { slot: name })
    return t('editor.warnGlyph', { slot: name, characters: warning.characters })
  }
  return (
    <div className="pk-canvas-warnings" role="status">
      {warnings.map((warning) => (
        <p key={`${warning.kind} ${warning.fullId}`}>
          <Icon of={TriangleAlert} size={18} />
          <span>{say(warning)}</span>
        </p>
      ))}
    </div>
  )
}
