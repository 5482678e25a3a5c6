import { useLayoutEffect } from 'react'

/** Reports while a window is open, so that the screen under it can pass the Back key to it. */
export function useOnOpenChange(open: boolean, onOpenChange: (isOpen: boolean) => void): void {
  useLayoutEffect(() => {
    if (!open) return
    onOpenChange(true)
    return () => onOpenChange(false)
  }, [open, onOpenChange])
}
