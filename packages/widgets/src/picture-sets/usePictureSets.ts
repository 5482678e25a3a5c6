import type { PictureSet } from '@portraitkit/core/picture-sets/contract.ts'
import { createPictureSets, type PictureSetsState } from '@portraitkit/core/picture-sets/state.ts'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useRoot } from '../rootContext.ts'

/** The customer's sets, loaded when a surface that shows them is mounted. */
export function usePictureSets(): { state: PictureSetsState; retry: () => void } {
  const { shop } = useRoot()
  const sets = shop.part(createPictureSets)
  const state = useSnapshot(sets.state) as PictureSetsState
  useEffect(() => {
    // Also after a sign-in in this view, which resets the state.
    if (state.status === 'idle') void sets.load()
  }, [sets, state.status])
  return { state, retry: () => void sets.refresh() }
}

/** The cover first, then in the order of delivery. */
export function coverFirst({ pictures }: PictureSet): PictureSet['pictures'] {
  const cover = pictures.find(({ keywords }) => keywords.includes('favorite'))
  return cover ? [cover, ...pictures.filter((picture) => picture !== cover)] : pictures
}
