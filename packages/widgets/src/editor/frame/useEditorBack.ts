import type { EditorInstance } from '@portraitkit/core/editor/design/instance.ts'
import { cancelScreen, losesOnCancel } from '@portraitkit/core/editor/design/screens.ts'
import type { EditorState } from '@portraitkit/core/editor/editorState.ts'
import type { Editor } from '@portraitkit/core/editor/state.ts'
import { useEffect, useState } from 'react'
import { useRoot } from '../../rootContext.ts'
import { closeTopWindow } from '../../ui/windows/openWindows.ts'
import { useBackToMain } from '../../useBackToMain.ts'

/** The browser's Back through windows and screens, with a question if a change would be lost. */
export function useEditorBack(editor: Editor, state: EditorState, instance: EditorInstance, windows: number) {
  const { page, layer } = useRoot()
  const [asking, setAsking] = useState(false)
  const { product, definition } = instance
  const onMain = () => {
    if (state.origin !== 'line' && state.origin !== 'item')
      page.routers.at(-1)?.readdress?.({ productUuid: product, templateUuid: definition.uuid })
  }
  // Changes that are neither in the cart nor saved like the stored card: going back asks.
  const isGuarded = ({ dirty }: EditorInstance) =>
    dirty && (state.origin === 'line' || state.saving?.status === 'conflict')
  const stepOut = useBackToMain({
    isMain: instance.menu === 'main' && !isGuarded(instance) && !asking && windows === 0,
    onBack() {
      if (closeTopWindow(layer, instance.menu === 'preview' ? 1 : 0)) {
        return instance.menu !== 'main' || isGuarded(instance) || windows > 1
      }
      const needsQuestion = losesOnCancel(instance)
      setAsking(needsQuestion)
      if (!needsQuestion) editor.move(cancelScreen)
      const left = editor.state.instance
      return needsQuestion || (left !== null && isGuarded(left))
    },
    onMain,
  })
  // On the main screen, undo may restore a different design.
  useEffect(() => {
    if (instance.menu === 'main') onMain()
  }, [definition.uuid])
  return { asking, setAsking, stepOut }
}
