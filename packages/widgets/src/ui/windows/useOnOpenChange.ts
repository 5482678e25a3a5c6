import { useLayoutEffect } from 'react'

/** Reports while a window is open, so that the screen under it can give it the Back key. */
export function useOnOpenChange(open: boolean, tell: (isOpen: boolean) => void): void {
  useLayoutEffect(() => {
    if (!open) return
    tell(true)
    return () => tell(false)
  }, [open, tell])
}
