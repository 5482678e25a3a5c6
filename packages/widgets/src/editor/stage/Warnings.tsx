import { useLingui } from '@lingui/react'
import { findPicture } from '@portraitkit/core/editor/design/findPicture.ts'
import { slotOf } from '@portraitkit/core/editor/design/instance.ts'
import { isTextWarning, warningsOf } from '@portraitkit/core/editor/design/warnings.ts'
import { inLanguage } from '@portraitkit/core/schemas.ts'
import { TriangleAlert } from 'lucide-react'
import { useRoot } from '../../rootContext.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { messages } from '../messages.ts'
import { useEditor } from '../useEditor.ts'
import { useWarningText } from './useWarningText.ts'

/** Print warnings: about the slot being edited, otherwise about the visible page. */
export function Warnings() {
  const { _: t } = useLingui()
  const say = useWarningText()
  const { shop, language } = useRoot()
  const { instance, shownScene, nameOf } = useEditor()
  const { menu, currentPart, currentResource, definition } = instance
  const faceOf = (uuid: string) => findPicture(shop, uuid)?.face
  // Before buying, every page is checked, whichever is visible.
  const isLast = menu === 'buy' && definition.parts.length > 1
  const parts = definition.parts.filter(({ id }) => isLast || id === currentPart)
  const warnings = parts.flatMap(({ id, descriptions }) =>
    warningsOf(shownScene.scene, { part: id, faceOf }).flatMap((warning) => {
      const slot = slotOf(definition, warning.fullId, language)
      // Problems of the template's fixed parts are for its author.
      const isOurs = slot?.editable && (!currentResource || warning.fullId === currentResource)
      // Before buying, text warnings are shown below.
      const isInBuyScreen = menu === 'buy' && isTextWarning(warning)
      if (!isOurs || isInBuyScreen) return []
      return [{ warning, name: isLast ? `${inLanguage(descriptions, language)}, ${nameOf(slot)}` : nameOf(slot) }]
    }),
  )
  const lines = warnings.map(({ warning, name }) => (
    <p key={`${warning.kind} ${warning.fullId}`}>
      <Icon of={TriangleAlert} size={18} />
      <span>{say(warning, name)}</span>
    </p>
  ))
  return (
    <div className="pk-canvas-warnings" role="status">
      {lines.length > 1 && !currentResource ? (
        // Collapsed, so that the warnings do not cover the card.
        <details>
          <summary>
            <Icon of={TriangleAlert} size={18} />
            {t(messages.warnings, { count: lines.length })}
          </summary>
          <div>{lines}</div>
        </details>
      ) : (
        lines
      )}
    </div>
  )
}
