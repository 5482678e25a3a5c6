import { type ReactNode, useState } from 'react'
import { ConfirmIdentity } from './ConfirmIdentity.tsx'

/**
 * Does something that may need a confirmation first: if so, the dialog asks for it, and it is done again. `act` answers whether a
 * confirmation is needed.
 */
export function useConfirmation(act: () => Promise<boolean>): { start: () => void; dialog: ReactNode } {
  const [isAsking, setAsking] = useState(false)
  const run = async () => setAsking(await act())
  const goOn = () => {
    setAsking(false)
    void run()
  }
  return {
    start: () => void run(),
    dialog: <ConfirmIdentity open={isAsking} onConfirmed={goOn} onCancel={() => setAsking(false)} />,
  }
}
