import { type ReactNode, useState } from 'react'
import { Button } from '../controls/Button.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { useOnOpenChange } from './useOnOpenChange.ts'

export type ConfirmButtonProps = {
  /** For the button, and for the confirming answer. */
  label: string
  title: string
  cancelLabel: string
  closeLabel: string
  children: ReactNode
  onConfirm: () => void
  /** Called when its question opens or closes: for views that handle the Back key themselves. */
  onWindow?: (isOpen: boolean) => void
}

/** A quiet button for an action that cannot be undone: it asks first. */
export function ConfirmButton({
  label,
  children,
  onConfirm,
  onWindow: onOpenChange = ignoreOpenChange,
  ...texts
}: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false)
  useOnOpenChange(isAsking, onOpenChange)
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        {...texts}
        open={isAsking}
        confirmLabel={label}
        kind="danger"
        onConfirm={() => {
          setAsking(false)
          onConfirm()
        }}
        onCancel={() => setAsking(false)}
      >
        {children}
      </ConfirmDialog>
    </>
  )
}

function ignoreOpenChange(): void {}
