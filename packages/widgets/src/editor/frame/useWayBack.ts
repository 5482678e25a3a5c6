import type { EditorInstance } from '@portraitkit/core/editor/design/instance.ts'
import { cancelScreen, losesOnCancel } from '@portraitkit/core/editor/design/screens.ts'
import type { EditorState } from '@portraitkit/core/editor/editorState.ts'
import type { Editor } from '@portraitkit/core/editor/state.ts'
import { useEffect, useState } from 'react'
import { useRoot } from '../../rootContext.ts'
import { closeTopWindow, useScreenHistory } from '../../useScreenHistory.ts'

/** The browser's way back through windows and screens, and whether it is asked if a change is to be lost. */
export function useWayBack(editor: Editor, state: EditorState, instance: EditorInstance, windows: number) {
  const { page, layer } = useRoot()
  const [asking, setAsking] = useState(false)
  const { product, definition } = instance
  const onMain = () => {
    if (state.origin !== 'line' && state.origin !== 'item')
      page.routers.at(-1)?.readdress?.({ productUuid: product, templateUuid: definition.uuid })
  }
  // What is not in the cart yet, or not kept as another card was: whoever goes back is asked.
  const isGuarded = ({ dirty }: EditorInstance) =>
    dirty && (state.origin === 'line' || state.saving?.status === 'conflict')
  const stepOut = useScreenHistory({
    isMain: instance.menu === 'main' && !isGuarded(instance) && !asking && windows === 0,
    onBack() {
      if (closeTopWindow(layer, instance.menu === 'preview' ? 1 : 0)) {
        return instance.menu !== 'main' || isGuarded(instance) || windows > 1
      }
      const isAsked = losesOnCancel(instance)
      setAsking(isAsked)
      if (!isAsked) editor.move(cancelScreen)
      const left = editor.state.instance
      return isAsked || (left !== null && isGuarded(left))
    },
    onMain,
  })
  // On the main screen undo brings another design back.
  useEffect(() => {
    if (instance.menu === 'main') onMain()
  }, [definition.uuid])
  return { asking, setAsking, stepOut }
}
