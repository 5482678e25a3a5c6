import type { EditorInstance } from '@portraitkit/core/editor/design/instance.ts'
import type { EditorState } from '@portraitkit/core/editor/editorState.ts'
import { routeWords } from '@portraitkit/core/template/routeWords.ts'
import { useCallback } from 'react'
import { useRoot } from '../../rootContext.ts'

/** Leaves the editor: a line returns to the cart, everything else to its list. */
export function useLeaveEditor({ definition }: EditorInstance, origin: EditorState['origin']): () => void {
  const { navigate } = useRoot()
  const { type, categories } = definition
  const [category] = categories
  return useCallback(() => {
    if (origin === 'line') navigate('shoppingcart')
    else if (type === 'PHOTOGIFT' && category) navigate('products.photogifts.category', { category })
    // 001 §2.2: Back goes to the calendars, cards or photo-gift category list according to the template type
    else navigate(`products.${routeWords[type]}`)
  }, [navigate, origin, type, category])
}
