import { useLingui } from '@lingui/react'
import type { Warning } from '@portraitkit/core/editor/design/warnings.ts'
import { zoomPercent } from '../frame/announcements.ts'
import { messages } from '../messages.ts'
import { useEditor } from '../useEditor.ts'

/** The text of a print warning about a slot of that name. */
export function useWarningText(): (warning: Warning, slot: string) => string {
  const { _: t } = useLingui()
  const { instance } = useEditor()
  return (warning, slot) => {
    if (warning.kind === 'resolution') {
      // It is zoomed out already.
      const isWhole = zoomPercent(instance, warning.fullId) <= 100
      return t(isWhole ? messages.warnResolutionWhole : messages.warnResolution, { slot, dpi: warning.dpi })
    }
    if (warning.kind === 'missing-glyph') return t(messages.warnGlyph, { slot, characters: warning.characters })
    return t(texts[warning.kind], { slot })
  }
}

const texts = {
  face: messages.warnFace,
  overflow: messages.warnOverflow,
  edge: messages.warnEdge,
  nothing: messages.warnNothing,
} as const
