import { useLingui } from '@lingui/react'
import { imageOf, type Slot } from '@portraitkit/core/editor/design/instance.ts'
import { canZoom } from '@portraitkit/core/editor/design/picture.ts'
import { useEffect, useState } from 'react'
import { isFirstTime } from '../../oncePerSession.ts'
import { useRoot } from '../../rootContext.ts'
import { messages } from '../messages.ts'
import { useEditor } from '../useEditor.ts'

// 001 §9: once per session, for 10 seconds
const shownFor = 10_000

/** Explains how to move and zoom, once a session: only if the picture can be zoomed and is not turned. */
export function PinchHint({ slot }: { slot: Slot }) {
  const { _: t } = useLingui()
  const { shop } = useRoot()
  const { instance } = useEditor()
  const [state, setState] = useState<'new' | 'shown' | 'over'>('new')
  const image = imageOf(instance.content, slot.fullId)
  const applies = slot.kind === 'image' && image !== null && image.rotation === 0 && canZoom(instance, slot.layer)
  useEffect(() => {
    if (applies && state === 'new') setState(isFirstTime(`pk-pinch-hint-${shop.provider}`) ? 'shown' : 'over')
  }, [applies, state, shop.provider])
  useEffect(() => {
    if (state !== 'shown') return
    const timer = setTimeout(() => setState('over'), shownFor)
    return () => clearTimeout(timer)
  }, [state])
  return state === 'shown' && applies ? (
    <p className="pk-editor-hint" role="status">
      {t(messages.pinchHint)}
    </p>
  ) : null
}
