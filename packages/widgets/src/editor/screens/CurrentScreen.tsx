import { cancelScreen } from '@portraitkit/core/editor/design/screens.ts'
import { createUploads } from '@portraitkit/core/uploads/state.ts'
import { useSnapshot } from 'valtio'
import { useRoot } from '../../rootContext.ts'
import { useLazyPart } from '../../ui/loading/useLazyPart.ts'
import type { UploadStatusProps } from '../../uploads/UploadStatus.tsx'
import { useEditor } from '../useEditor.ts'
import { ImageScreen } from './ImageScreen.tsx'
import { MainScreen } from './MainScreen.tsx'
import { SelectScreen } from './SelectScreen.tsx'
import { TextScreen } from './TextScreen.tsx'

const fetchLater = async () => (await import('./lazyScreens.ts')).lazyScreens
const fetchUploads = async () => (await fetchLater()).uploads

/** Not needed before the first upload, so its code is fetched when the page is idle. */
export function LazyUploadStatus(props: UploadStatusProps) {
  const { shop } = useRoot()
  const { sending } = useSnapshot(shop.part(createUploads).state)
  const Status = useLazyPart(fetchUploads, { isNeeded: sending !== 'idle', onFailure: () => undefined })
  return Status ? <Status {...props} /> : null
}

/** The current screen's tools, next to the canvas or below it. */
export function CurrentScreen() {
  const { editor, instance } = useEditor()
  const { menu } = instance
  const isLater = menu === 'year' || menu === 'templates' || menu === 'preview' || menu === 'buy'
  const later = useLazyPart(fetchLater, { isNeeded: isLater, onFailure: () => editor.move(cancelScreen) })
  if (menu === 'image') return <ImageScreen />
  if (menu === 'text') return <TextScreen />
  if (menu === 'select-image' || menu === 'select-text') {
    return <SelectScreen key={menu} kind={menu === 'select-image' ? 'image' : 'text'} />
  }
  const Later = later?.[isLater ? menu : 'preview']
  return (
    <>
      {menu === 'main' || menu === 'preview' ? <MainScreen /> : null}
      {Later ? <Later /> : null}
      {isLater && menu !== 'preview' && !later ? <div className="pk-tools" aria-busy="true" /> : null}
    </>
  )
}
