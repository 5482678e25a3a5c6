import type { ComponentType, ReactNode } from 'react'
import { useLazyPart } from '../loading/useLazyPart.ts'

export type DialogProps = {
  open: boolean
  /** Called by the ✕, Escape, the back gesture or a press outside the window. */
  onClose: () => void
  /** Called by Escape and the back gesture, if they go a step back inside it. */
  onBack?: (() => void) | undefined
  title: string
  /** Under the title, and announced with it. */
  description?: ReactNode
  closeLabel: string
  /** `full` is the whole screen, `wide` for grids, `drawer` slides in from the side. */
  size?: 'plain' | 'wide' | 'full' | 'drawer'
  /** The actions. On a phone the last one is first and widest. */
  foot?: ReactNode
  children?: ReactNode
}

const fetchWindow = async (): Promise<ComponentType<DialogProps>> =>
  (await import('./layers/DialogWindow.tsx')).DialogWindow

/**
 * A modal dialog: a sheet at the bottom on a phone, a window on a desktop. Its code is fetched when the page is idle; if it
 * cannot be fetched, the dialog closes and the next opening tries again.
 */
export function Dialog(props: DialogProps) {
  const Window = useLazyPart(fetchWindow, { isNeeded: props.open, onFailure: props.onClose })
  return Window ? <Window {...props} /> : null
}
