import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'

export type DialogProps = {
  open: boolean
  /** Asked for by the ✕, Escape, the back gesture or a press beside the window. */
  onClose: () => void
  title: string
  /** Stands under the title and is read out with it. */
  description?: ReactNode
  closeLabel: string
  /** `full` is the whole screen, `wide` for grids. */
  size?: 'plain' | 'wide' | 'full'
  /** The actions. On a phone the last one stands first and widest. */
  foot?: ReactNode
  children?: ReactNode
}

const load = () => import('./DialogWindow.tsx')
const DialogWindow = lazy(async () => ({ default: (await load()).DialogWindow }))

/** A modal dialog: a sheet from below on a phone, a window on a desktop. Its code comes when the page has nothing to do. */
export function Dialog(props: DialogProps) {
  const [used, setUsed] = useState(props.open)
  if (props.open && !used) setUsed(true)
  useEffect(() => whenIdle(load), [])
  return used ? (
    <Suspense fallback={null}>
      <DialogWindow {...props} />
    </Suspense>
  ) : null
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
