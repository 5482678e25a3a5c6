import type { Warning } from '@portraitkit/core/editor/design/warnings.ts'
import { useT } from '../../locales/useT.ts'
import { zoomPercent } from '../frame/announcements.ts'
import { messages } from '../messages.ts'
import { useEditor } from '../useEditor.ts'

/** The text of a print warning about a slot of that name. */
export function useWarningText(): (warning: Warning, slot: string) => string {
  const t = useT(messages)
  const { instance } = useEditor()
  return (warning, slot) => {
    if (warning.kind === 'resolution') {
      // It is zoomed out already.
      const isWhole = zoomPercent(instance, warning.fullId) <= 100
      return t(isWhole ? 'editor.warnResolutionWhole' : 'editor.warnResolution', { slot, dpi: warning.dpi })
    }
    if (warning.kind === 'missing-glyph') return t('editor.warnGlyph', { slot, characters: warning.characters })
    return t(texts[warning.kind], { slot })
  }
}

const texts = {
  face: 'editor.warnFace',
  overflow: 'editor.warnOverflow',
  edge: 'editor.warnEdge',
  nothing: 'editor.warnNothing',
} as const
