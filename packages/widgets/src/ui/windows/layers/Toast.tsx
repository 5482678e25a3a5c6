import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useRoot, useStyles } from '../../../rootContext.ts'
import { Button } from '../../controls/Button.tsx'
import css from './windows.css?inline'

export type ToastProps = {
  /** Nothing is shown without a text. */
  text: ReactNode | undefined
  closeLabel: string
  onClose: () => void
  /** An action such as 'Undo'. */
  action?: ReactNode
}

/** A short notice that something has happened. It waits as long as it is hovered or focused, and six seconds otherwise. */
export function Toast({ text, closeLabel, onClose, action }: ToastProps) {
  useStyles(css)
  const { layer } = useRoot()
  const ref = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const node = ref.current
    if (!text || !node) return
    // The top layer: above dialogs and everything that the host page stacks.
    node.showPopover?.()
    const timer = setInterval(() => node.matches(':hover, :focus-within') || close.current(), 6000)
    return () => clearInterval(timer)
  }, [text])
  if (!text || !layer) return null
  return createPortal(
    <div ref={ref} className="pk-toasts" popover="manual">
      <div className="pk-toast" role="status">
        <span>{text}</span>
        {action}
        <Button kind="icon" icon={X} label={closeLabel} onClick={onClose} />
      </div>
    </div>,
    layer,
  )
}
