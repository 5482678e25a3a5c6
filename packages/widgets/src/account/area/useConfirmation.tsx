import { type ReactNode, useState } from 'react'
import { useLazyPart } from '../../ui/loading/useLazyPart.ts'

const fetchDialog = async () => (await import('../confirmation/ConfirmIdentity.tsx')).ConfirmIdentity

/**
 * Runs an action that may need a confirmation first: if so, the dialog asks for it, and the action is repeated. `act` returns
 * whether a confirmation is needed.
 */
export function useConfirmation(act: () => Promise<boolean>): { start: () => void; dialog: ReactNode } {
  const [isAsking, setAsking] = useState(false)
  const cancel = () => setAsking(false)
  const ConfirmIdentity = useLazyPart(fetchDialog, { isNeeded: isAsking, onFailure: cancel })
  const run = async () => setAsking(await act())
  const goOn = () => {
    setAsking(false)
    void run()
  }
  return {
    start: () => void run(),
    dialog: ConfirmIdentity ? <ConfirmIdentity open={isAsking} onConfirmed={goOn} onCancel={cancel} /> : null,
  }
}
