import { slotOf } from '@portraitkit/core/editor/instance.ts'
import { pictureOf } from '@portraitkit/core/editor/knownPictures.ts'
import { isOfText, warningsOf } from '@portraitkit/core/editor/warnings.ts'
import { TriangleAlert } from 'lucide-react'
import { useT } from '../locales/useT.ts'
import { useRoot } from '../root.tsx'
import { Icon } from '../ui/Icon.tsx'
import { messages } from './messages.ts'
import { useEditor } from './useEditor.ts'
import { useWarningText } from './useWarningText.ts'

/** What a printer would say: about the slot that is edited, else about the page that is seen. */
export function Warnings() {
  const t = useT(messages)
  const say = useWarningText()
  const { shop, language } = useRoot()
  const { instance, shown, nameOf } = useEditor()
  const { menu, currentPart, currentResource, definition } = instance
  const warnings = warningsOf(shown.scene, {
    part: currentPart,
    faceOf: (uuid) => pictureOf(shop, uuid)?.face,
  }).flatMap((warning) => {
    const slot = slotOf(definition, warning.fullId, language)
    // What is fixed in the template is its maker's to say.
    const isOurs = slot?.editable && (!currentResource || warning.fullId === currentResource)
    // Before it is bought that is said below.
    const isSaid = menu === 'buy' && isOfText(warning)
    return isOurs && !isSaid ? [{ warning, name: nameOf(slot) }] : []
  })
  const lines = warnings.map(({ warning, name }) => (
    <p key={`${warning.kind} ${warning.fullId}`}>
      <Icon of={TriangleAlert} size={18} />
      <span>{say(warning, name)}</span>
    </p>
  ))
  return (
    <div className="pk-canvas-warnings" role="status">
      {lines.length > 1 && !currentResource ? (
        // Seen as a whole, the card is not to be covered by what could be better on it.
        <details>
          <summary>
            <Icon of={TriangleAlert} size={18} />
            {t('editor.warnings', { count: lines.length })}
          </summary>
          <div>{lines}</div>
        </details>
      ) : (
        lines
      )}
    </div>
  )
}
