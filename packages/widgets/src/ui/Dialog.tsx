import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { useRoot } from '../root.tsx'

export type DialogProps = {
  open: boolean
  /** Asked for by the ✕, Escape, the back gesture or a press beside the window. */
  onClose: () => void
  title: string
  /** Stands under the title and is read out with it. */
  description?: ReactNode
  closeLabel: string
  /** `full` is the whole screen, `wide` for grids, `drawer` comes from the side. */
  size?: 'plain' | 'wide' | 'full' | 'drawer'
  /** The actions. On a phone the last one stands first and widest. */
  foot?: ReactNode
  children?: ReactNode
}

const fetchWindow = async (): Promise<ComponentType<DialogProps>> => (await import('./DialogWindow.tsx')).DialogWindow

/** A modal dialog: a sheet from below on a phone, a window on a desktop. Its code comes when the page has nothing to do. */
export function Dialog(props: DialogProps) {
  const Window = useWindow(props)
  return Window ? <Window {...props} /> : null
}

/** The window's component once it is here. One that cannot be fetched closes the dialog; the next opening asks again. */
function useWindow({ open, onClose }: DialogProps): ComponentType<DialogProps> | undefined {
  const { emit } = useRoot()
  const [Window, setWindow] = useState<ComponentType<DialogProps>>()
  const close = useRef(onClose)
  close.current = onClose
  const take = (fetched: ComponentType<DialogProps>) => setWindow(() => fetched)

  // In advance; that it fails is told only to somebody who opens it.
  useEffect(() => whenIdle(() => void fetchWindow().then(take, () => undefined)), [])
  useEffect(() => {
    if (!open || Window) return
    fetchWindow().then(take, (error: unknown) => {
      emit('pk-error', { reason: 'surface.unfetched', message: String(error) })
      close.current()
    })
  }, [open, Window, emit])
  return Window
}

function whenIdle(work: () => void): () => void {
  // Safari has no idle callback.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 1500)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(work, { timeout: 4000 })
  return () => cancelIdleCallback(idle)
}
