import { createPictureRefresh } from '@portraitkit/core/pictureRefresh.ts'
import { useRef, useState } from 'react'

/** What a view does when pictures no longer load: fetches all of them anew, at once and not for ever. */
export function usePictureRefresh(fetch: () => Promise<void>): () => Promise<void> {
  const latest = useRef(fetch)
  latest.current = fetch
  const [renew] = useState(() => createPictureRefresh(() => latest.current()))
  return renew
}
