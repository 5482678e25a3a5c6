import { createPictureRefresh } from '@portraitkit/core/pictureRefresh.ts'
import { useRef, useState } from 'react'

/** For a view whose pictures no longer load: fetches all of them again, at once and not for ever. */
export function usePictureRefresh(fetch: () => Promise<void>): () => Promise<void> {
  const latest = useRef(fetch)
  latest.current = fetch
  const [renew] = useState(() => createPictureRefresh(() => latest.current()))
  return renew
}
