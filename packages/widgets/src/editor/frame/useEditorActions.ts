import { useLingui } from '@lingui/react'
import type { Editor } from '@portraitkit/core/editor/state.ts'
import { useCallback } from 'react'
import { useRoot } from '../../rootContext.ts'
import type { EditorValue } from '../useEditor.ts'
import { announcementOf, announcementOfChange } from './announcements.ts'

/** The tools' actions, each announced to screen readers. */
export function useEditorActions(editor: Editor, announce: (text: string) => void) {
  const { _: t } = useLingui()
  const { language } = useRoot()
  const say = useCallback<EditorValue['say']>(
    (name, fullId) => {
      if (editor.state.instance) announce(announcementOf(t, name, editor.state.instance, fullId, language))
    },
    [editor, t, language, announce],
  )
  const act = useCallback<EditorValue['act']>(
    (action, input, gesture) => {
      const before = editor.state.instance
      editor.act(action, input, gesture)
      const after = editor.state.instance
      if (before && after && before !== after)
        announce(announcementOfChange(t, { act: action.name, before, after }, language))
    },
    [editor, t, language, announce],
  )
  return { say, act }
}
